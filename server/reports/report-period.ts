import { addDays, addMonths, startOfDay } from '#schemas/calendar-day.ts';
import { type RegionCode } from '#schemas/regions.ts';

/** A period of whole days: its first and last day, and its start and end times. */
export interface Period {
  readonly days: { readonly from: string; readonly until: string };
  readonly start: Date;
  readonly end: Date;
}

/** Returns the period of a month or year such as `2026-11`, the period to compare it with, and the step of its series. */
export function readPeriods(
  region: RegionCode,
  text: string,
  against: 'before' | 'year_before' = 'before',
): { readonly period: Period; readonly compared: Period; readonly step: 'day' | 'month' } {
  const isYear = text.length === 'yyyy'.length;
  const firstDay = isYear ? `${text}-01-01` : `${text}-01`;
  const months = isYear ? 12 : 1;
  const comparedFirstDay = addMonths(firstDay, against === 'before' ? -months : -12);
  return {
    period: createPeriod(region, firstDay, months),
    compared: createPeriod(region, comparedFirstDay, months),
    step: isYear ? 'month' : 'day',
  };
}

function createPeriod(region: RegionCode, from: string, months: number): Period {
  const nextFirstDay = addMonths(from, months);
  return {
    days: { from, until: addDays(nextFirstDay, -1) },
    start: new Date(startOfDay(region, from)),
    end: new Date(startOfDay(region, nextFirstDay)),
  };
}
