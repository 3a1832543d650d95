import { type Language, languageIds } from '#schemas/languages.ts';

/** Returns the most preferred supported language of an `accept-language` header; English by default. */
export function getRequestLanguage(header: string | undefined): Language {
  const acceptedLanguages = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return {
        language: tag.split('-')[0] ?? '',
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter((entry) => isLanguage(entry.language) && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const bestLanguage = acceptedLanguages[0]?.language ?? '';
  return isLanguage(bestLanguage) ? bestLanguage : 'en';
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languageIds, text);
}
