import { addDays, startOfDay } from '#schemas/calendar-day.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';

/**
 * Returns the start of a day in a country. A list then has the same records as the report's figure that links to it.
 * @param region undefined for several countries: the start of the day in the operator's time zone
 */
export function startOfDayIn(region: RegionId | undefined, day: string): string {
  const start = region === undefined ? `${day}T00:00:00` : startOfDay(regionCodeOf(region), day);
  return new Date(start).toISOString();
}

/** Filter by day, as in the URL. Both days are included. */
interface DayFilter {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Returns a list's query for the filtered days: the start of the first one, and the end of the last one. */
export function dayQuery(region: RegionId | undefined, { from, until }: DayFilter): DayFilter {
  return {
    from: from && startOfDayIn(region, from),
    until: until && startOfDayIn(region, addDays(until, 1)),
  };
}
