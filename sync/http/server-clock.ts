import type { Clock } from '../ports.ts';

/** The server's clock, as the device can know it: its own, corrected by what answers say. */
export interface ServerClock {
  now(): number;
  /**
   * @param date the answer's Date header
   * @param sentAt when the request left, by the device's clock
   */
  learn(date: string | null, sentAt: number): void;
}

export function createServerClock(clock: Clock): ServerClock {
  let offset = 0;
  return {
    now: () => clock() + offset,
    learn(date, sentAt) {
      const said = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(said)) return;
      // The header has whole seconds, so on average half a second is missing.
      offset = Math.round(said + 500 - (sentAt + clock()) / 2);
    },
  };
}
