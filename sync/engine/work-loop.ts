/**
 * Does some work whenever it is woken, once at a time: once more where it was woken meanwhile.
 * @param work what it throws is for `onError`; the next wake, also one that came meanwhile, tries again
 */
export interface WorkLoop {
  wake(): void;
  /** Resolves once nothing is left to be done; rejects with what the work threw last. */
  idle(): Promise<void>;
  close(): void;
}

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
      // In the same turn as the last look at what is due: a wake between the two would be lost.
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
