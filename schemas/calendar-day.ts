import type { RegionCode } from './regions.ts';

/** The zone by which a region counts its days. */
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Years beyond 9999, or before 0, are written with a sign and six digits. */
const ISO_LENGTH = '2026-05-04T00:00:00.000Z'.length;
/** How far a date reaches to either side of 1970, in milliseconds. */
const MAX_TIME = 8.64e15;
/** Made when they are first asked for: they are costly. */
const formats = new Map<RegionCode, Intl.DateTimeFormat>();

/**
 * The calendar day of a moment in a region: the same on every device and on the server.
 * @param time milliseconds since 1970
 * @returns for example `2026-05-04`; empty where there is no such moment
 */
export function dayIn(region: RegionCode, time: number): string {
  if (!(Math.abs(time) <= MAX_TIME)) return '';
  const parts = formatOf(region).formatToParts(time);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

function formatOf(region: RegionCode): Intl.DateTimeFormat {
  const known = formats.get(region);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZones[region],
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(region, made);
  return made;
}

/**
 * Counts days forwards, or backwards where negative.
 * @returns the day unchanged where it is none, or where the result would leave the years 0 to 9999
 */
export function addDays(day: string, days: number): string {
  return dayOf(startOfUtcDay(day) + days * DAY) ?? day;
}

/**
 * Counts months; where the month is shorter, the result is its last day.
 * @returns the day unchanged where it is none, or where the result would leave the years 0 to 9999
 */
export function addMonths(day: string, months: number): string {
  const from = new Date(startOfUtcDay(day));
  const first = new Date(from).setUTCMonth(from.getUTCMonth() + months, 1);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  const date = Math.min(from.getUTCDate(), last.getUTCDate());
  return dayOf(first + (date - 1) * DAY) ?? day;
}

/** Date fields take days up to this many years ahead, where nothing else says more. */
export const MAX_YEARS_AHEAD = 5;

/** The last day that a date field takes. */
export function latestSelectableDay(today: string): string {
  return addMonths(today, MAX_YEARS_AHEAD * 12);
}

/** Finds the first moment of a region's year at a moment, both in milliseconds since 1970. */
export function startOfYear(region: RegionCode, time: number): number {
  return startOfDay(region, `${dayIn(region, time).slice(0, 4)}-01-01`);
}

/**
 * The first moment of a day in a region, in milliseconds since 1970. All time zones of the regions differ from UTC by
 * whole hours.
 * @returns NaN where the text is no day
 */
export function startOfDay(region: RegionCode, day: string): number {
  let begin = startOfUtcDay(day);
  if (Number.isNaN(begin)) return begin;
  while (dayIn(region, begin - HOUR) === day) begin -= HOUR;
  return begin;
}

/** The first moment of a day in UTC, in milliseconds since 1970; NaN where the text is no day. */
export function startOfUtcDay(day: string): number {
  const time = Date.parse(`${day}T00:00:00.000Z`);
  return dayOf(time) === day ? time : Number.NaN;
}

/** The day of a moment in UTC; null where a calendar with four digits for the year has none. */
function dayOf(time: number): string | null {
  const text = Number.isNaN(new Date(time).getTime()) ? '' : new Date(time).toISOString();
  return text.length === ISO_LENGTH ? text.slice(0, 10) : null;
}
