import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldText,
  matchesAllTerms,
  matchesFilter,
  searchKey,
  projectSearchText,
  searchTerms,
} from '#schemas/text-search.ts';

const isFound = (storedText: string, input: string) =>
  matchesAllTerms(
    projectSearchText({ street_name: storedText, postal_code: '', city: '', name: '' }),
    input,
  );

describe('a search', () => {
  const apostrophes = [...`'’ʼ‘\`´ʹ′‛＇ʻ`];
  test.each(apostrophes)('finds the same texts with the apostrophe %s', (apostrophe) => {
    for (const other of [...apostrophes, '']) {
      expect(isFound(`вул. Кам${apostrophe}янецька 1`, `кам${other}янецька`)).toBe(true);
      expect(isFound(`O${apostrophe}Neil`, `o${other}neil`)).toBe(true);
    }
  });

  const dashes = [...'-‐‑‒–—―−﹣－'];
  test.each(dashes)('finds the same texts with the dash %s', (dash) => {
    for (const other of dashes) expect(isFound(`Brno${dash}střed`, `brno${other}stred`)).toBe(true);
  });

  test.each(['Brno–střed', 'Brno - střed', 'Brno —střed', 'Brno- střed'])(
    'finds %s with or without spaces around the dash',
    (name) => {
      for (const input of ['brno-stred', 'Brno – střed', 'brno — stred', 'brno stred']) {
        expect(isFound(name, input)).toBe(true);
      }
      expect(matchesFilter(name, 'brno-stred')).toBe(true);
      expect(matchesFilter(name, 'brno – s')).toBe(true);
    },
  );

  test('keeps a postal code and a range of house numbers together', () => {
    expect(searchTerms('30–001 Kraków, 12-14')).toEqual(['30-001', 'krakow', '12-14']);
    expect(searchTerms(' – ')).toEqual([]);
  });

  test.each(['"', '“', '”', '„', '«', '»', '‹', '″', '‟'])('ignores the quote %s', (quote) => {
    expect(isFound(`Dachy ${quote}Nowak${quote}`, 'dachy "nowak"')).toBe(true);
    expect(isFound('Dachy Nowak', `${quote}nowak${quote}`)).toBe(true);
  });

  test.each(['\u00A0', '\u202F', '\u2009', '\u3000', ' \u00A0 ', '\t'])(
    'finds the same texts with the space %j',
    (space) => {
      expect(searchTerms(`ul.${space}Lipowa${space}1`)).toEqual(['ul.', 'lipowa', '1']);
      expect(isFound(`ul.${space}Lipowa${space}1`, 'ul. lipowa 1')).toBe(true);
    },
  );

  test.each(['\u200B', '\u00AD', '\u2060', '\uFEFF', '\u202A', '\uFE0F'])(
    'finds the same texts with the invisible character %j',
    (character) => {
      expect(isFound(`Lip${character}owa`, 'lipowa')).toBe(true);
      expect(isFound('Lipowa', `${character}lip${character}owa`)).toBe(true);
    },
  );

  test('finds letters in any case, composed or not', () => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
      expect(isFound('Żółkiewskiego'.normalize(form), 'ŻÓŁKIEWSKIEGO'.normalize('NFD'))).toBe(true);
      expect(isFound('İstanbul Straße'.normalize(form), 'ISTANBUL STRASSE')).toBe(true);
    }
  });

  test('doesn’t confuse products that differ in a sign', () => {
    expect(foldText('Rura 2"')).not.toBe(foldText("Rura 2'"));
  });

  test('doesn’t change text that is already folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
    );
  });
});

/** Files that compare in lower case but do not search. */
const others = [
  'schemas/label.ts',
  'server/db/migrations/030-search-keys.ts',
  'server/db/migrations/093-lead-tokens.ts',
  'server/leads/lead-token-handlers.ts',
];

test('every search folds texts in the same way', async () => {
  const separateFolding: string[] = [];
  for await (const file of glob('{schemas,server,src,sync,workers}/**/*.{ts,tsx}')) {
    if (others.includes(file)) continue;
    const text = readFileSync(file, 'utf8');
    const isFolding =
      // Matches conversion to lower case only, and searches that ignore case in the database or a library.
      /Case\([^()]*\)\s*\.(includes|startsWith|indexOf)\(/.test(text) ||
      /\bilike\b|\blower\([a-z_.]*(name|text|title|street|city)/.test(text) ||
      /\buseFilter\(|<Autocomplete\b/.test(text) ||
      (text.includes("'search_text', 'like'") && !text.includes('searchTerms(')) ||
      (/<ComboBox\b/.test(text) && !text.includes('defaultFilter: filter')) ||
      (/<ComboField\b/.test(text) && !/\bfilter=(\{matchesFilter\}|"none")/.test(text));
    if (isFolding) separateFolding.push(file);
  }
  expect(separateFolding).toEqual([]);
});
