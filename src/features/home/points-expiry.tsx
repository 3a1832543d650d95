import { readOptions } from '#schemas/person-rules.ts';
import { Trans } from '@lingui/react/macro';

/** Once seen it is not repeated for so many months. */
const REPEATED_AFTER_MONTHS = 6;
const NEVER_SEEN = '2024-01-01';

/**
 * Whether to warn of points that expire with the year (spec 1 §9).
 * @param toExpire how many do
 * @param options the person's options: when the warning was seen last, as `expPtsSeen`
 * @param now milliseconds since 1970; the month is that of the device's calendar
 */
export function shouldWarnOfExpiry(toExpire: number, options: string, now: number): boolean {
  if (toExpire <= 0 || !isTimeToWarn(now)) return false;
  const again = seenAt(options);
  again.setMonth(again.getMonth() + REPEATED_AFTER_MONTHS);
  return again.getTime() <= now;
}

function seenAt(options: string): Date {
  const seen = readOptions(options)?.['expPtsSeen'];
  const date = new Date(typeof seen === 'string' ? seen : NEVER_SEEN);
  return Number.isNaN(date.getTime()) ? new Date(NEVER_SEEN) : date;
}

/** The warning shows from October on (spec 1 §9), as `Date` counts months. */
const FIRST_MONTH = 9;

/** Whether it is the time of the year to warn of points that expire with it. @param now milliseconds since 1970 */
export function isTimeToWarn(now: number): boolean {
  return new Date(now).getMonth() >= FIRST_MONTH;
}

/**
 * What keeps points from expiring: only that they are spent. Who closes a project earns new ones, and saves none.
 * @param props.hasShop whether this person can spend them in the app
 */
export function ExpiryHelp({ hasShop }: { hasShop: boolean }) {
  return hasShop ? (
    <Trans>Spend them in the shop before then. Your oldest points are spent first.</Trans>
  ) : (
    <Trans>Your company has no shop in this app. Ask support how you can still use them.</Trans>
  );
}
