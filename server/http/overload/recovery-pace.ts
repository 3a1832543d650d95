/** Initial value and limits of the time between two starts of recoveries. A recovery takes about twenty requests. */
const INTERVAL_MS = { first: 400, shortest: 100, longest: 2_000 };
/** Number of recoveries that may start immediately, so that a small site isn't delayed. */
export const RECOVERY_BURST = 4;
/** Minimum time between two adjustments of the interval, and the factors by which it's adjusted. */
const ADJUST_MS = 1_000;
const SLOW_DOWN_FACTOR = 1.5;
const SPEED_UP_FACTOR = 0.9;
/** Recoveries start less often if people's work takes longer than this multiple of its usual duration. */
const SLOW_FACTOR = 2;
/** The usual duration is measured on work done at least this long after the last recovery started. */
const USUAL_AFTER_MS = 30_000;
/** Minimum number of measurements before the usual duration is known. */
export const USUAL_COUNT = 50;
/**
 * Weights of a new measurement in the averages. The usual duration is averaged over about 500 requests, and the recent
 * duration over about 50.
 */
const USUAL_WEIGHT = 1 / 500;
const RECENT_WEIGHT = 1 / 50;

interface RecoveryPace {
  /** Records how long people's work takes. */
  readonly observe: (durationMs: number, now: number) => void;
  /** Returns the position of a new turn. */
  readonly assign: (now: number) => number;
  /** Returns the time until the turn, in milliseconds; 0 if the turn has come. */
  readonly waitFor: (position: number, now: number) => number;
  /** Records that a recovery starts. */
  readonly start: (now: number) => void;
}

/**
 * Creates the pace at which recoveries start. It slows down while people's work takes longer than usual, and speeds up
 * otherwise. Until the usual duration is known, the initial interval applies.
 * @param now time of a monotonic clock in ms; the returned functions expect times of the same clock
 */
export function createRecoveryPace(now: number): RecoveryPace {
  const usualAverage = createAverage(USUAL_WEIGHT);
  const recentAverage = createAverage(RECENT_WEIGHT);
  let intervalMs = INTERVAL_MS.first;
  let assignedCount = 0;
  /** Number of turns that have come so far; may be fractional. */
  let openedCount = RECOVERY_BURST;
  let [updatedAt, adjustedAt, startedAt] = [now, now, Number.NEGATIVE_INFINITY];

  const adjust = () => {
    if (usualAverage.count() < USUAL_COUNT) return;
    const isSlow = recentAverage.value() > usualAverage.value() + Math.log(SLOW_FACTOR);
    const newInterval = intervalMs * (isSlow ? SLOW_DOWN_FACTOR : SPEED_UP_FACTOR);
    intervalMs = Math.min(INTERVAL_MS.longest, Math.max(INTERVAL_MS.shortest, newInterval));
  };
  const update = (time: number) => {
    openedCount = Math.min(
      openedCount + (time - updatedAt) / intervalMs,
      assignedCount + RECOVERY_BURST,
    );
    updatedAt = time;
    if (assignedCount <= openedCount) intervalMs = INTERVAL_MS.first;
    else if (time - adjustedAt >= ADJUST_MS) {
      adjustedAt = time;
      adjust();
    }
  };
  return {
    observe(durationMs, time) {
      // Averages the logarithm, so that a single long task has little effect.
      const logDuration = Math.log(Math.max(durationMs, 0.1));
      recentAverage.add(logDuration);
      if (time - startedAt > USUAL_AFTER_MS) usualAverage.add(logDuration);
      update(time);
    },
    assign(time) {
      update(time);
      assignedCount += 1;
      return assignedCount;
    },
    waitFor(position, time) {
      update(time);
      return Math.max(0, (position - openedCount) * intervalMs);
    },
    start(time) {
      startedAt = time;
    },
  };
}

/** Creates a moving average. For the first values, it's a plain average. */
function createAverage(weight: number) {
  let [count, value] = [0, 0];
  return {
    count: () => count,
    value: () => value,
    add(sample: number) {
      count += 1;
      value += (sample - value) * Math.max(weight, 1 / count);
    },
  };
}
