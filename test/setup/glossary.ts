import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from './source-tree.ts';

const texts = v.optional(v.array(v.string()), []);

/** Glossary of a language, with exceptions by message key. */
const glossary = v.object({
  terms: v.record(
    v.string(),
    v.object({
      term: v.string(),
      note: v.optional(v.string()),
      /** Regular expressions; one must match the translation if the English text has the term. */
      stems: v.optional(v.array(v.string())),
      /** Words that no translation may contain, such as calques. */
      never: texts,
      except: texts,
    }),
  ),
  /** Texts that are the same in English. */
  same: texts,
});

type Glossary = v.InferOutput<typeof glossary>;

/** A translation by its key. */
interface Translated {
  readonly key: string;
  readonly english: string;
  readonly translation: string;
}

/** @throws if the language has no valid glossary */
export function readGlossary(language: string): Glossary {
  const file = join(root, 'locales', 'glossaries', `${language}.json`);
  return v.parse(glossary, JSON.parse(readFileSync(file, 'utf8')));
}

/** Lists terms not translated as in the glossary, as sentences. */
export function wrongTerms({ terms }: Glossary, texts: readonly Translated[]): string[] {
  return Object.entries(terms).flatMap(([term, { stems, never, except }]) => {
    const englishTerm = new RegExp(`(?<![\\p{L}-])${term}(s|es)?(?![\\p{L}-])`, 'iu');
    const expectedStems = stems?.map((stem) => new RegExp(stem, 'iu'));
    const forbiddenStems = never.map((stem) => new RegExp(stem, 'iu'));
    return texts
      .filter(({ key }) => !except.includes(key))
      .flatMap(({ key, english, translation }) => {
        const isMissing =
          expectedStems !== undefined &&
          englishTerm.test(withoutPlaceholders(english)) &&
          !expectedStems.some((stem) => stem.test(translation));
        const isForbidden = forbiddenStems.some((stem) => stem.test(translation));
        return isMissing || isForbidden ? [`${key}: ${term} in “${translation}”`] : [];
      });
  });
}

/** Texts that equal the English text without being listed in `same`. */
export function untranslated({ same }: Glossary, texts: readonly Translated[]): string[] {
  return texts
    .filter(({ key, english, translation }) => translation === english && !same.includes(key))
    .filter(({ english }) => /\p{L}{3}/u.test(withoutPlaceholders(english)))
    .map(({ key, english }) => `${key}: ${english}`);
}

/** Removes placeholder names and tags. */
function withoutPlaceholders(text: string): string {
  return text.replace(/\{\w+(?:, (?:plural|select),)?/g, '').replace(/<[^>]*>/g, '');
}
