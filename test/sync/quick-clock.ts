import { vi } from 'vitest';

/** So many milliseconds of the clock pass in each of the machine's. */
const SPEED = 40;
const TICK_MS = 10;

/** A clock that runs faster than the machine's. */
export interface QuickClock {
  /** Resolves when so many of its milliseconds have passed. */
  pass(ms: number): Promise<void>;
  stop(): void;
}

/**
 * Lets the clock of everything in this process run forty times as fast as the machine's: waits are short,
 * while connections and the database take the time that they take.
 */
export function startQuickClock(): QuickClock {
  const { setTimeout: wait } = globalThis;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  let isRunning = true;
  const run = async () => {
    while (isRunning) {
      await vi.advanceTimersByTimeAsync(SPEED * TICK_MS);
      await new Promise((resolve) => wait(resolve, TICK_MS));
    }
    vi.useRealTimers();
  };
  void run();
  return {
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    stop() {
      isRunning = false;
    },
  };
}
