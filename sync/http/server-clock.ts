import type { Clock, KeyValue } from '../ports.ts';

/** The server's clock, as the device can know it: its own, corrected by what answers say. */
export interface ServerClock {
  now(): number;
  /**
   * @param date the answer's Date header
   * @param sentAt when the request left, by the device's clock
   */
  learn(date: string | null, sentAt: number): void;
}

type Store = Pick<KeyValue, 'get' | 'set'>;

export const SERVER_CLOCK_KEY = 'club.clock';
/** A device's clock that is further from the server's than this is wrong, in ms. */
export const WRONG_CLOCK_MS = 12 * 3_600_000;
/** The correction is stored again where it has changed by this much, in ms, or is this old. */
const CHANGED_MS = 5_000;
const OLD_MS = 600_000;

/** @param store keeps the correction, so that the next start knows it before the first answer */
export function createServerClock(clock: Clock, store?: Store): ServerClock {
  let kept = read(store);
  let offset = stillHolds(kept, clock()) ? kept.offset : 0;
  return {
    now: () => clock() + offset,
    learn(date, sentAt) {
      const said = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(said)) return;
      const at = clock();
      // The header has whole seconds, so on average half a second is missing.
      offset = Math.round(said + 500 - (sentAt + at) / 2);
      const isNews = Math.abs(offset - kept.offset) > CHANGED_MS;
      if (!isNews && Math.abs(at - kept.at) < OLD_MS) return;
      kept = { offset, at };
      store?.set(SERVER_CLOCK_KEY, `${offset} ${at}`);
    },
  };
}

/** A correction, and when it was made by the device's clock. */
interface Kept {
  readonly offset: number;
  readonly at: number;
}

function read(store: Store | undefined): Kept {
  const [offset, at] = (store?.get(SERVER_CLOCK_KEY) ?? '').split(' ').map(Number);
  return { offset: offset || 0, at: at || 0 };
}

/** Whether the device's clock is still the one that was corrected: a person may have set it right since. */
function stillHolds({ offset, at }: Kept, now: number): boolean {
  const since = now - at;
  const isSetBack = since < -CHANGED_MS;
  const isSetForward = offset > WRONG_CLOCK_MS && since > offset - WRONG_CLOCK_MS;
  return Number.isFinite(offset) && !isSetBack && !isSetForward;
}
