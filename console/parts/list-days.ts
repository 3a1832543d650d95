import { startOfDay } from '#schemas/calendar-day.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';

/**
 * Returns the start of a day in a country, so that a list has the same records as a report's figure that links to it.
 * @param region undefined for several countries: the start of the day in the operator's time zone
 */
export function startOfDayIn(region: RegionId | undefined, day: string): string {
  const start = region === undefined ? `${day}T00:00:00` : startOfDay(regionCodeOf(region), day);
  return new Date(start).toISOString();
}
