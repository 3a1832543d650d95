import type { Clock } from '../ports.ts';

/** Longest possible timer (24.8 days); longer waits end with an event. */
export const MAX_SLEEP_MS = 2_147_483_647;

/** Timers of queues waiting to retry. */
export interface RetryTimers {
  /** Resolves after `ms`, when woken, or on close. @param told called once it sleeps */
  sleep(name: string, ms: number, told: () => void): Promise<void>;
  /** Ends the wait of one queue, if it is waiting. */
  wake(name: string): void;
  count(): number;
  /** Time of the earliest timer; null if all wait for an event. */
  nextAt(): number | null;
}

export function createRetryTimers(clock: Clock, closing: AbortSignal): RetryTimers {
  const alarms = new Map<string, { readonly at: number; readonly ring: () => void }>();
  return {
    sleep: (name, ms, told) =>
      new Promise<void>((resolve) => {
        const ring = () => {
          clearTimeout(timer);
          alarms.delete(name);
          closing.removeEventListener('abort', ring);
          resolve();
        };
        const timer = setTimeout(ring, Math.min(ms, MAX_SLEEP_MS));
        const at = ms < MAX_SLEEP_MS ? clock() + ms : Number.POSITIVE_INFINITY;
        alarms.set(name, { at, ring });
        closing.addEventListener('abort', ring);
        told();
      }),
    wake: (name) => alarms.get(name)?.ring(),
    count: () => alarms.size,
    nextAt() {
      const at = Math.min(...[...alarms.values()].map((alarm) => alarm.at));
      return Number.isFinite(at) ? at : null;
    },
  };
}
