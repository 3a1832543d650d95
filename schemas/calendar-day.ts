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
/** Made when they are first asked for: they are costly. */
const formats = new Map<RegionCode, Intl.DateTimeFormat>();

/**
 * The calendar day of a moment in a region: the same on every device and on the server.
 * @param time milliseconds since 1970
 * @returns for example `2026-05-04`
 */
export function dayIn(region: RegionCode, time: number): string {
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

/** The day so many days after (or, negative, before) another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The first moment of a day in a region, in milliseconds since 1970; all of ours lie some whole hours before UTC. */
export function beginOfDay(region: RegionCode, day: string): number {
  let begin = Date.parse(`${day}T00:00:00.000Z`);
  while (dayIn(region, begin - HOUR) === day) begin -= HOUR;
  return begin;
}
