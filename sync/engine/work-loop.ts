/** Runs its work when it's woken, one run at a time. Waking it during a run causes one more run. */
export interface WorkLoop {
  wake(): void;
  /**
   * Wakes the loop, and resolves at the end of the first run that starts after this call. Doesn't wait for later runs,
   * because on a bad network another run may always be due. Rejects with the run's error.
   */
  run(): Promise<void>;
  close(): void;
}

/** @param work called for each run; its errors are passed to `onError`, and the next wake tries again */
export function createWorkLoop(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): WorkLoop {
  let current: Promise<void> | null = null;
  /** The run after the current one, if it is due. */
  let next: Promise<void> | null = null;
  let isClosed = false;

  const start = (): Promise<void> => {
    next = null;
    if (isClosed) return Promise.resolve();
    // Not immediately, because the work may wake the loop.
    current = Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        if (!isClosed) onError(error);
        throw error;
      })
      .finally(() => (current = null));
    return current;
  };
  const run = () => {
    if (next) return next;
    if (!current) return start();
    return (next = current.then(start, start));
  };
  return {
    wake: () => void run().catch(() => undefined),
    run,
    close() {
      isClosed = true;
    },
  };
}
