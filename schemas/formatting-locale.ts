/**
 * The BCP 47 tag of a language's texts, for `lang` attributes and document languages. Serbian alone means Cyrillic, and
 * our texts are Latin.
 */
export function languageTag(language: string): string {
  return language === 'sr' ? 'sr-Latn' : language;
}

let bosnian: string | undefined;

/**
 * Returns the locale that everything written by `Intl` and `toLocale…` uses in a language of the app: dates, numbers,
 * amounts, names of countries and languages, plural rules and sorting.
 */
export function formattingLocale(language: string): string {
  // Days come before months, and a day has 24 hours.
  if (language === 'en') return 'en-GB';
  if (language === 'bs') return (bosnian ??= bosnianLocale());
  return languageTag(language);
}

/** Chromium has no Bosnian texts: it writes "M01" and "Thu". Serbian of Bosnia, in Latin script, is closest. */
function bosnianLocale(): string {
  const month = new Intl.DateTimeFormat('bs', { month: 'long' }).format(0);
  return /\d/.test(month) ? 'sr-Latn-BA' : 'bs';
}
