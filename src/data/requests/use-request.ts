import { useCallback, useRef, useState } from 'react';

/** One request of a screen, and where it stands. */
export interface RequestState<Args extends readonly unknown[], Result> {
  /** Sends it; a second press while it is under way is ignored. Undefined when it failed. */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  readonly busy: boolean;
  /** What the last try failed with; null when it went well, or none was made. */
  readonly failure: unknown;
  readonly clear: () => void;
}

/** Follows what only the server can grant: under way, failed, done. Never throws. */
export function useRequest<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): RequestState<Args, Result> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const underway = useRef(false);

  const run = async (...args: Args) => {
    if (underway.current) return undefined;
    underway.current = true;
    setBusy(true);
    setFailure(null);
    try {
      return await work(...args);
    } catch (error) {
      setFailure(error);
      return undefined;
    } finally {
      underway.current = false;
      setBusy(false);
    }
  };
  const clear = useCallback(() => setFailure(null), []);
  return { run, busy, failure, clear };
}
