/** How long one try may take, and how often and for how long it is tried, in milliseconds. */
export interface RetryPolicy {
  /** A provider that takes longer is as good as down. */
  readonly timeoutMs: number;
  /** After this long without a word the process that tries is taken for dead, and another one tries. */
  readonly leaseMs: number;
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

const urgent: RetryPolicy = {
  timeoutMs: 15_000,
  leaseMs: 20_000,
  initialDelayMs: 1_000,
  maxDelayMs: 30_000,
};
const usual: RetryPolicy = {
  timeoutMs: 45_000,
  leaseMs: 60_000,
  initialDelayMs: 30_000,
  maxDelayMs: 3_600_000,
};

export function retryPolicyFor(message: { readonly is_urgent: boolean }): RetryPolicy {
  return message.is_urgent ? urgent : usual;
}

/**
 * How long to wait after a try that failed, in milliseconds: twice as long each time, up to a limit, and a
 * quarter more or less by chance, so that what has failed together does not come again together.
 * @param tries how often it was tried, from 1
 * @param chance from 0 to 1
 */
export function retryDelay(
  tries: number,
  { initialDelayMs, maxDelayMs }: RetryPolicy,
  chance: number = Math.random(),
): number {
  const wait = Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1));
  return Math.round(wait * (0.75 + chance / 2));
}
