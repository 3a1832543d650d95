import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { MAX_HANDOVER_PHOTOS, shownSheet } from '#schemas/handover.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';
import { catalogueLanguages } from '#schemas/languages.ts';
import { buildSheet } from '#src/features/handover/build-sheet.ts';

type Sources = Parameters<typeof buildSheet>[0];
type Scan = Sources['scans'][number];

const scan = (changes: Partial<Scan> = {}): Scan => ({
  uuid: crypto.randomUUID(),
  type: 'GGL',
  size: 'MK06',
  variant: '2066',
  serial_number: '12345678-ABCD',
  is_unique: true,
  state: 'sent',
  flag: 'valid',
  time: 1_000,
  ...changes,
});
const sources = (changes: Partial<Sources> = {}): Sources => ({
  language: 'pl',
  company: 'Dachy Kowalska',
  place: 'Lipowa 12, 32-020 Wieliczka',
  day: '2026-05-04',
  replacedSheetDay: null,
  scans: [scan()],
  photos: [],
  chosenPhotos: null,
  types: [{ type: 'GGL', status: 'active', tier_category: 1 }],
  catalogue: [],
  ...changes,
});

describe('a sheet', () => {
  test('lists products with serial numbers one by one, and identical products without serial numbers on a single line', () => {
    const unnumbered = { serial_number: null, is_unique: false, type: 'BDK' } as const;
    const scans = [
      scan({ time: 3, serial_number: '22222222-BBBB' }),
      scan({ time: 1, serial_number: '11111111-AAAA' }),
      scan({ time: 2, ...unnumbered }),
      scan({ time: 4, ...unnumbered }),
    ];
    const { products } = buildSheet(sources({ scans }));
    expect(products.map(({ name, serial, count }) => [name, serial, count])).toEqual([
      ['Okno obrotowe', '11111111-AAAA', 1],
      ['Roleta', null, 2],
      ['Okno obrotowe', '22222222-BBBB', 1],
    ]);
  });

  test('omits products that weren’t accepted, were rejected, or aren’t saved yet', () => {
    const scans = [
      scan({ state: 'refused' }),
      scan({ flag: 'rejected' }),
      scan({ state: 'captured' }),
      scan({ state: 'waiting', flag: null }),
    ];
    expect(buildSheet(sources({ scans })).products).toHaveLength(1);
  });

  test('shows the years of warranty from the country’s catalogue', () => {
    const catalogue = [{ tier_categories: [1 as const], longevity: 10 }];
    const yearsWith = (changes: Partial<Sources>) =>
      buildSheet(sources(changes)).products[0]?.warranty_years;
    expect(yearsWith({ catalogue })).toBe(10);
    expect(yearsWith({ catalogue, types: [] })).toBeNull();
    expect(yearsWith({})).toBeNull();
  });

  test(`shows the chosen photos of the project in their order, at most ${MAX_HANDOVER_PHOTOS}; all photos if none were chosen`, () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 40 });
    const chosen = fc.option(fc.array(fc.nat(60), { maxLength: 40 }));
    fc.assert(
      fc.property(ids, chosen, (photos, picks) => {
        const removed = crypto.randomUUID();
        const chosenPhotos = picks && picks.map((pick) => photos[pick] ?? removed);
        const sheet = buildSheet(sources({ photos, chosenPhotos }));
        const expected = photos.filter((id) => chosenPhotos === null || chosenPhotos.includes(id));
        expect(sheet.photos).toEqual(expected.slice(0, MAX_HANDOVER_PHOTOS));
        expect(v.parse(shownSheet, sheet)).toEqual(sheet);
      }),
    );
  });

  test('is valid and in its language for any project', () => {
    const anyScan = fc
      .record({
        type: fc.constantFrom('GGL', 'GPL', 'VSE', 'CVP', 'TWR', 'BDK', 'SML', 'EDW', 'XYZ'),
        state: fc.constantFrom('captured', 'waiting', 'sent', 'refused'),
        flag: fc.constantFrom('valid', 'in_review', 'rejected', null),
        is_unique: fc.boolean(),
        time: fc.nat(),
      })
      .map((changes) => scan({ ...changes, ...(!changes.is_unique && { serial_number: null }) }));
    fc.assert(
      fc.property(
        fc.array(anyScan, { maxLength: 30 }),
        fc.constantFrom(...catalogueLanguages),
        fc.string({ minLength: 1, maxLength: 400 }).filter((text) => !/\p{Cc}/u.test(text)),
        (scans, language, place) => {
          const sheet = buildSheet(sources({ scans, language, place }));
          expect(v.parse(shownSheet, sheet)).toEqual(sheet);
          const listed = sheet.products.flatMap((product) => product.scans);
          expect(new Set(listed).size).toBe(listed.length);
          expect(sheet.statement).toBe(handoverTexts(language).statement);
        },
      ),
    );
  });
});
