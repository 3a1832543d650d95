import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressChoices,
  splitStreetLine,
  streetLineOf,
  typedChoice,
} from '#src/features/_shared/address/address-choices.ts';

const lipowa = {
  street_name: 'ul. Lipowa',
  house_number: '12a',
  postal_code: '90-001',
  city: 'Łódź',
  region: 'PL',
} as const;

describe('the options of the address field', () => {
  it('are distinct places, followed by the typed text', () => {
    const choices = addressChoices([lipowa, lipowa], 'lipowa 12a');
    expect(choices.map((choice) => choice.address)).toEqual([
      {
        street_name: 'ul. Lipowa',
        house_number: '12a',
        postal_code: '90-001',
        city: 'Łódź',
        isTyped: false,
      },
      { street_name: 'lipowa', house_number: '12a', postal_code: '', city: '', isTyped: true },
    ]);
    expect(new Set(choices.map((choice) => choice.id)).size).toBe(2);
  });

  it.each([
    ['Lipow', null],
    ['  Lipow  ', null],
    ['Lipowa', 'Lipowa'],
  ])('include the typed text %s only if it is longer than five characters', (text, line) => {
    expect(typedChoice(text)?.address.street_name ?? null).toBe(line);
  });
});

describe('a street line', () => {
  it.each([
    ['ul. Lipowa 12a', 'ul. Lipowa', '12a'],
    ['вул. Шевченка, 7', 'вул. Шевченка', '7'],
    ['Husova 7/3', 'Husova', '7/3'],
    ['Via Roma 12-14', 'Via Roma', '12-14'],
    ['ul. 3 Maja', 'ul. 3 Maja', ''],
    ['ul. 3 Maja 5', 'ul. 3 Maja', '5'],
    ['Lipowa', 'Lipowa', ''],
    ['12', '12', ''],
  ])('%s is the street %s with the number “%s”', (line, street_name, house_number) => {
    expect(splitStreetLine(line)).toEqual({ street_name, house_number });
  });

  it('that is split and joined again equals the typed text, except for commas and spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aż1 ,/-9b.') }), (line) => {
        const roundTrip = streetLineOf(splitStreetLine(line));
        const withoutSeparators = (text: string) => text.replace(/[\s,]/g, '');
        expect(withoutSeparators(roundTrip)).toBe(withoutSeparators(line));
      }),
    );
  });
});
