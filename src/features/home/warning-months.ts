/** The warning shows from October on (spec 1 §9), as `Date` counts months. */
const FIRST_MONTH = 9;

/** Whether it is the time of the year to warn of points that expire with it. @param now milliseconds since 1970 */
export function isTimeToWarn(now: number): boolean {
  return new Date(now).getMonth() >= FIRST_MONTH;
}
