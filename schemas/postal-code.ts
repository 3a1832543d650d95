import type { RegionCode } from './regions.ts';

/** Postal code formats by country; spaces and the hyphen may be missing. */
const patterns: Readonly<Record<RegionCode, RegExp>> = {
  BA: /^\d{5}$/,
  BG: /^\d{4}$/,
  HR: /^(?:HR)?\d{5}$/,
  CZ: /^\d{5}$/,
  EE: /^\d{5}$/,
  HU: /^\d{4}$/,
  IT: /^\d{5}$/,
  LT: /^(?:LT)?\d{5}$/,
  LV: /^(?:LV)?\d{4}$/,
  PL: /^\d{5}$/,
  RO: /^\d{6}$/,
  RS: /^\d{5}(?:\d)?$/,
  SK: /^\d{5}$/,
  SI: /^(?:SI)?\d{4}$/,
  TR: /^\d{5}$/,
  UA: /^\d{5}$/,
};

/** True if the text is a postal code of the country. */
export function isPostalCode(text: string, region: RegionCode): boolean {
  return patterns[region].test(text.replace(/[\s-]/g, '').toUpperCase());
}
