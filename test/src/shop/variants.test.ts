import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShopVariant } from '#schemas/shop-product.ts';
import {
  variantAttributes,
  selectVariant,
  firstVariant,
  attributeValue,
} from '#src/parts/product-detail.tsx';

const [SIZE = '', COLOUR = ''] = [1, 2].map(
  (index) => `0199a1b2-0000-7000-8000-00000000000${index}`,
);
const idOf = (kind: number, index: number) => `0199a1b2-0000-7000-8000-0000000${kind}00${index}0`;

function variant(index: number, size: number, colour: number, stock = 1): ShopVariant {
  return {
    uuid: idOf(9, index),
    sku: `SKU-${index}`,
    stock,
    price: 100,
    attrs: [
      { attrUuid: SIZE, attrName: 'Size', attrValueUuid: idOf(1, size), attrValueName: `S${size}` },
      {
        attrUuid: COLOUR,
        attrName: 'Colour',
        attrValueUuid: idOf(2, colour),
        attrValueName: `C${colour}`,
      },
    ],
  };
}

describe('the choice of a variant', () => {
  test('has one control for each attribute in which variants differ', () => {
    expect(variantAttributes([variant(1, 1, 1), variant(2, 2, 1)])).toEqual([
      {
        uuid: SIZE,
        name: 'Size',
        values: [
          { uuid: idOf(1, 1), name: 'S1' },
          { uuid: idOf(1, 2), name: 'S2' },
        ],
      },
    ]);
    expect(variantAttributes([variant(1, 1, 1)])).toEqual([]);
  });

  test('starts with a variant that is in stock', () => {
    const soldOut = variant(1, 1, 1, 0);
    const inStock = variant(2, 2, 1, 3);
    expect(firstVariant([soldOut, inStock])).toBe(inStock);
    expect(firstVariant([soldOut])).toBe(soldOut);
    expect(firstVariant([])).toBeUndefined();
  });

  test('keeps the other selected attributes if that variant exists', () => {
    const variants = [variant(1, 1, 1), variant(2, 1, 2), variant(3, 2, 1), variant(4, 2, 2)];
    const [, second, , fourth] = variants;
    if (!second || !fourth) throw new Error('The product has fewer than four variants.');
    expect(selectVariant(variants, second, SIZE, idOf(1, 2))).toBe(fourth);
  });

  test('prefers a variant in stock among equals', () => {
    const shownVariant = variant(1, 1, 1);
    const soldOut = variant(2, 2, 2, 0);
    const inStock = variant(3, 2, 3, 5);
    expect(selectVariant([shownVariant, soldOut, inStock], shownVariant, SIZE, idOf(1, 2))).toBe(
      inStock,
    );
  });

  test('always leads to an existing variant with the selected value', () => {
    const variantLists = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
        minLength: 1,
        selector: ([size, colour]) => `${size} ${colour}`,
      })
      .map((pairs) => pairs.map(([size, colour], index) => variant(index, size, colour)));
    fc.assert(
      fc.property(variantLists, fc.nat(), fc.nat(), (variants, from, to) => {
        const shownVariant = variants[from % variants.length];
        const aim = variants[to % variants.length];
        if (!shownVariant || !aim) throw new Error('The list is empty.');
        const value = attributeValue(aim, SIZE) ?? '';
        const selectedVariant = selectVariant(variants, shownVariant, SIZE, value);
        expect(variants).toContain(selectedVariant);
        expect(attributeValue(selectedVariant, SIZE)).toBe(value);
      }),
    );
  });
});
