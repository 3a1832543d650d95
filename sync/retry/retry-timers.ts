import type { Clock } from '../ports.ts';

/** The longest a timer can sleep, 24.8 days; whoever sleeps longer is woken by an event. */
export const MAX_SLEEP_MS = 2_147_483_647;

/** Who waits before the next try. */
export interface RetryTimers {
  /** Resolves after so long, or when woken, or when all is closed. @param told once it sleeps */
  sleep(name: string, ms: number, told: () => void): Promise<void>;
  /** Wakes one, where it sleeps. */
  wake(name: string): void;
  count(): number;
  /** When the first of them will wake by itself; null where all wait for an event. */
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
