import type { RegionCode } from './regions.ts';

/** The interface languages with the numbers that the API uses for them (specification 1, section 1). */
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

/** A language of the interface, by its ISO 639-1 code. */
export type Language = keyof typeof languageIds;

/** The language that the texts in the source are written in. */
export const sourceLanguage = 'en' satisfies Language;

/**
 * The languages that the app and the server speak. A new one is a line here, and its files: its catalogue and its
 * glossary in `locales/`, the server's texts in `server/texts/`, the demo's in `server/demo/translations/`.
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

/** A language that everything is translated to. */
export type CatalogueLanguage = (typeof catalogueLanguages)[number];

/** The language that our messages come in for who has chosen this one: English where there are none of its own. */
export function toCatalogueLanguage(language: Language | null): CatalogueLanguage {
  return catalogueLanguages.find((one) => one === language) ?? sourceLanguage;
}

/** What the language picker offers, in its order (specification 1, section 1): no Italian, no Turkish. */
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

/** What a visitor gets before they have chosen anything. */
export type HostDefaults = { region: RegionCode; language: Language };

/** For a host whose top-level domain says nothing: Poland, in English. */
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
 * Region and language by the last label of a host name (`club.example.com.tr` → Turkey, Turkish).
 * Takes `location.host` or `location.hostname`; a port, capitals and a closing dot do not matter.
 */
export function defaultsForHost(host: string): HostDefaults {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const domain = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(byTopLevelDomain, domain)
    ? (byTopLevelDomain[domain] ?? fallback)
    : fallback;
}

/** The language that a number of the API stands for, or null for one that nobody knows (12 is free). */
export function languageById(id: number): Language | null {
  const known = Object.entries(languageIds).find(([, number]) => number === id);
  return known ? (known[0] as Language) : null;
}

/** The language of a country, as its host speaks it. */
export function regionLanguage(region: RegionCode): Language {
  const own = Object.values(byTopLevelDomain).find((one) => one.region === region);
  return (own ?? fallback).language;
}
