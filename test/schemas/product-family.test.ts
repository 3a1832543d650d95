import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productFamilyOf, productFamilies, parseSizeInCm } from '#schemas/product-family.ts';
import { demoProducts, demoProductTypes } from '#server/demo/product-catalogue.ts';

describe('the family of a product', () => {
  it.each([
    ['GGL', 'centre_pivot'],
    ['GGU', 'centre_pivot'],
    ['GPL', 'top_hung'],
    ['GPU', 'top_hung'],
    ['CFP', 'flat_roof'],
    ['DKL', 'blind'],
    ['FHL', 'blind'],
    ['RFL', 'blind'],
    ['SSL', 'shutter'],
    ['EDW', 'flashing'],
    ['GTL', 'roof_access'],
    ['GZX', 'centre_pivot'],
    ['GDL', 'roof_window'],
    ['NIN', 'insect_screen'],
    ['NAW', 'awning_blind'],
    ['VSG', 'smoke_vent'],
    ['TRN', 'sun_tunnel'],
    ['BDK', 'blind'],
    ['', 'product'],
    // Other words that happen to start with the same letters.
    ['Terrace door', 'product'],
    ['Sonnenschutz', 'product'],
    ['Cupola', 'product'],
  ])('of %s is %s', (type, family) => {
    expect(productFamilyOf(type)).toBe(family);
  });

  it('is that of the category if the letters are unknown, and never contradicts known letters', () => {
    expect(productFamilyOf('ZKT', 99)).toBe('accessory');
    expect(productFamilyOf('XYZ', 7)).toBe('sun_tunnel');
    expect(productFamilyOf('XYZ')).toBe('product');
    expect(productFamilyOf('GGL', 2)).toBe('centre_pivot');
    const knownTypes = demoProductTypes.filter(({ type }) => productFamilyOf(type) !== 'product');
    for (const { type, tier_category } of knownTypes) {
      expect(productFamilyOf(type, tier_category)).toBe(productFamilyOf(type));
    }
  });

  it('is one of the families for any label', () => {
    fc.assert(fc.property(fc.string(), (type) => productFamilies.includes(productFamilyOf(type))));
  });

  it('is specific for every type of the demo', () => {
    const unnamedTypes = demoProductTypes.filter(
      ({ type, tier_category }) => productFamilyOf(type, tier_category) === 'product',
    );
    expect(unnamedTypes).toEqual([]);
  });
});

describe('a size in centimetres', () => {
  it.each([
    ['UK08', 134, 140],
    ['MK06', 78, 118],
    ['CK02', 55, 78],
    ['60x60', 60, 60],
    ['120x90', 120, 90],
    ['060090', 60, 90],
  ])('%s is %i × %i', (size, width, height) => {
    expect(parseSizeInCm(size)).toEqual({ width, height });
  });

  it.each(['', '010', '100', 'MK', 'MK99', 'XK06', 'x60', 'MK06x', 'toString'])(
    'doesn’t exist for “%s”',
    (size) => {
      expect(parseSizeInCm(size)).toBeNull();
    },
  );

  it('is known for every window, blind and flashing of the demo', () => {
    const sizeless = demoProducts.filter(({ size }) => parseSizeInCm(size) === null);
    expect([...new Set(sizeless.map(({ type }) => type))]).toEqual(['TRN', 'ZKT']);
  });

  it('comes from the code, and doesn’t exist for another text', () => {
    const side = fc.integer({ min: 10, max: 999 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(parseSizeInCm(`${width}x${height}`)).toEqual({ width, height });
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const hasSize = /^([A-Z]K\d\d|\d{2,3}x\d{2,3}|\d{6})$/.test(text);
        expect(hasSize || parseSizeInCm(text) === null).toBe(true);
      }),
    );
  });
});
