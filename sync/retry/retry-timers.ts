import type { Clock } from '../ports.ts';

/** Longest possible timer (24.8 days), for waits that only an event ends. */
export const MAX_SLEEP_MS = 2_147_483_647;

/** Timers of queues waiting to retry. */
export interface RetryTimers {
  /**
   * Resolves after `ms`, when woken, or on close.
   * @param onSleep called once it sleeps
   */
  sleep(name: string, ms: number, onSleep: () => void): Promise<void>;
  /** Ends the wait of one queue, if it is waiting. */
  wake(name: string): void;
  count(): number;
  /** Time of the earliest timer; null if all wait for an event. */
  nextAt(): number | null;
}

export function createRetryTimers(clock: Clock, closeSignal: AbortSignal): RetryTimers {
  const timers = new Map<string, { readonly endsAt: number; readonly end: () => void }>();
  return {
    sleep: (name, ms, onSleep) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          timers.delete(name);
          closeSignal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, Math.min(ms, MAX_SLEEP_MS));
        const endsAt = ms < MAX_SLEEP_MS ? clock() + ms : Number.POSITIVE_INFINITY;
        timers.set(name, { endsAt, end });
        closeSignal.addEventListener('abort', end);
        onSleep();
      }),
    wake: (name) => timers.get(name)?.end(),
    count: () => timers.size,
    nextAt() {
      const earliest = Math.min(...[...timers.values()].map((timer) => timer.endsAt));
      return Number.isFinite(earliest) ? earliest : null;
    },
  };
}
