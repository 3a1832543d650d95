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
  let currentRun: Promise<void> | null = null;
  /** The next run, if the loop was woken during the current one. */
  let nextRun: Promise<void> | null = null;
  let isClosed = false;

  const start = (): Promise<void> => {
    nextRun = null;
    if (isClosed) return Promise.resolve();
    // The work is started asynchronously, because it may wake the loop, and `currentRun` must be set by then.
    currentRun = Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        if (!isClosed) onError(error);
        throw error;
      })
      .finally(() => (currentRun = null));
    return currentRun;
  };
  const run = () => {
    if (nextRun) return nextRun;
    if (!currentRun) return start();
    return (nextRun = currentRun.then(start, start));
  };
  return {
    wake: () => void run().catch(() => undefined),
    run,
    close() {
      isClosed = true;
    },
  };
}
