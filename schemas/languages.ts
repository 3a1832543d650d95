import type { RegionCode } from './regions.ts';

/** Interface languages with their ids in the API (specification 1, section 1). */
export const languageIds = {
  bs: 1,
  bg: 2,
  hr: 3,
  cs: 4,
  en: 5,
  et: 6,
  hu: 7,
  it: 8,
  lv: 9,
  pl: 10,
  ro: 11,
  sr: 13,
  sk: 14,
  sl: 15,
  tr: 16,
  uk: 17,
  lt: 18,
} as const;

/** Interface language, as an ISO 639-1 code. */
export type Language = keyof typeof languageIds;

/** Language of the source texts. */
export const sourceLanguage = 'en' satisfies Language;

/**
 * Languages of the app and the server. To add one, add a line here and its files: catalogue and glossary in
 * `locales/`, server texts in `server/texts/`, demo texts in `server/demo/translations/`.
 */
export const catalogueLanguages = [
  'bg',
  'bs',
  'cs',
  'en',
  'et',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'pl',
  'ro',
  'sk',
  'sl',
  'sr',
  'tr',
  'uk',
] as const satisfies readonly Language[];

/** A language with complete translations. */
export type CatalogueLanguage = (typeof catalogueLanguages)[number];

/** Languages of the operator console. Its catalogues are in `console/locales/`. */
export const consoleLanguages = ['en', 'pl'] as const satisfies readonly CatalogueLanguage[];

/**
 * Returns the language for messages to a user who chose `language`, or English if that language has no translations.
 */
export function toCatalogueLanguage(language: Language | null): CatalogueLanguage {
  return catalogueLanguages.find((candidate) => candidate === language) ?? sourceLanguage;
}

/** Languages in the picker, in display order (specification 1, section 1): all but Italian and Turkish. */
export const pickerLanguages = [
  'bg',
  'bs',
  'cs',
  'en',
  'et',
  'hr',
  'hu',
  'lt',
  'lv',
  'pl',
  'ro',
  'sk',
  'sl',
  'sr',
  'uk',
] as const satisfies readonly Language[];

/** Defaults for a visitor who hasn't chosen anything. */
type HostDefaults = { region: RegionCode; language: Language };

/** Fallback for other top-level domains: Poland, in English. */
const fallback: HostDefaults = { region: 'PL', language: 'en' };

const byTopLevelDomain: Readonly<Record<string, HostDefaults>> = {
  ba: { region: 'BA', language: 'bs' },
  bg: { region: 'BG', language: 'bg' },
  hr: { region: 'HR', language: 'hr' },
  cz: { region: 'CZ', language: 'cs' },
  ee: { region: 'EE', language: 'et' },
  hu: { region: 'HU', language: 'hu' },
  it: { region: 'IT', language: 'it' },
  lt: { region: 'LT', language: 'lt' },
  lv: { region: 'LV', language: 'lv' },
  pl: { region: 'PL', language: 'pl' },
  ro: { region: 'RO', language: 'ro' },
  rs: { region: 'RS', language: 'sr' },
  sk: { region: 'SK', language: 'sk' },
  si: { region: 'SI', language: 'sl' },
  tr: { region: 'TR', language: 'tr' },
  ua: { region: 'UA', language: 'uk' },
};

/**
 * Default region and language by the last label of a host name (`club.example.com.tr` → Turkey, Turkish).
 * Accepts `location.host` or `location.hostname`; ignores a port, upper case and a trailing dot.
 */
export function defaultsForHost(host: string): HostDefaults {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const domain = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(byTopLevelDomain, domain)
    ? (byTopLevelDomain[domain] ?? fallback)
    : fallback;
}

/** Language with this id in the API; null if unknown (12 is unassigned). */
export function languageById(id: number): Language | null {
  const entry = Object.entries(languageIds).find(([, number]) => number === id);
  return entry ? (entry[0] as Language) : null;
}

/** Default language of a country. */
export function regionLanguage(region: RegionCode): Language {
  const hostDefaults = Object.values(byTopLevelDomain).find(
    (candidate) => candidate.region === region,
  );
  return (hostDefaults ?? fallback).language;
}
