import { HOUR_MS } from '#schemas/durations.ts';
import type { Clock, KeyValue } from '../ports.ts';

/** Estimates the server's clock: the device's clock, corrected by responses. */
interface ServerClock {
  now(): number;
  /**
   * Corrects the estimate from a response.
   * @param date the response's Date header
   * @param sentAt time of the request, by the device's clock
   */
  adjust(date: string | null, sentAt: number): void;
}

type Store = Pick<KeyValue, 'get' | 'set'>;

export const SERVER_CLOCK_KEY = 'club.clock';
/** A device clock that is off by more than this time, in ms, counts as wrong. */
export const MAX_CLOCK_SKEW_MS = 12 * HOUR_MS;
/**
 * Tolerated error of the correction, in ms. A new correction at every response could change the order of products that
 * are scanned within a second.
 */
const TOLERANCE_MS = 1_000;
/** Time after which the correction is stored again even if it hasn't changed, in ms. */
const SAVE_AGAIN_MS = 600_000;
/** If the device clock is more than this time (ms) behind the last correction, it was set back. */
const SET_BACK_MS = 5_000;

/**
 * @param store saves the correction for the next start
 * @param monotonicClock clock in milliseconds that doesn't jump when the device clock is changed
 */
export function createServerClock(
  clock: Clock,
  store?: Store,
  monotonicClock: Clock = () => performance.now(),
): ServerClock {
  let correction = readCorrection(store);
  let offset = isCorrectionCurrent(correction, clock()) ? correction.offset : 0;
  /** Device clock minus `monotonicClock` at the last response; null before the first. */
  let lastClockDifference: number | null = null;
  return {
    now() {
      const deviceTime = clock();
      // Time by which the user has moved the device clock since the last response.
      const clockJump =
        lastClockDifference === null ? 0 : deviceTime - monotonicClock() - lastClockDifference;
      if (clockJump < -SET_BACK_MS) return Math.round(deviceTime - clockJump + offset);
      const hasUserCorrectedClock = offset > MAX_CLOCK_SKEW_MS && clockJump > offset - SET_BACK_MS;
      return hasUserCorrectedClock ? deviceTime : deviceTime + offset;
    },
    adjust(date, sentAt) {
      const serverTime = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(serverTime)) return;
      const deviceTime = clock();
      // The header has whole seconds, and the latency is unknown. The right correction lies between these two offsets.
      const minOffset = serverTime - deviceTime;
      const maxOffset = serverTime + 999 - sentAt;
      const isPlausible = offset >= minOffset - TOLERANCE_MS && offset <= maxOffset + TOLERANCE_MS;
      if (!isPlausible) offset = Math.round((minOffset + maxOffset) / 2);
      lastClockDifference = deviceTime - monotonicClock();
      if (isPlausible && Math.abs(deviceTime - correction.deviceTime) < SAVE_AGAIN_MS) return;
      correction = { offset, deviceTime };
      store?.set(SERVER_CLOCK_KEY, `${offset} ${deviceTime}`);
    },
  };
}

/** A correction and its time by the device's clock. */
interface Correction {
  readonly offset: number;
  readonly deviceTime: number;
}

function readCorrection(store: Store | undefined): Correction {
  const [offset, deviceTime] = (store?.get(SERVER_CLOCK_KEY) ?? '').split(' ').map(Number);
  return { offset: offset || 0, deviceTime: deviceTime || 0 };
}

/** False if the device's clock seems to have been changed since the correction. */
function isCorrectionCurrent({ offset, deviceTime }: Correction, now: number): boolean {
  const elapsedMs = now - deviceTime;
  const isSetBack = elapsedMs < -SET_BACK_MS;
  const isSetForward = offset > MAX_CLOCK_SKEW_MS && elapsedMs > offset - MAX_CLOCK_SKEW_MS;
  return Number.isFinite(offset) && !isSetBack && !isSetForward;
}
