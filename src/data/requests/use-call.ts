import type { Transport } from '#sync/http/transport.ts';
import { useServices } from '../services.ts';

/** Returns the function that calls the API; it throws `CallError`. */
export function useCall(): Transport['call'] {
  return useServices().transport.call;
}

/** Returns the server's clock in ms, as of the last response. */
export function useServerNow(): () => number {
  return useServices().transport.serverNow;
}
