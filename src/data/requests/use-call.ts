import type { Transport } from '#sync/http/transport.ts';
import { useServices } from '../services.ts';

/** Calls of the contract for what only the server can grant; they throw `CallError`. */
export function useCall(): Transport['call'] {
  return useServices().transport.call;
}

/** The server's clock in ms, as last learnt; what days left are counted by. */
export function useServerNow(): () => number {
  return useServices().transport.serverNow;
}
