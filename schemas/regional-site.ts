import { brand } from '#brand';

/** Regions where the manufacturer's site has its own host; the others share the international one. */
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
 * Returns the manufacturer's site for a region, without a trailing slash; the international site if the region
 * has none.
 * @param region two-letter region code, such as `PL`
 */
export function regionalSite(region: string): string {
  return `https://${regionalHosts[region] ?? 'www'}.${brand.domain}`;
}
