import type { Clock, KeyValue } from '../ports.ts';

/** The server's clock, as the device can know it: its own, corrected by what answers say. */
export interface ServerClock {
  now(): number;
  /**
   * @param date the answer's Date header
   * @param sentAt when the request left, by the device's clock
   */
  adjust(date: string | null, sentAt: number): void;
}

type Store = Pick<KeyValue, 'get' | 'set'>;

export const SERVER_CLOCK_KEY = 'club.clock';
/** A device's clock that is further from the server's than this is wrong, in ms. */
export const MAX_CLOCK_SKEW_MS = 12 * 3_600_000;
/**
 * How far a correction may be from an answer, in ms. A clock that moves with every answer would put two products that
 * were scanned within a second in the wrong order.
 */
const TOLERANCE_MS = 1_000;
/** A correction that is older than this is stored again, in ms. */
const OLD_MS = 600_000;
/** A device's clock that is this much before the last correction was set back, in ms. */
const SET_BACK_MS = 5_000;

/**
 * @param store keeps the correction, so that the next start knows it before the first answer
 * @param running milliseconds that never go backwards, whatever is set
 */
export function createServerClock(
  clock: Clock,
  store?: Store,
  running: Clock = () => performance.now(),
): ServerClock {
  let kept = read(store);
  let offset = stillHolds(kept, clock()) ? kept.offset : 0;
  /** The device's clock without the time that the app runs, at the last answer; null before the first. */
  let base: number | null = null;
  return {
    now() {
      const at = clock();
      // How far the device's clock was set since the last answer.
      const jump = base === null ? 0 : at - running() - base;
      if (jump < -SET_BACK_MS) return Math.round(at - jump + offset);
      const isSetRight = offset > MAX_CLOCK_SKEW_MS && jump > offset - SET_BACK_MS;
      return isSetRight ? at : at + offset;
    },
    adjust(date, sentAt) {
      const said = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(said)) return;
      const at = clock();
      // The header has whole seconds, and the time on the way is unknown: the right correction is between these.
      const least = said - at;
      const most = said + 999 - sentAt;
      const isRight = offset >= least - TOLERANCE_MS && offset <= most + TOLERANCE_MS;
      if (!isRight) offset = Math.round((least + most) / 2);
      base = at - running();
      if (isRight && Math.abs(at - kept.at) < OLD_MS) return;
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
  const isSetBack = since < -SET_BACK_MS;
  const isSetForward = offset > MAX_CLOCK_SKEW_MS && since > offset - MAX_CLOCK_SKEW_MS;
  return Number.isFinite(offset) && !isSetBack && !isSetForward;
}
