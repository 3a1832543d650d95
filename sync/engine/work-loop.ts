/** Runs work when woken, one run at a time; a wake during a run causes one more run. */
export interface WorkLoop {
  wake(): void;
  /** Resolves when idle; rejects with the last error of the work. */
  idle(): Promise<void>;
  close(): void;
}

/** @param work errors go to `onError`; the next wake retries */
export function createWorkLoop(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): WorkLoop {
  let running: Promise<void> | null = null;
  let isDue = false;
  let isClosed = false;

  const run = async () => {
    try {
      while (isDue && !isClosed) {
        isDue = false;
        await work();
      }
    } finally {
      // In the same tick as the last check of `isDue`, or a wake in between would be lost.
      running = null;
    }
  };
  const wake = () => {
    if (isClosed) return;
    isDue = true;
    if (running) return;
    running = run();
    running.catch((error: unknown) => {
      if (isClosed) return;
      onError(error);
      if (isDue) wake();
    });
  };
  return {
    wake,
    idle: () => running ?? Promise.resolve(),
    close() {
      isClosed = true;
    },
  };
}
