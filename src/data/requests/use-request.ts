import type { Transport } from '#sync/http/transport.ts';
import { useServices } from '../services.ts';
import { useCallback, useRef, useState } from 'react';

/** Returns the function that calls the API; it throws `CallError`. */
export function useCall(): Transport['call'] {
  return useServices().transport.call;
}

/** Returns a function for the server's current time in ms since 1970, as estimated from the last response. */
export function useServerNow(): () => number {
  return useServices().transport.serverNow;
}

/** State of a request that a screen makes. */
export interface RequestState<Args extends readonly unknown[], Result> {
  /** Sends the request; ignored while one is running. Resolves to undefined if the request failed. */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  readonly busy: boolean;
  /** Error of the last attempt; null if it succeeded or there was none. */
  readonly failure: unknown;
  readonly clear: () => void;
}

/** Runs a request and tracks whether it is running or failed. Never throws. */
export function useRequest<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): RequestState<Args, Result> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isRunning = useRef(false);

  const run = async (...args: Args) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      return await work(...args);
    } catch (error) {
      setFailure(error);
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const clear = useCallback(() => setFailure(null), []);
  return { run, busy, failure, clear };
}
