import { formattingLocale } from '#schemas/formatting-locale.ts';

/** Units from largest to smallest with their length in seconds. */
const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;
/** Below a minute, seconds are rounded to multiples of ten. */
const STEP_SECONDS = 10;

/**
 * Formats a time relative to now: "2 minutes ago", "in 40 seconds", "now", "yesterday".
 * @param moment ms since 1970, like `now`
 * @param language the app's language
 * @returns an empty string if one of the times is invalid
 */
export function relativeTime(moment: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(formattingLocale(language), { numeric: 'auto' });
  const secondsAway = (moment - now) / 1_000;
  if (!Number.isFinite(secondsAway)) return '';
  const largestUnit = units.find(({ seconds }) => Math.abs(secondsAway) >= seconds);
  if (largestUnit)
    return format.format(Math.trunc(secondsAway / largestUnit.seconds), largestUnit.unit);
  const steps = Math.round(secondsAway / STEP_SECONDS) * STEP_SECONDS;
  // `Intl` formats -0 as "0 seconds ago".
  return format.format(steps === 0 ? 0 : steps, 'second');
}
