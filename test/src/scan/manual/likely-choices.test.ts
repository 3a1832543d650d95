import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByLikelihood } from '#src/features/scan/manual/product-fields.tsx';

const emptyChoice = { type: null, size: null, variant: null };
const scan = (type: string, size: string) => ({ type, size, variant: '2070' });

describe('the suggested choice', () => {
  it('is the option that was scanned most often, and among equals the one scanned last', () => {
    const scans = [scan('GPL', 'MK06'), scan('GGL', 'MK06'), scan('GGL', 'UK08')];
    const first = (values: string[]) => sortByLikelihood('type', values, scans, emptyChoice);
    expect(first(['CFP', 'EFW', 'GGL', 'GPL'])).toEqual(['GGL', 'GPL', 'CFP', 'EFW']);
    expect(sortByLikelihood('size', ['CK02', 'UK08', 'MK06'], scans.slice(1), emptyChoice)).toEqual(
      ['MK06', 'UK08', 'CK02'],
    );
  });

  it('considers the chosen type first', () => {
    const scans = [...Array.from({ length: 20 }, () => scan('GGL', 'MK06')), scan('GPL', 'UK08')];
    const sizes = ['CK02', 'MK06', 'UK08'];
    const partialChoice = { ...emptyChoice, type: 'GPL' };
    expect(sortByLikelihood('size', sizes, scans, partialChoice)).toEqual(['UK08', 'MK06', 'CK02']);
  });

  it('ignores old scans', () => {
    const manyScans = Array.from({ length: 60 }, () => scan('GGL', 'MK06'));
    const recent = Array.from({ length: 60 }, () => scan('GPL', 'MK06'));
    expect(
      sortByLikelihood('type', ['GGL', 'GPL'], [...recent, ...manyScans], emptyChoice)[0],
    ).toBe('GPL');
  });

  it('keeps all options, and doesn’t change the order of the others', () => {
    const types = fc.constantFrom<string[]>('GGL', 'GPL', 'CFP', 'EFW', 'OLD');
    fc.assert(
      fc.property(fc.array(types), (scanned) => {
        const values = ['CFP', 'EFW', 'GGL', 'GPL'];
        const scans = scanned.map((type) => scan(type, 'MK06'));
        const orderedValues = sortByLikelihood('type', values, scans, emptyChoice);
        expect(orderedValues.toSorted()).toEqual(values);
        const neverScanned = (all: readonly string[]) =>
          all.filter((one) => !scanned.includes(one));
        expect(neverScanned(orderedValues)).toEqual(neverScanned(values));
      }),
    );
  });
});
