/** How long there is still for what runs out: projects, leads, vouchers, points. One derivation for all. Pure. */
import { addDays, beginOfDay, dayIn } from '#schemas/calendar-day.ts';
import type { RegionCode } from '#schemas/regions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When it is, and where: days are those of the region's calendar. */
export interface RegionalClock {
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number;
  readonly region: RegionCode;
}

/**
 * What is left: nights until the last day, or hours where it is less than a day, the begun one among them; or
 * nothing any more.
 */
export type TimeLeft =
  | {
      readonly unit: 'days' | 'hours';
      readonly count: number;
      /** The last day that there still is, in the region: `2026-05-04`. */
      readonly lastDay: string;
    }
  | { readonly unit: 'over' };

/** From so many days on it is said louder; of points that go with the year from October on (spec 1 §9). */
export const dueSoonDays = { lead: 2, project: 7, voucher: 30, points: 91 } as const;

/**
 * @param end the moment at which it is over, or null where no time runs
 * @returns null where no time runs, or where the end cannot be read
 */
export function timeLeft(end: string | null, { now, region }: RegionalClock): TimeLeft | null {
  if (end === null) return null;
  const over = Date.parse(end);
  if (Number.isNaN(over)) return null;
  const left = over - now;
  if (left <= 0) return { unit: 'over' };
  // What is over with midnight has the day before as its last.
  const lastDay = dayIn(region, over - 1);
  if (left <= DAY) return { unit: 'hours', count: Math.ceil(left / HOUR), lastDay };
  return { unit: 'days', count: Math.max(1, daysBetween(dayIn(region, now), lastDay)), lastDay };
}

/** Whether so few days are left, or none. */
export function isDueSoon(left: TimeLeft | null, days: number): boolean {
  return left !== null && (left.unit !== 'days' || left.count <= days);
}

/** The moment at which a region's year is over. */
export function endOfYear({ now, region }: RegionalClock): string {
  const year = Number(dayIn(region, now).slice(0, 4));
  return new Date(beginOfDay(region, addDays(`${year}-12-31`, 1))).toISOString();
}

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / DAY);
}
