import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanFromEntry } from '#src/features/scan/manual/validate-entry.ts';
import {
  choiceProblems,
  parsePastedLabel,
  editFirstHalf,
  editSecondHalf,
} from '#src/features/scan/manual/manual-entry.ts';
import {
  codeOf,
  isGenericEntry,
  numberToCheck,
  problemsOf,
  startManual,
  withHalves,
  withLabel,
  withUnsplitCode,
} from '#src/features/scan/manual/manual-state.ts';
import { genericRules, rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const product = { type: 'GGL', size: 'MK06', variant: '2070' };

describe('typing a serial number', () => {
  it('moves to the second half when the first is full', () => {
    expect(editFirstHalf('24a17k3', '')).toMatchObject({
      part1: '24A17K3',
      movesToSecondField: false,
    });
    expect(editFirstHalf('24a17k3m', '')).toMatchObject({
      part1: '24A17K3M',
      movesToSecondField: true,
    });
  });

  it.each(['24A17K3M-0042', ' 24a17k3m 0042 ', '24A17K3M–0042', '24A17K3M0042'])(
    'splits a whole code pasted into either half: %s',
    (pasted) => {
      const halves = { part1: '24A17K3M', part2: '0042' };
      expect(editFirstHalf(pasted, '')).toMatchObject(halves);
      expect(editSecondHalf(pasted, '')).toMatchObject(halves);
    },
  );

  it('keeps the second half while the first is corrected', () => {
    expect(editFirstHalf('24A17', '0042')).toMatchObject({ part1: '24A17', part2: '0042' });
  });

  it('reports replaced look-alikes and dropped characters', () => {
    const typed = editFirstHalf('24АŁ✳', '');
    expect(typed.part1).toBe('24AL');
    expect(typed.replacements.map(({ replacement }) => replacement)).toEqual(['A', 'L']);
    expect(typed.unmappable).toEqual(['✳']);
  });

  it('never allows characters that a code can’t contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (input) => {
        const { part1, part2 } = editFirstHalf(input, '');
        expect(part1 + part2).toMatch(/^[A-Z0-9]*$/);
      }),
    );
  });
});

describe('an entry', () => {
  it('reports every field that isn’t in its list', () => {
    const choice = { type: 'OLD', size: null, variant: '9999' };
    expect(choiceProblems(choice, rules)).toEqual({
      type: 'unknown_type',
      size: 'unknown_size',
      variant: 'unknown_variant',
    });
    expect(choiceProblems(product, rules)).toEqual({});
  });

  it('needs the second half, except in generic regions', () => {
    const state = withHalves(startManual(null), { part1: '24A17K3M', part2: '' });
    expect(problemsOf(state, rules)).toEqual({ serial: 'part_2_missing' });
    expect(problemsOf(state, genericRules)).toEqual({});
    expect(isGenericEntry(state, genericRules)).toBe(true);
    expect(scanFromEntry(null, product, false, genericRules)).toMatchObject({
      serial_number: null,
      is_unique: false,
    });
  });
});

describe('a scan whose code has more parts than manual entry has fields', () => {
  const long = capturedScan({ serial_number: '24A17K3M-0042-7' });

  it('is edited as a whole, and its code stays complete', () => {
    const state = startManual(long);
    expect(state.unsplitCode).toBe('24A17K3M-0042-7');
    expect(problemsOf(state, rules)).toEqual({});
    expect(codeOf(state, rules)).toBe('24A17K3M-0042-7');
    expect(codeOf(withUnsplitCode(state, '24A17K3M-0042-8'), rules)).toBe('24A17K3M-0042-8');
    expect(isGenericEntry(state, genericRules)).toBe(false);
  });

  it.each([
    ['', 'part_1_missing'],
    ['24A-', 'bad_characters'],
    ['A'.repeat(33), 'bad_characters'],
  ])('can’t be saved as “%s”', (input, serial) => {
    const state = withUnsplitCode(startManual(long), input);
    expect(problemsOf(state, rules)).toEqual({ serial });
    expect(codeOf(state, rules)).toBeNull();
  });

  it('differs from one with an ordinary code, which has two fields', () => {
    expect(startManual(capturedScan({ serial_number: '24A17K3M-0042' }))).toMatchObject({
      unsplitCode: null,
      halves: { part1: '24A17K3M', part2: '0042' },
    });
  });
});

describe('the automatic lookup of a number', () => {
  const neededPart = (part1: string, part2: string) =>
    numberToCheck(withHalves(startManual(null), { part1, part2 }), rules);

  it('starts when both halves are full, but not while it may be incomplete', () => {
    expect(neededPart('24A17K3M', '0042')).toBe('24A17K3M-0042');
    expect(neededPart('24A17K3M', '004')).toBeNull();
    expect(neededPart('24A17K3', '0042')).toBeNull();
    expect(neededPart('24A17K3M', '')).toBeNull();
  });

  it('immediately reports a number that is too long, but not one that is too short', () => {
    const typed = (part2: string) => withHalves(startManual(null), { part1: '24A17K3M', part2 });
    expect(typed('00421').problems).toEqual({ serial: 'part_2_too_long' });
    expect(typed('').problems).toEqual({});
  });

  it('doesn’t start after an error until the number changes', () => {
    const fullState = withHalves(startManual(null), { part1: '24A17K3M', part2: '0042' });
    const withError = { ...fullState, numberError: { kind: 'unknown' as const } };
    expect(numberToCheck(withError, rules)).toBeNull();
    const changedState = withHalves(withError, { part1: '24A17K3M', part2: '0043' });
    expect(numberToCheck(changedState, rules)).toBe('24A17K3M-0043');
  });
});

describe('a label’s link instead of a number', () => {
  const link = 'https://q.skylight.example/GGL_MK06_2070_24a17k3m_0042';
  const enterPasted = (text: string, formResolver = rules) => {
    const label = parsePastedLabel(text, formResolver);
    if (label === null) throw new Error('The text isn’t read as a label.');
    return withLabel(startManual(null), label);
  };

  it('returns number and product', () => {
    const state = enterPasted(link);
    expect(state).toMatchObject({
      halves: { part1: '24A17K3M', part2: '0042' },
      labelProduct: product,
    });
    expect(numberToCheck(state, rules)).toBe('24A17K3M-0042');
  });

  it('returns a number with more parts unchanged', () => {
    const state = enterPasted(`${link}_7`);
    expect(state.unsplitCode).toBe('24A17K3M-0042-7');
    expect(numberToCheck(state, rules)).toBe('24A17K3M-0042-7');
  });

  it('asks for a photo if it has no number', () => {
    const state = enterPasted('https://q.skylight.example/GGL_MK06_2070_24A17K3M', genericRules);
    expect(state).toMatchObject({ step: 'product', reason: 'generic', choice: product });
    expect(isGenericEntry(state, genericRules)).toBe(true);
    expect(problemsOf(state, genericRules)).toEqual({});
  });

  it.each([
    ['https://elsewhere.example/GGL_MK06_2070_24A17K3M_0042', 'foreign'],
    ['https://q.skylight.example/GGL_MK06', 'incomplete'],
    ['https://q.skylight.example/OLD_MK06_2070_24A17K3M_0042', 'type_not_allowed'],
  ])('is rejected with its reason: %s', (text, reason) => {
    expect(enterPasted(text).numberError).toEqual({ kind: 'label', reason });
  });

  it('is distinguished from a plain number, whatever its separators', () => {
    for (const input of ['24A17K3M-0042', '24a17k3m 0042', '24A17K3M/0042', '24A17K3M_0042']) {
      expect(parsePastedLabel(input, rules)).toBeNull();
      expect(editFirstHalf(input, '')).toMatchObject({ part1: '24A17K3M', part2: '0042' });
    }
  });
});
