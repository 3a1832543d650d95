import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentsOf,
  type GuideEntry,
  listEntries,
  lookUpPlate,
  partsFor,
  plateCodeOf,
  productsFor,
  replacementOf,
} from '#schemas/plate-lookup.ts';
import {
  findGuideConflicts,
  MAX_GUIDE_BYTES,
  productGuide,
  type ProductGuide,
} from '#schemas/product-guide.ts';
import { demoGuide } from '#server/demo/product-guide.ts';
import * as v from 'valibot';

const guide: ProductGuide = v.parse(productGuide, {
  ...demoGuide,
  documents: demoGuide.documents.map((document) => ({
    ...document,
    file: '4b1ff5a2-2f5e-4d0e-9a55-6d1df9a5a001',
    bytes: 20_000,
  })),
});
const entries = listEntries(guide);
const anyEntry = fc.constantFrom(...entries);

const findEntry = (text: string, era?: string): GuideEntry => {
  const result = lookUpPlate(guide, text, era);
  if (result.kind !== 'found') throw new Error(`${text}: ${result.kind}`);
  return result.entry;
};
const describeEntry = (entry: GuideEntry) => `${plateCodeOf(entry)} (${entry.era.id})`;
const codesOf = (list: readonly GuideEntry[]) => list.map(describeEntry);

describe('the demo’s guide', () => {
  it('has four eras, no contradictions, and fits on every phone', () => {
    expect(guide.eras).toHaveLength(4);
    expect(findGuideConflicts(guide)).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(guide))).toBeLessThan(MAX_GUIDE_BYTES);
  });
});

describe('a plate', () => {
  it('of any product leads to it, or to all products with the same code', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const result = lookUpPlate(guide, plateCodeOf(entry));
        const matches =
          result.kind === 'found'
            ? [result.entry]
            : result.kind === 'several'
              ? result.entries
              : [];
        expect(codesOf(matches)).toContain(describeEntry(entry));
        expect(new Set(matches.map(plateCodeOf))).toEqual(new Set([plateCodeOf(entry)]));
        expect(findEntry(plateCodeOf(entry), entry.era.id)).toEqual(entry);
      }),
    );
  });

  it('is found in any case, with any separators and with the rest of the plate', () => {
    const separator = fc.constantFrom(' ', '-', '_', '', '  ', ' · ');
    fc.assert(
      fc.property(anyEntry, separator, fc.boolean(), (entry, between, isLower) => {
        const text = `${entry.model.code}${between}${entry.size.code}`;
        const plate = isLower ? text.toLowerCase() : text;
        expect(findEntry(`${plate} 3073`, entry.era.id)).toEqual(entry);
      }),
    );
  });

  it.each([
    ['GGL MK06', 'GGL MK06 (2014)'],
    ['ggl mk06 3070', 'GGL MK06 (2014)'],
    ['https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042', 'GGL MK06 (2014)'],
    ['GGL_MK06_2070_24A17K3M_0042', 'GGL MK06 (2014)'],
    ['GGL 3 MK06', 'GGL MK06 (2014)'],
    ['GGL 78/118', 'GGL 78/118 (2000)'],
    ['GGL 78 x 118', 'GGL 78/118 (2000)'],
    ['GGL 78x118', 'GGL 78/118 (2000)'],
    ['GGL 78×118', 'GGL 78/118 (2000)'],
    ['CFP 60x60', 'CFP 60x60 (2014)'],
    ['SW 33', 'SW 33 (1986)'],
    ['SW7', 'SW 7 (1972)'],
    // Cyrillic letters that look the same.
    ['ВDК МК06', 'BDK MK06 (2014)'],
  ])('“%s” is %s', (text, expected) => {
    expect(describeEntry(findEntry(text))).toBe(expected);
  });
});

describe('an incomplete or ambiguous plate', () => {
  it('with a reused code leads to both products', () => {
    expect(lookUpPlate(guide, 'SW 12')).toMatchObject({ kind: 'several', missing: null });
    const result = lookUpPlate(guide, 'SW 12');
    expect(codesOf(result.kind === 'several' ? result.entries : [])).toEqual([
      'SW 12 (1972)',
      'SW 12 (1986)',
    ]);
  });

  it('without a size leads to all sizes of the model, and without a model to all windows of the size', () => {
    expect(lookUpPlate(guide, 'GTL')).toMatchObject({
      kind: 'several',
      missing: 'size',
      entries: { length: 4 },
    });
    const sizeResult = lookUpPlate(guide, 'MK06');
    expect(sizeResult).toMatchObject({ kind: 'several', missing: 'model' });
    expect(
      sizeResult.kind === 'several' && sizeResult.entries.map(({ model }) => model.code),
    ).toEqual(['GGL', 'GGU', 'GPL', 'GPU', 'GZX']);
  });

  it.each(['24A17K3M-0042', '24a17k3m 0042', '24A17K3M0042', '24A17K3M'])(
    'that contains only the serial number %s is recognised as a serial number',
    (text) => {
      expect(lookUpPlate(guide, text)).toMatchObject({ kind: 'serial' });
    },
  );

  it.each(['', '???', 'Terrace door', 'https://other.example/ABC', 'X'.repeat(5000)])(
    '“%.20s” is unknown, without guesses',
    (text) => {
      expect(lookUpPlate(guide, text)).toEqual({ kind: 'unknown', closest: [] });
    },
  );

  it('with one wrong character is unknown, and the product is among the closest matches', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(20), (entry, position) => {
        const code = `${entry.model.code}${entry.size.code}`.replace(/[^A-Z0-9]/g, '');
        const index = position % code.length;
        const text = `${code.slice(0, index)}Q${code.slice(index + 1)}`;
        const result = lookUpPlate(guide, text, entry.era.id);
        fc.pre(result.kind === 'unknown' && result.closest.length < 8);
        expect(result.kind === 'unknown' ? codesOf(result.closest) : []).toContain(
          describeEntry(entry),
        );
      }),
    );
    expect(lookUpPlate(guide, 'GGL MK60')).toMatchObject({ kind: 'unknown' });
    const result = lookUpPlate(guide, 'GLG MK06');
    expect(result.kind === 'unknown' ? codesOf(result.closest) : []).toContain('GGL MK06 (2014)');
  });

  it('never throws and leads only to products in the guide, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const result = lookUpPlate(guide, text);
        const matches =
          result.kind === 'several'
            ? result.entries
            : result.kind === 'unknown'
              ? result.closest
              : [];
        expect(
          matches.every((entry) =>
            entries.some((entryInGuide) => describeEntry(entryInGuide) === describeEntry(entry)),
          ),
        ).toBe(true);
      }),
    );
  });
});

describe('today’s replacement', () => {
  it('is a product that is still made: the product itself, if possible', () => {
    for (const entry of entries) {
      const replacement = replacementOf(guide, entry);
      expect(replacement?.model.until ?? null).toBeNull();
      expect(replacement === entry).toBe(entry.model.until === null);
      const isSameOpening =
        replacement === null ||
        (replacement.size.width === entry.size.width &&
          replacement.size.height === entry.size.height);
      expect(isSameOpening).toBe(true);
    }
  });

  it.each([
    ['SW 7', '1972', 'GGL MK08 (2014)'],
    ['SW 33', '1986', 'GGL MK06 (2014)'],
    ['GPL 134/98', '2000', 'GPL UK04 (2014)'],
    ['GZX MK06', '2014', 'GGL MK06 (2014)'],
    ['BDA 78/118', '2000', 'BDA 78/118 (2000)'],
  ])('for %s from %s is %s', (text, era, expected) => {
    const replacement = replacementOf(guide, findEntry(text, era));
    expect(replacement && describeEntry(replacement)).toBe(expected);
  });

  it('doesn’t exist for a size or model without a successor', () => {
    expect(replacementOf(guide, findEntry('GGL 70/118'))).toBeNull();
    expect(replacementOf(guide, findEntry('SF 7'))).toBeNull();
  });
});

describe('the parts for a product', () => {
  it('are flashings and blinds of the same size that are still made, and each of them lists the product as fitting', () => {
    expect(partsFor(guide, findEntry('GGL MK06')).map(({ model }) => model.code)).toEqual([
      'EFW',
      'EFS',
      'BDK',
      'BRL',
      'BVN',
      'SRH',
      'SSE',
      'NIN',
      'NAW',
    ]);
    expect(codesOf(partsFor(guide, findEntry('SW 33')))).toEqual(['LB 33 (1986)', 'LN 33 (1986)']);
    fc.assert(
      fc.property(anyEntry, (entry) => {
        for (const part of partsFor(guide, entry)) {
          expect(codesOf(productsFor(guide, part))).toContain(describeEntry(entry));
          expect(part.model.until).toBeNull();
        }
      }),
    );
  });
});

describe('the documents of a product', () => {
  it('are the manual and the care sheet, in the person’s language where they exist', () => {
    const ids = (text: string, language: string) =>
      documentsOf(guide, findEntry(text), language).map((document) => document.id);
    expect(ids('GGL MK06', 'pl')).toEqual(['manual-window-pl', 'care-wood-pl']);
    expect(ids('GGL MK06', 'tr')).toEqual(['manual-window-en', 'care-wood-en']);
    expect(ids('GGU MK06', 'pl')).toEqual(['manual-window-pl', 'care-plastic-en']);
    expect(ids('NIN MK06', 'pl')).toEqual([]);
  });
});

describe('a guide with contradictions', () => {
  it('is reported with a message for each contradiction', () => {
    const [era] = guide.eras;
    const [model] = guide.models;
    const broken = {
      ...guide,
      current_era: '2030',
      eras: [...guide.eras, ...(era ? [era] : [])],
      models: [
        ...(model ? [model, model] : []),
        {
          ...(model as (typeof guide.models)[number]),
          code: 'X',
          until: 1900,
          sizes: ['0'],
          fits: ['0'],
          documents: ['0'],
        },
      ],
    };
    expect(findGuideConflicts(broken).map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'current_era',
        'eras.4.id',
        'models.1.code',
        'models.2.until',
        'models.2.replacement',
        'models.2.sizes.0',
        'models.2.fits.0',
        'models.2.documents.0',
        'eras.0.sizes.0.replacement',
      ]),
    );
  });

  it('is rejected if it has more products than a phone can search quickly', () => {
    const size = { width: 78, height: 118, replacement: null };
    const sizes = Array.from({ length: 500 }, (_, index) => ({ ...size, code: `S${index}` }));
    const models = guide.models.slice(0, 1).flatMap((model) =>
      Array.from({ length: 41 }, (_, index) => ({
        ...model,
        era: 'a',
        code: `M${index}`,
        documents: [],
      })),
    );
    const largeGuide = { ...guide, current_era: 'a', eras: [{ id: 'a', sizes }], models };
    expect(findGuideConflicts(largeGuide).map(({ path }) => path)).toContain('models');
  });
});
