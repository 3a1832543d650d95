import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalJson,
  hasBuiltInTexts,
  hashShownSheet,
  MAX_HANDOVER_PHOTOS,
  parseHandover,
  sheetTexts,
} from '#schemas/handover.ts';
import {
  careTopicsOf,
  HANDOVER_TEXTS_VERSION,
  type HandoverTexts,
  handoverTexts,
} from '#schemas/handover-texts.ts';
import { catalogueLanguages } from '#schemas/languages.ts';
import { isPrintable } from '#schemas/printable.ts';
import { productFamilies } from '#schemas/product-family.ts';
import { readGlossary, wrongTerms } from '../setup/glossary.ts';
import { emailWithConsent, shownSheetOf, signedHandover } from './signed-handover.ts';

const photoId = crypto.randomUUID();
const manyIds = Array.from({ length: MAX_HANDOVER_PHOTOS + 1 }, () => crypto.randomUUID());
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('the canonical form', () => {
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 });

  test('keeps the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('doesn’t depend on the order of keys', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), json), { selector: ([key]) => key });
    fc.assert(
      fc.property(entries, (found) => {
        const value = Object.fromEntries(found);
        const reversedValue = Object.fromEntries(found.toReversed());
        expect(canonicalJson(value)).toBe(canonicalJson(reversedValue));
      }),
    );
  });

  test('differs if anything that was shown has changed', async () => {
    const shownSheet = shownSheetOf();
    const changedSheets = [
      shownSheetOf({ company: 'Dachy Kowalski' }),
      shownSheetOf({ day: '2026-05-05' }),
      shownSheetOf({ products: [] }),
      shownSheetOf({ photos: [photoId] }),
      shownSheetOf({ warranty: [...shownSheet.warranty].toReversed() }),
      shownSheetOf({ language: 'uk' }),
    ];
    const hashes = await Promise.all([shownSheet, ...changedSheets].map(hashShownSheet));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a signed sheet', () => {
  test('is read as it was written', async () => {
    const sheet = await signedHandover({ email: emailWithConsent('jan@example.com') });
    expect(parseHandover(bytesOf(sheet))).toEqual(sheet);
  });

  test.each<[string, object]>([
    ['has no name', { signer_name: '' }],
    ['has no strokes', { signature: { kind: 'drawn', box: { width: 9, height: 9 }, strokes: [] } }],
    [
      'was drawn outside its box',
      { signature: { kind: 'drawn', box: { width: 9, height: 9 }, strokes: [[[10, 1, 0]]] } },
    ],
    ['was typed without confirmation', { signature: { kind: 'typed', confirmed: false } }],
    ['has an address without consent', { email: { address: 'jan@example.com' } }],
    ['has another version', { version: 2 }],
    ['shows a photo twice', { shown: shownSheetOf({ photos: [photoId, photoId] }) }],
    ['shows too many photos', { shown: shownSheetOf({ photos: manyIds }) }],
  ])('isn’t accepted if it %s', async (_case, change) => {
    expect(parseHandover(bytesOf({ ...(await signedHandover()), ...change }))).toBeNull();
  });

  test('isn’t accepted if it isn’t JSON', () => {
    expect(parseHandover(new Uint8Array([0xff, 0xfe]))).toBeNull();
  });

  test('has the built-in texts only if no text was changed', async () => {
    const email = emailWithConsent('jan@example.com');
    const sheet = await signedHandover({ email });
    expect(hasBuiltInTexts(sheet)).toBe(true);
    const { shown: shownSheet } = sheet;
    expect(hasBuiltInTexts({ email, shown: { ...shownSheet, statement: 'I owe you 100.' } })).toBe(
      false,
    );
    expect(hasBuiltInTexts({ email, shown: { ...shownSheet, warranty: [] } })).toBe(false);
    expect(hasBuiltInTexts({ email, shown: { ...shownSheet, texts_version: 99 } })).toBe(false);
    const consent = { ...email.consent, text: 'Send me everything.' };
    expect(hasBuiltInTexts({ shown: shownSheet, email: { ...email, consent } })).toBe(false);
  });
});

describe('the texts', () => {
  const english = handoverTexts('en');
  const keys = Object.keys(english) as (keyof HandoverTexts)[];

  test.each(catalogueLanguages)('in %s are complete, translated and printable', (language) => {
    const texts = handoverTexts(language);
    expect(Object.keys(texts)).toEqual(keys);
    expect(keys.filter((key) => texts[key].trim() === '' || !isPrintable(texts[key]))).toEqual([]);
    const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];
    expect(keys.map((key) => placeholders(texts[key]))).toEqual(
      keys.map((key) => placeholders(english[key])),
    );
  });

  test.each(catalogueLanguages.filter((language) => language !== 'en'))(
    'in %s use the glossary’s terms, and aren’t English',
    (language) => {
      const texts = handoverTexts(language);
      const translatedTexts = keys.map((key) => ({
        key,
        english: english[key],
        translation: texts[key],
      }));
      expect(wrongTerms(readGlossary(language), translatedTexts)).toEqual([]);
      const longTexts = translatedTexts.filter((text) => text.english.length > 20);
      expect(longTexts.filter((text) => text.english === text.translation)).toEqual([]);
    },
  );

  test('fit into a sheet in every language', async () => {
    const topics = careTopicsOf(productFamilies);
    for (const language of catalogueLanguages) {
      const shownSheet = shownSheetOf({ language, ...sheetTexts(language, topics) });
      const sheet = await signedHandover({ shown: shownSheet });
      expect(parseHandover(bytesOf(sheet))).toEqual(sheet);
      expect(shownSheet.texts_version).toBe(HANDOVER_TEXTS_VERSION);
    }
  });

  test('start with the care topics of the products, and end with the general topic', () => {
    expect(careTopicsOf(['shutter', 'top_hung', 'centre_pivot'])).toEqual([
      'roof_window',
      'shutter',
      'general',
    ]);
    expect(careTopicsOf([])).toEqual(['general']);
  });
});
