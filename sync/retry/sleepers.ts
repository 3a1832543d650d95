import type { Clock } from '../ports.ts';

/** The longest a timer can sleep, 24.8 days; whoever sleeps longer is woken by an event. */
export const MAX_SLEEP_MS = 2_147_483_647;

/** Who waits before the next try. */
export interface Sleepers {
  /** Resolves after so long, or when woken, or when all is closed. @param told once it sleeps */
  sleep(name: string, ms: number, told: () => void): Promise<void>;
  wake(): void;
  /** When each of them will wake by itself. */
  wakingAt(): readonly number[];
}

export function createSleepers(clock: Clock, closing: AbortSignal): Sleepers {
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
        alarms.set(name, { at: clock() + ms, ring });
        closing.addEventListener('abort', ring);
        told();
      }),
    wake: () => [...alarms.values()].forEach(({ ring }) => ring()),
    wakingAt: () => [...alarms.values()].map(({ at }) => at),
  };
}
