import type { Clock } from '../ports.ts';

/** Longest possible timer (24.8 days), for waits that only an event ends. */
export const MAX_SLEEP_MS = 2_147_483_647;

/** Timers of the queues that are waiting to retry. */
export interface RetryTimers {
  /**
   * Waits for `ms`, or until the queue is woken or everything is closed.
   * @param onSleep called once the timer is set
   */
  sleep(name: string, ms: number, onSleep: () => void): Promise<void>;
  /** Ends the wait of one queue, if it is waiting. */
  wake(name: string): void;
  count(): number;
  /** Time at which the earliest timer ends; null if there is none, or if all queues wait for an event. */
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
      const earliestEnd = Math.min(...[...timers.values()].map((timer) => timer.endsAt));
      return Number.isFinite(earliestEnd) ? earliestEnd : null;
    },
  };
}
