/** Remaining time of projects, leads, vouchers and points. */
import { addDays, startOfDay, dayIn } from '#schemas/calendar-day.ts';
import { HOUR_MS, DAY_MS } from '#schemas/durations.ts';
import type { RegionCode } from '#schemas/regions.ts';

/** Current time, and the region whose calendar days apply. */
export interface RegionalClock {
  /** Milliseconds since 1970 by the server's clock. */
  readonly now: number;
  readonly region: RegionCode;
}

/**
 * Remaining time. It's counted in days until the last valid day, but in hours, rounded up, during the last 24
 * hours.
 */
export type TimeLeft =
  | {
      readonly unit: 'days' | 'hours';
      readonly count: number;
      /** Last valid day in the region: `2026-05-04`. */
      readonly lastDay: string;
    }
  | { readonly unit: 'over' };

/**
 * Number of remaining days from which to warn. Points expire at the end of the year, so their warning starts in
 * October (spec 1 §9).
 */
export const dueSoonDays = { lead: 2, project: 7, voucher: 30, points: 91 } as const;

/**
 * @param end expiry time; null if there is none
 * @returns null if there is no expiry time, or if it can't be parsed
 */
export function timeLeft(end: string | null, { now, region }: RegionalClock): TimeLeft | null {
  if (end === null) return null;
  const endsAt = Date.parse(end);
  if (Number.isNaN(endsAt)) return null;
  const remainingMs = endsAt - now;
  if (remainingMs <= 0) return { unit: 'over' };
  // If the time ends at midnight, the day before is the last valid one.
  const lastDay = dayIn(region, endsAt - 1);
  if (remainingMs <= DAY_MS)
    return { unit: 'hours', count: Math.ceil(remainingMs / HOUR_MS), lastDay };
  return { unit: 'days', count: Math.max(1, daysBetween(dayIn(region, now), lastDay)), lastDay };
}

/** True if at most this number of days is left, or the time is over. */
export function isDueSoon(time: TimeLeft | null, days: number): boolean {
  return time !== null && (time.unit !== 'days' || time.count <= days);
}

/** End of the year in a region, as an ISO time. */
export function endOfYear({ now, region }: RegionalClock): string {
  const year = Number(dayIn(region, now).slice(0, 4));
  return new Date(startOfDay(region, addDays(`${year}-12-31`, 1))).toISOString();
}

function daysBetween(day: string, laterDay: string): number {
  return Math.round((Date.parse(laterDay) - Date.parse(day)) / DAY_MS);
}
