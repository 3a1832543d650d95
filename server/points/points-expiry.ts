/** Sums over a company's ledger. */
export interface LedgerSums {
  /** What was earned before the moment that `expiryCutoff` gives. */
  readonly earnedBefore: number;
  /** All that was ever spent, reserved or expired. */
  readonly taken: number;
}

/**
 * Points expire when they are older than the region's validity. What was earned before this moment
 * is too old by the end of the current year (UTC).
 * @param now milliseconds since 1970
 */
export function expiryCutoff(now: number, validityMonths: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear() + 1, -validityMonths, 1));
}

/** How many points expire by the end of the year: the oldest are spent first. */
export function pointsToExpire({ earnedBefore, taken }: LedgerSums): number {
  return Math.max(0, earnedBefore - taken);
}

/** The first moment of the current year (UTC). */
export function yearStart(now: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear(), 0, 1));
}

/** The first moment of the next year (UTC). */
export function nextYearStart(now: number): Date {
  return new Date(Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1));
}
