import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEnumeration, parseLot, ENUMERATION_LENGTH } from '#server/scans/enumerated-lots.ts';

/** Returns lookups of numbers from 40 on, `step` apart, with their availability. */
const lookups = (count: number, isAvailable: (at: number) => boolean, step = 1) =>
  Array.from({ length: count }, (_, index) => ({
    number: 40 + index * step,
    available: isAvailable(index),
  }));

describe('the detection of an enumerated lot (security 24)', () => {
  test.each([
    ['consecutive numbers that don’t exist', lookups(ENUMERATION_LENGTH, () => false)],
    ['every second one', lookups(ENUMERATION_LENGTH, () => false, 2)],
    ['with every third number existing', lookups(ENUMERATION_LENGTH, (index) => index % 3 === 0)],
    [
      'after a pallet of existing numbers',
      [
        ...lookups(200, () => true),
        ...lookups(ENUMERATION_LENGTH, () => false).map((lookup) => ({
          ...lookup,
          number: lookup.number + 200,
        })),
      ],
    ],
  ])('is detected: %s', (_name, numbers) => {
    expect(isEnumeration(numbers)).toBe(true);
    expect(isEnumeration(numbers.toReversed())).toBe(true);
  });

  test.each([
    ['a pallet of existing numbers', lookups(500, () => true)],
    ['a pallet with a third owned by another company', lookups(90, (index) => index % 3 !== 0)],
    ['a few wrong numbers', lookups(ENUMERATION_LENGTH - 1, () => false)],
    ['wrong numbers far apart', lookups(200, () => false, 50)],
    ['nothing', []],
  ])('isn’t detected: %s', (_name, numbers) => {
    expect(isEnumeration(numbers)).toBe(false);
  });

  test('doesn’t depend on the order of lookups', () => {
    const lookup = fc.record({ number: fc.nat(120), available: fc.boolean() });
    const lookupSets = fc.uniqueArray(lookup, { selector: ({ number }) => number, maxLength: 100 });
    fc.assert(
      fc.property(lookupSets, fc.func(fc.nat()), (numbers, key) => {
        const shuffledNumbers = numbers.toSorted((a, b) => key(a.number) - key(b.number));
        expect(isEnumeration(shuffledNumbers)).toBe(isEnumeration(numbers));
      }),
    );
  });

  test('doesn’t happen if most serial numbers exist', () => {
    const hits = fc.uniqueArray(fc.nat(200), { maxLength: 100 });
    fc.assert(
      fc.property(hits, (numbers) => {
        expect(isEnumeration(numbers.map((number) => ({ number, available: true })))).toBe(false);
      }),
    );
  });
});

test.each([
  ['24A17K3M-0042', '24A17K3M-', 42],
  ['24A17K3M', '24A17K3M', 0],
  ['24A17K30', '24A17K', 30],
  ['12345678', '12', 345678],
  ['AB-CD-7', 'AB-CD-', 7],
])('%s belongs to lot %s as number %i', (code, lot, number) => {
  expect(parseLot(code)).toEqual({ lot, number });
});
