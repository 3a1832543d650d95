/** How long a lead's step still runs. Pure. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From here on the list says it louder. */
const SOON = 2 * DAY;

/** What is left: whole days, in the last day hours, or nothing. The last begun one counts. */
export type TimeLeft =
  | { readonly unit: 'days' | 'hours'; readonly count: number; readonly isSoon: boolean }
  | { readonly unit: 'over'; readonly isSoon: true };

/**
 * @param expiresOn when the step is over, or null where no time runs
 * @param now milliseconds since 1970, by the server's clock
 * @returns null where no time runs
 */
export function timeLeft(expiresOn: string | null, now: number): TimeLeft | null {
  if (expiresOn === null) return null;
  const left = Date.parse(expiresOn) - now;
  if (left <= 0) return { unit: 'over', isSoon: true };
  const isSoon = left <= SOON;
  return left > DAY
    ? { unit: 'days', count: Math.ceil(left / DAY), isSoon }
    : { unit: 'hours', count: Math.ceil(left / HOUR), isSoon };
}
