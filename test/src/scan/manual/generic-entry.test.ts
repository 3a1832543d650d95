import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { genericProblems, genericScan } from '#src/features/scan/manual/generic-screen.tsx';
import { unmetRequirements } from '#src/features/scan/capture/product-rules.ts';
import { capturedScan } from '../scan-fixture.ts';
import { rules } from '../rules-fixture.ts';

const knownProduct = { type: 'GGL', size: 'MK06', variant: '2070' };
const part = (values: readonly string[]) =>
  fc.oneof(fc.constantFrom(...values), fc.constant(null), fc.string());

describe('a product without a label', () => {
  test('needs a photo, and a type, size and variant from their lists', () => {
    fc.assert(
      fc.property(
        part(rules.types),
        part(rules.sizes),
        part(rules.variants),
        fc.boolean(),
        (type, size, variant, hasPhoto) => {
          const problems = genericProblems({ type, size, variant }, hasPhoto, rules);
          const includes = (list: readonly string[], value: string | null) =>
            value !== null && list.includes(value);
          expect('type' in problems).toBe(!includes(rules.types, type));
          expect('size' in problems).toBe(!includes(rules.sizes, size));
          expect('variant' in problems).toBe(!includes(rules.variants, variant));
          expect('photo' in problems).toBe(!hasPhoto);
        },
      ),
    );
  });

  test('is saved with its photo instead of a serial number, and is then complete', () => {
    const scan = genericScan(knownProduct, 'photo-1', rules);
    expect(scan).toMatchObject({
      ...knownProduct,
      serial_number: null,
      is_unique: false,
      imageIdxDB: 'photo-1',
    });
    const saved = capturedScan({
      ...knownProduct,
      is_unique: false,
      serial_number: null,
      imageIdxDB: 'photo-1',
    });
    expect(unmetRequirements(saved, rules.configuration.product_survey)).toEqual([]);
  });

  test('records whether its photo shows the product or the label', () => {
    expect(genericScan(knownProduct, 'photo-1', rules)?.photo_of).toBe('product');
    expect(genericScan(knownProduct, 'photo-1', rules, 'label')?.photo_of).toBe('label');
  });

  test('requires the product question of its type', () => {
    expect(genericScan({ ...knownProduct, type: 'SRH' }, 'photo-1', rules)?.requiresSurvey).toBe(
      true,
    );
  });

  test('isn’t saved before its type, size and variant are chosen', () => {
    expect(genericScan({ ...knownProduct, size: null }, 'photo-1', rules)).toBeNull();
  });
});
