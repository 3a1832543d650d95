/** What a company has earned this year, month by month. Pure. */
import { addDays, beginOfDay, dayIn } from '#schemas/calendar-day.ts';
import type { LedgerEntry, PointEvent } from '#schemas/ledger.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';

export interface EarnedMonth {
  /** The first day of the month, `2026-05-01`. */
  readonly day: string;
  readonly points: number;
}

/** What comes back of an order was earned before it. */
const ofOrders: readonly PointEvent[] = ['order_reservation', 'order_reject', 'order_complete'];

/** The months of the region's year that have begun: their first days, from January. */
function monthsOf({ now, region }: RegionalClock): string[] {
  const today = dayIn(region, now);
  return Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, at) => `${today.slice(0, 4)}-${String(at + 1).padStart(2, '0')}-01`,
  );
}

/** The first moment of the region's year, in milliseconds since 1970. */
export function startOfYear({ now, region }: RegionalClock): number {
  return beginOfDay(region, `${dayIn(region, now).slice(0, 4)}-01-01`);
}

/**
 * What was earned in each month of the region's year until now: everything that was added, and not given back.
 * @param entries in any order; those of other years are left out
 */
export function earnedMonths(
  entries: readonly Pick<LedgerEntry, 'created_at' | 'event' | 'points' | 'variation'>[],
  clock: RegionalClock,
): EarnedMonth[] {
  const earned = entries.filter(
    ({ variation, event }) => variation === 'positive' && !ofOrders.includes(event),
  );
  const months = monthsOf(clock);
  const end = beginOfDay(clock.region, addDays(dayIn(clock.region, clock.now), 1));
  const begins = [...months.map((day) => beginOfDay(clock.region, day)), end];
  return months.map((day, at) => {
    const [from = 0, to = 0] = begins.slice(at);
    const points = earned
      .filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) < to)
      .reduce((sum, entry) => sum + entry.points, 0);
    return { day, points };
  });
}

/** All of them together. */
export function totalEarned(months: readonly EarnedMonth[]): number {
  return months.reduce((sum, { points }) => sum + points, 0);
}
