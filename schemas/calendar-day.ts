import { HOUR_MS, DAY_MS } from '#schemas/durations.ts';
import type { RegionCode } from './regions.ts';

/** Time zone of each region's calendar day. */
const timeZones: Record<RegionCode, string> = {
  BA: 'Europe/Sarajevo',
  BG: 'Europe/Sofia',
  HR: 'Europe/Zagreb',
  CZ: 'Europe/Prague',
  EE: 'Europe/Tallinn',
  HU: 'Europe/Budapest',
  IT: 'Europe/Rome',
  LT: 'Europe/Vilnius',
  LV: 'Europe/Riga',
  PL: 'Europe/Warsaw',
  RO: 'Europe/Bucharest',
  RS: 'Europe/Belgrade',
  SK: 'Europe/Bratislava',
  SI: 'Europe/Ljubljana',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kiev',
};

/** Name of a region's time zone: `Europe/Warsaw`. */
export function timeZoneOf(region: RegionCode): string {
  return timeZones[region];
}

/** Length of an ISO time with a four-digit year. Years above 9999 or below 0 have a sign and six digits. */
const ISO_LENGTH = '2026-05-04T00:00:00.000Z'.length;
/** Largest valid `Date`, in milliseconds before or after 1970. */
const MAX_TIME = 8.64e15;
/** Cached, because creating a formatter is expensive. */
const formatters = new Map<RegionCode, Intl.DateTimeFormat>();

/**
 * Returns the calendar day of a moment in a region; the same on every device and the server.
 * @param time milliseconds since 1970
 * @returns for example `2026-05-04`; empty for an invalid time
 */
export function dayIn(region: RegionCode, time: number): string {
  if (!(Math.abs(time) <= MAX_TIME)) return '';
  const parts = formatterFor(region).formatToParts(time);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

function formatterFor(region: RegionCode): Intl.DateTimeFormat {
  const cachedFormatter = formatters.get(region);
  if (cachedFormatter) return cachedFormatter;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZones[region],
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(region, formatter);
  return formatter;
}

/**
 * Adds days, or subtracts them if negative.
 * @returns the day unchanged if it's invalid or the result would be outside the years 0 to 9999
 */
export function addDays(day: string, days: number): string {
  return utcDayOf(startOfUtcDay(day) + days * DAY_MS) ?? day;
}

/**
 * Adds months; a day that the month lacks becomes its last day.
 * @returns the day unchanged if it's invalid or the result would be outside the years 0 to 9999
 */
export function addMonths(day: string, months: number): string {
  const start = new Date(startOfUtcDay(day));
  const firstOfMonth = new Date(start).setUTCMonth(start.getUTCMonth() + months, 1);
  const lastOfMonth = new Date(firstOfMonth);
  lastOfMonth.setUTCMonth(lastOfMonth.getUTCMonth() + 1, 0);
  const dayOfMonth = Math.min(start.getUTCDate(), lastOfMonth.getUTCDate());
  return utcDayOf(firstOfMonth + (dayOfMonth - 1) * DAY_MS) ?? day;
}

/** Date fields accept days up to this many years ahead, unless a rule says otherwise. */
export const MAX_YEARS_AHEAD = 5;

/** Last day that a date field accepts. */
export function latestSelectableDay(today: string): string {
  return addMonths(today, MAX_YEARS_AHEAD * 12);
}

/** Returns the start of the region's year that contains `time`, both in milliseconds since 1970. */
export function startOfYear(region: RegionCode, time: number): number {
  return startOfDay(region, `${dayIn(region, time).slice(0, 4)}-01-01`);
}

/**
 * Returns the start of a day in a region, in milliseconds since 1970. Every region's time zone differs from UTC
 * by whole hours.
 * @returns NaN for an invalid day
 */
export function startOfDay(region: RegionCode, day: string): number {
  let start = startOfUtcDay(day);
  if (Number.isNaN(start)) return start;
  while (dayIn(region, start - HOUR_MS) === day) start -= HOUR_MS;
  return start;
}

/** Returns the start of a day in UTC, in milliseconds since 1970; NaN for an invalid day. */
export function startOfUtcDay(day: string): number {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  return utcDayOf(time) === day ? time : Number.NaN;
}

/** Returns the UTC day of a time; null if its year doesn't have four digits. */
function utcDayOf(time: number): string | null {
  const text = Number.isNaN(new Date(time).getTime()) ? '' : new Date(time).toISOString();
  return text.length === ISO_LENGTH ? text.slice(0, 10) : null;
}
