import { brand } from '#brand';

/** Regions whose manufacturer site has a host of its own; the others share the international one. */
const regionalHosts: Readonly<Record<string, string>> = {
  BA: 'ba',
  BG: 'bg',
  HR: 'hr',
  CZ: 'cz',
  EE: 'ee',
  HU: 'hu',
  IT: 'it',
  LT: 'lt',
  LV: 'lv',
  PL: 'pl',
  RO: 'ro',
  RS: 'rs',
  SK: 'sk',
  SI: 'si',
  TR: 'tr',
  UA: 'ua',
};

/**
 * The manufacturer's site for a region, without a slash at the end; the international one for what has none of its own.
 * @param region two-letter region code, such as `PL`
 */
export function regionalSite(region: string): string {
  return `https://${regionalHosts[region] ?? 'www'}.${brand.domain}`;
}
