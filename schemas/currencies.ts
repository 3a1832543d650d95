import type { RegionCode } from './regions.ts';

/** Currency of each country as an ISO 4217 code (spec 2 §3, "amount.local"). */
const currencies: Record<RegionCode, string> = {
  BA: 'BAM',
  BG: 'EUR',
  HR: 'EUR',
  CZ: 'CZK',
  EE: 'EUR',
  HU: 'HUF',
  IT: 'EUR',
  LT: 'EUR',
  LV: 'EUR',
  PL: 'PLN',
  RO: 'RON',
  RS: 'RSD',
  SK: 'EUR',
  SI: 'EUR',
  TR: 'TRY',
  UA: 'UAH',
};

export function currencyOf(region: RegionCode): string {
  return currencies[region];
}
