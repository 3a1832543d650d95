import type { TranslatedText } from '#schemas/primitives.ts';

/** A text in English and Polish, the two languages that the demo is written in. */
export function inBoth(en: string, pl: string): TranslatedText {
  return { en, pl };
}
