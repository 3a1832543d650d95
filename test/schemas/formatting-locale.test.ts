import { describe, expect, test } from 'vitest';
import { currencyOf } from '#schemas/currencies.ts';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import { type Language, languageIds } from '#schemas/languages.ts';
import { regionCodes } from '#schemas/regions.ts';

const languages = Object.keys(languageIds) as Language[];
const cyrillic: readonly Language[] = ['bg', 'uk'];
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 5));
const DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 5, 1 + day));
const currencies = [...new Set(regionCodes.map(currencyOf))];

/** Lists how a language formats values, by kind. */
function formatSamples(language: Language) {
  const locale = formattingLocale(language);
  const dates = (options: Intl.DateTimeFormatOptions, days: readonly number[]) =>
    days.map((day) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(day));
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const money = (currency: string, currencyDisplay: 'symbol' | 'name') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(2_000);
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    months: dates({ month: 'long' }, MONTHS),
    shortMonths: dates({ month: 'short' }, MONTHS),
    weekdays: dates({ weekday: 'long' }, DAYS),
    days: dates({ dateStyle: 'long' }, MONTHS),
    letters: dates({ month: 'narrow' }, MONTHS),
    countries: regionCodes.map((code) => regions.of(code)),
    languages: languages.map((one) => names.of(one)),
    currencies: currencies.map((one) => money(one, 'name')),
    amounts: currencies.map((one) => money(one, 'symbol')),
    moments: [ago.format(-1, 'day'), ago.format(-5, 'hour'), ago.format(2, 'minute')],
    lists: [new Intl.ListFormat(locale).format(['1', '2', '3'])],
    numbers: [new Intl.NumberFormat(locale).format(-1_234_567.5)],
  };
}

/** Month, weekday, country, language and relative day in each language; all differ from English. */
const samples: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  bg: ['януари', 'понеделник', 'Чехия', 'унгарски', 'вчера'],
  bs: ['januar', 'ponedjeljak', 'Hrvatska', 'mađarski', 'prije'],
  cs: ['leden', 'pondělí', 'Chorvatsko', 'maďarština', 'včera'],
  en: ['January', 'Monday', 'Croatia', 'Hungarian', 'yesterday'],
  et: ['jaanuar', 'esmaspäev', 'Horvaatia', 'ungari', 'eile'],
  hr: ['siječanj', 'ponedjeljak', 'Hrvatska', 'mađarski', 'jučer'],
  hu: ['január', 'hétfő', 'Horvátország', 'magyar', 'tegnap'],
  it: ['gennaio', 'lunedì', 'Croazia', 'ungherese', 'ieri'],
  lt: ['sausis', 'pirmadienis', 'Kroatija', 'vengrų', 'vakar'],
  lv: ['janvāris', 'Pirmdiena', 'Horvātija', 'ungāru', 'vakar'],
  pl: ['styczeń', 'poniedziałek', 'Chorwacja', 'węgierski', 'wczoraj'],
  ro: ['ianuarie', 'luni', 'Croația', 'maghiară', 'ieri'],
  sk: ['január', 'pondelok', 'Chorvátsko', 'maďarčina', 'včera'],
  sl: ['januar', 'ponedeljek', 'Hrvaška', 'madžarščina', 'včeraj'],
  sr: ['januar', 'ponedeljak', 'Hrvatska', 'mađarski', 'juče'],
  tr: ['Ocak', 'Pazartesi', 'Hırvatistan', 'Macarca', 'dün'],
  uk: ['січень', 'понеділок', 'Хорватія', 'угорська', 'учора'],
};

describe.each(languages)('text in %s', (language) => {
  const formats = formatSamples(language);
  const wrongScript = cyrillic.includes(language)
    ? /\p{Script=Latin}{4,}/u
    : /\p{Script=Cyrillic}/u;

  test.each(Object.entries(formats))('uses the script of its translations: %s', (_kind, texts) => {
    for (const text of texts) expect(text).not.toMatch(wrongScript);
  });

  test('is in that language', () => {
    const [month, weekday, country, name, moment] = samples[language];
    expect(formats.months).toContain(month);
    expect(formats.weekdays).toContain(weekday);
    expect(formats.countries).toContain(country);
    expect(formats.languages).toContain(name);
    expect(formats.moments.join()).toContain(moment);
  });

  test.runIf(language !== 'en')('never falls back to English', () => {
    const english = formatSamples('en');
    for (const kind of ['months', 'weekdays', 'languages', 'currencies'] as const) {
      // Some words are the same as in English, such as "august" and "april".
      const identical = formats[kind].filter((text, index) => text === english[kind][index]);
      expect([kind, identical.length < formats[kind].length / 3]).toEqual([kind, true]);
    }
    expect(formats.countries).not.toContain('Croatia');
    expect(formats.numbers).not.toEqual(english.numbers);
    expect(formats.months.join()).not.toMatch(/\d/);
  });

  test('has the plural rules of its translations', () => {
    const forms = (locale: string) => {
      const rules = new Intl.PluralRules(locale);
      return Array.from({ length: 130 }, (_, count) => rules.select(count));
    };
    expect(forms(formattingLocale(language))).toEqual(forms(language));
  });

  test('has a tag that names it', () => {
    expect(new Intl.Locale(languageTag(language)).language).toBe(language);
    expect(Intl.getCanonicalLocales(formattingLocale(language))).toHaveLength(1);
  });
});

test('Serbian is tagged as Latin', () => {
  expect(languageTag('sr')).toBe('sr-Latn');
  expect(formattingLocale('sr')).toBe('sr-Latn');
});
