import { HOUR_MS } from '#schemas/durations.ts';
/** Timeouts and delays of attempts, in milliseconds. */
interface RetryPolicy {
  /** A provider slower than this is treated as down. */
  readonly timeoutMs: number;
  /** After this time, the sending process is presumed dead, and another process claims the message. */
  readonly leaseMs: number;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

const urgentPolicy: RetryPolicy = {
  timeoutMs: 15_000,
  leaseMs: 20_000,
  initialDelayMs: 1_000,
  maxDelayMs: 30_000,
};
const standardPolicy: RetryPolicy = {
  timeoutMs: 45_000,
  leaseMs: 60_000,
  initialDelayMs: 30_000,
  maxDelayMs: HOUR_MS,
};

export function getRetryPolicy(message: { readonly is_urgent: boolean }): RetryPolicy {
  return message.is_urgent ? urgentPolicy : standardPolicy;
}

/**
 * Returns the delay after a failed attempt, in milliseconds. It grows exponentially up to a maximum, with ±25 % jitter,
 * so that messages that failed together aren't all retried at the same time.
 * @param tries attempts so far, from 1
 * @param random from 0 to 1
 */
export function getRetryDelay(
  tries: number,
  { initialDelayMs, maxDelayMs }: RetryPolicy,
  random: number = Math.random(),
): number {
  const delayMs = Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1));
  return Math.round(delayMs * (0.75 + random / 2));
}
