/** The first wait after a failure, and the longest. */
export const BACKOFF_BASE_MS = 1_000;
export const MAX_BACKOFF_MS = 60_000;

/**
 * How long to wait before the next try: doubling, capped, with jitter over the upper half so that
 * many devices do not come back in step.
 * @param failures how many tries in a row have failed, 1 or more
 * @param random a number from 0 up to 1
 * @returns milliseconds, between half of and the whole of the doubled and capped base
 */
export function backoffMs(
  failures: number,
  random: number,
  { baseMs = BACKOFF_BASE_MS, capMs = MAX_BACKOFF_MS } = {},
): number {
  const exponent = Math.min(Math.max(failures - 1, 0), 30);
  const whole = Math.min(capMs, baseMs * 2 ** exponent);
  return Math.round(whole / 2 + (whole / 2) * random);
}
