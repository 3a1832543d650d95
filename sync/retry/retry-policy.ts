/** First and longest backoff, in ms. */
export const BACKOFF_BASE_MS = 1_000;
export const MAX_BACKOFF_MS = 60_000;

/**
 * Returns the backoff in ms: doubling, capped, with jitter over the upper half so that devices
 * don't all retry at once.
 * @param failures consecutive failures, at least 1
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function backoffMs(
  failures: number,
  random: number,
  { baseMs = BACKOFF_BASE_MS, capMs = MAX_BACKOFF_MS } = {},
): number {
  const exponent = Math.min(Math.max(failures - 1, 0), 30);
  const delayMs = Math.min(capMs, baseMs * 2 ** exponent);
  return Math.round(delayMs / 2 + (delayMs / 2) * random);
}
