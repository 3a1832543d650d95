/**
 * BCP 47 tag for `lang` attributes and document languages. Plain `sr` would mean Cyrillic, but our texts are
 * Latin.
 */
export function languageTag(language: string): string {
  return language === 'sr' ? 'sr-Latn' : language;
}

let bosnian: string | undefined;

/**
 * Locale for everything formatted with `Intl` and `toLocale…`: dates, numbers, amounts, country and language
 * names, plural rules and sorting.
 */
export function formattingLocale(language: string): string {
  // Day before month, and a 24-hour clock.
  if (language === 'en') return 'en-GB';
  if (language === 'bs') return (bosnian ??= bosnianLocale());
  return languageTag(language);
}

/**
 * Chromium has no Bosnian names of months and weekdays: it shows "M01" and "Thu". The closest locale that it
 * supports is Serbian in Latin script as used in Bosnia.
 */
function bosnianLocale(): string {
  const month = new Intl.DateTimeFormat('bs', { month: 'long' }).format(0);
  return /\d/.test(month) ? 'sr-Latn-BA' : 'bs';
}
