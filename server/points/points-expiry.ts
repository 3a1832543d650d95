export interface LedgerSums {
  /** Points earned before the time that `getExpiryCutoff` returns. */
  readonly earnedBefore: number;
  /** All points that were ever spent, reserved or expired, minus those that were returned. */
  readonly deducted: number;
}

/**
 * Returns the time before which earned points will be older than the region's validity at the end of the current year
 * (UTC).
 * @param now milliseconds since 1970
 */
export function getExpiryCutoff(now: number, validityMonths: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear() + 1, -validityMonths, 1));
}

/** Returns the points that expire at the end of the year. The oldest points are spent first. */
export function getPointsToExpire({ earnedBefore, deducted }: LedgerSums): number {
  return Math.max(0, earnedBefore - deducted);
}

/** Returns the start of the current year (UTC). */
export function getYearStart(now: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear(), 0, 1));
}

/** Returns the start of the next year (UTC). */
export function getNextYearStart(now: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1));
}
