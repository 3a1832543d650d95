/** How long one try may take, and how often and for how long it is tried, in milliseconds. */
export interface RetryPolicy {
  /** A provider that takes longer is as good as down. */
  readonly deadline: number;
  /** After this long without a word the process that tries is taken for dead, and another one tries. */
  readonly lease: number;
  readonly firstWait: number;
  readonly lastWait: number;
}

const urgent: RetryPolicy = {
  deadline: 15_000,
  lease: 20_000,
  firstWait: 1_000,
  lastWait: 30_000,
};
const usual: RetryPolicy = {
  deadline: 45_000,
  lease: 60_000,
  firstWait: 30_000,
  lastWait: 3_600_000,
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
  { firstWait, lastWait }: RetryPolicy,
  chance: number = Math.random(),
): number {
  const wait = Math.min(lastWait, firstWait * 2 ** (tries - 1));
  return Math.round(wait * (0.75 + chance / 2));
}
