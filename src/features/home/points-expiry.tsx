import { parseOptions } from '#schemas/person-rules.ts';
import { Trans } from '@lingui/react/macro';

/** Months before a dismissed warning is repeated. */
const REPEAT_AFTER_MONTHS = 6;
const NEVER_SEEN = '2024-01-01';

/**
 * Returns true if the user should be warned about points that expire at the end of the year (spec 1 §9).
 * @param expiringPoints number of points
 * @param options the user's options, with the last dismissal in `expPtsSeen`
 * @param now milliseconds since 1970; the month follows the device's calendar
 */
export function shouldWarnOfExpiry(expiringPoints: number, options: string, now: number): boolean {
  if (expiringPoints <= 0 || !isWarningPeriod(now)) return false;
  const nextWarning = lastDismissal(options);
  nextWarning.setMonth(nextWarning.getMonth() + REPEAT_AFTER_MONTHS);
  return nextWarning.getTime() <= now;
}

function lastDismissal(options: string): Date {
  const dismissedDate = parseOptions(options)?.['expPtsSeen'];
  const date = new Date(typeof dismissedDate === 'string' ? dismissedDate : NEVER_SEEN);
  return Number.isNaN(date.getTime()) ? new Date(NEVER_SEEN) : date;
}

/** October, as a `Date` month: start of the warning period (spec 1 §9). */
const FIRST_MONTH = 9;

/**
 * Returns true during the warning period.
 * @param now milliseconds since 1970
 */
export function isWarningPeriod(now: number): boolean {
  return new Date(now).getMonth() >= FIRST_MONTH;
}

/**
 * Advice on using points before they expire. It doesn't mention closing a project, because that earns new points but
 * doesn't keep old points from expiring.
 * @param props.hasShop true if this user can use the shop
 */
export function ExpiryHelp({ hasShop }: { hasShop: boolean }) {
  return hasShop ? (
    <Trans>Spend them in the shop before then. Your oldest points are spent first.</Trans>
  ) : (
    <Trans>
      Your company has no shop in this app. Contact support to find out how to use your points.
    </Trans>
  );
}
