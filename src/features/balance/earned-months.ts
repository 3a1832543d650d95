/** Points a company has earned this year, by month. Pure. */
import { addDays, startOfDay, dayIn } from '#schemas/calendar-day.ts';
import type { LedgerEntry, PointEvent } from '#schemas/ledger.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';

export interface EarnedMonth {
  /** The first day of the month, `2026-05-01`. */
  readonly day: string;
  readonly points: number;
}

/** Points returned from an order had been earned before it. */
const ofOrders: readonly PointEvent[] = ['order_reservation', 'order_reject', 'order_complete'];

/** First days of the months of the region's year so far, from January. */
function monthsOf({ now, region }: RegionalClock): string[] {
  const today = dayIn(region, now);
  return Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, '0')}-01`,
  );
}

/** Start of the region's year, in milliseconds since 1970. */
export function startOfYear({ now, region }: RegionalClock): number {
  return startOfDay(region, `${dayIn(region, now).slice(0, 4)}-01-01`);
}

/**
 * Sums the points earned in each month of the region's year so far, without returned ones.
 * @param entries in any order; other years are ignored
 */
export function earnedMonths(
  entries: readonly Pick<LedgerEntry, 'created_at' | 'event' | 'points' | 'variation'>[],
  clock: RegionalClock,
): EarnedMonth[] {
  const earned = entries.filter(
    ({ variation, event }) => variation === 'positive' && !ofOrders.includes(event),
  );
  const months = monthsOf(clock);
  const end = startOfDay(clock.region, addDays(dayIn(clock.region, clock.now), 1));
  const begins = [...months.map((day) => startOfDay(clock.region, day)), end];
  return months.map((day, at) => {
    const [from = 0, to = 0] = begins.slice(at);
    const points = earned
      .filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) < to)
      .reduce((sum, entry) => sum + entry.points, 0);
    return { day, points };
  });
}

/** Sum of all months. */
export function totalEarned(months: readonly EarnedMonth[]): number {
  return months.reduce((sum, { points }) => sum + points, 0);
}
