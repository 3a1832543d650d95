import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from './source-tree.ts';

const texts = v.optional(v.array(v.string()), []);

/** How the trade's words are said in a language, and where for once they are not: by a text's key. */
const glossary = v.object({
  terms: v.record(
    v.string(),
    v.object({
      term: v.string(),
      note: v.optional(v.string()),
      /** What one of has to stand in the translation where the English has the term. As regular expressions. */
      stems: v.optional(v.array(v.string())),
      /** What stands in no translation: a calque, another trade's word. */
      never: texts,
      except: texts,
    }),
  ),
  /** Texts that are the same as in English. */
  same: texts,
});

export type Glossary = v.InferOutput<typeof glossary>;

/** A translation by its key. */
export interface Translated {
  readonly key: string;
  readonly english: string;
  readonly translation: string;
}

/** @throws where the language has none, or it is none */
export function readGlossary(language: string): Glossary {
  const file = join(root, 'locales', 'glossaries', `${language}.json`);
  return v.parse(glossary, JSON.parse(readFileSync(file, 'utf8')));
}

/** What of the trade's words is not said as the glossary has it, as sentences. */
export function wrongTerms({ terms }: Glossary, texts: readonly Translated[]): string[] {
  return Object.entries(terms).flatMap(([term, { stems, never, except }]) => {
    const said = new RegExp(`(?<![\\p{L}-])${term}(s|es)?(?![\\p{L}-])`, 'iu');
    const wanted = stems?.map((stem) => new RegExp(stem, 'iu'));
    const wrong = never.map((stem) => new RegExp(stem, 'iu'));
    return texts
      .filter(({ key }) => !except.includes(key))
      .flatMap(({ key, english, translation }) => {
        const isMissing =
          wanted !== undefined &&
          said.test(withoutPlaces(english)) &&
          !wanted.some((stem) => stem.test(translation));
        const isWrong = wrong.some((stem) => stem.test(translation));
        return isMissing || isWrong ? [`${key}: ${term} in “${translation}”`] : [];
      });
  });
}

/** The same words in both, though nobody said that they are. */
export function untranslated({ same }: Glossary, texts: readonly Translated[]): string[] {
  return texts
    .filter(({ key, english, translation }) => translation === english && !same.includes(key))
    .filter(({ english }) => /\p{L}{3}/u.test(withoutPlaces(english)))
    .map(({ key, english }) => `${key}: ${english}`);
}

/** Without the names of what is put in, and without tags. */
function withoutPlaces(text: string): string {
  return text.replace(/\{\w+(?:, (?:plural|select),)?/g, '').replace(/<[^>]*>/g, '');
}
