import { formattingLocale } from '#schemas/formatting-locale.ts';

/** Units from the largest, each with its length in seconds and from how many seconds on it is used. */
const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;
/** Below a minute nobody counts: seconds are written in steps of ten. */
const STEP_SECONDS = 10;

/**
 * How far a moment is from now, in the words of a language: "2 minutes ago", "in 40 seconds", "now",
 * "yesterday".
 * @param moment milliseconds since 1970, like `now`
 * @param language of the app
 * @returns empty where either is no moment
 */
export function relativeTime(moment: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(formattingLocale(language), { numeric: 'auto' });
  const away = (moment - now) / 1_000;
  if (!Number.isFinite(away)) return '';
  const found = units.find(({ seconds }) => Math.abs(away) >= seconds);
  if (found) return format.format(Math.trunc(away / found.seconds), found.unit);
  const steps = Math.round(away / STEP_SECONDS) * STEP_SECONDS;
  // Minus zero would be written as one: "0 seconds ago".
  return format.format(steps === 0 ? 0 : steps, 'second');
}
