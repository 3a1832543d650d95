import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceProblems, typeFirst, typeSecond } from '#src/features/scan/manual/manual-entry.ts';
import {
  codeOf,
  isGenericEntry,
  judgeManual,
  problemsOf,
  scanOfEntry,
  startManual,
  withHalves,
  withWhole,
} from '#src/features/scan/manual/manual-state.ts';
import { genericRules, rules } from '../rules-fixture.ts';
import { capturedScan } from '../scan-fixture.ts';

const product = { type: 'GGL', size: 'MK06', variant: '2070' };

describe('typing a serial number', () => {
  it('goes on to the second half when the first is full', () => {
    expect(typeFirst('24a17k3', '')).toMatchObject({ part1: '24A17K3', goOn: false });
    expect(typeFirst('24a17k3m', '')).toMatchObject({ part1: '24A17K3M', goOn: true });
  });

  it.each(['24A17K3M-0042', ' 24a17k3m 0042 ', '24A17K3M–0042', '24A17K3M0042'])(
    'splits a whole code pasted into either half: %s',
    (pasted) => {
      const halves = { part1: '24A17K3M', part2: '0042' };
      expect(typeFirst(pasted, '')).toMatchObject(halves);
      expect(typeSecond(pasted, '')).toMatchObject(halves);
    },
  );

  it('keeps the second half while the first is corrected', () => {
    expect(typeFirst('24A17', '0042')).toMatchObject({ part1: '24A17', part2: '0042' });
  });

  it('tells which look-alikes it read as another letter, and what it left out', () => {
    const typed = typeFirst('24АŁ✳', '');
    expect(typed.part1).toBe('24AL');
    expect(typed.mapped.map(({ as }) => as)).toEqual(['A', 'L']);
    expect(typed.unmappable).toEqual(['✳']);
  });

  it('never gives a half other characters than a code has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const { part1, part2 } = typeFirst(typed, '');
        expect(part1 + part2).toMatch(/^[A-Z0-9]*$/);
      }),
    );
  });
});

describe('what was entered', () => {
  it('names every field that is not in its list', () => {
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
    expect(scanOfEntry(null, product, false, genericRules)).toMatchObject({
      serial_number: null,
      is_unique: false,
    });
  });
});

describe('a scan whose code has more parts than manual entry has fields', () => {
  const long = capturedScan({ serial_number: '24A17K3M-0042-7' });

  it('is fixed whole, and none of its code is lost', () => {
    const state = startManual(long);
    expect(state.whole).toBe('24A17K3M-0042-7');
    expect(problemsOf(state, rules)).toEqual({});
    expect(codeOf(state, rules)).toBe('24A17K3M-0042-7');
    expect(codeOf(withWhole(state, '24A17K3M-0042-8'), rules)).toBe('24A17K3M-0042-8');
    expect(isGenericEntry(state, genericRules)).toBe(false);
  });

  it.each([
    ['', 'part_1_missing'],
    ['24A-', 'bad_characters'],
    ['A'.repeat(33), 'bad_characters'],
  ])('is not kept as “%s”', (whole, serial) => {
    const state = withWhole(startManual(long), whole);
    expect(problemsOf(state, rules)).toEqual({ serial });
    expect(codeOf(state, rules)).toBeNull();
  });

  it('and an ordinary one stands in its two fields', () => {
    expect(startManual(capturedScan({ serial_number: '24A17K3M-0042' }))).toMatchObject({
      whole: null,
      halves: { part1: '24A17K3M', part2: '0042' },
    });
  });
});

describe("the registry's answer", () => {
  const typed = withHalves(startManual(null), { part1: '24A17K3M', part2: '0042' });
  const complete = { ...typed, step: 'product' as const, choice: product };

  it('is kept where it is known and equal', () => {
    const verdict = { status: 'ok', product: { ...product, status: 'ok' } } as const;
    expect(judgeManual(typed, verdict)).toEqual({ kind: 'keep', product, asked: true });
  });

  it.each([
    ['partial', { status: 'partial', product: { ...product, status: 'partial' } }],
    ['offline', 'offline'],
    ['limited', 'limited'],
    ['generic', 'generic'],
  ] as const)('asks type, size and variant when it is %s', (why, verdict) => {
    const judged = judgeManual(typed, verdict);
    expect(judged).toMatchObject({ kind: 'ask', state: { step: 'product', why } });
  });

  it('says that they do not fit when it still knows the number as another product', () => {
    const verdict = { status: 'partial', product: { ...product, status: 'partial' } } as const;
    expect(judgeManual(complete, verdict)).toMatchObject({ state: { why: 'mismatch' } });
  });

  it('refuses an unknown number online, and keeps it offline to be judged when it is sent', () => {
    const refused = judgeManual(complete, { status: 'unknown' });
    expect(refused).toMatchObject({ kind: 'ask', state: { refusal: 'unknown' } });
    expect(judgeManual(complete, 'offline')).toEqual({ kind: 'keep', product, asked: false });
  });

  it('is asked for anew when the number changes, but a scan being mended keeps its fields', () => {
    const partial = judgeManual(typed, {
      status: 'partial',
      product: { ...product, status: 'partial' },
    });
    if (partial.kind !== 'ask') throw new Error('It should ask.');
    expect(withHalves(partial.state, { part1: '1', part2: '' }).step).toBe('serial');
    const mended = startManual(capturedScan({ state: 'refused' }));
    expect(withHalves(mended, { part1: '1', part2: '' })).toMatchObject({
      step: 'product',
      choice: product,
    });
  });
});
