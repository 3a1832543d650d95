import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_SIZES, parseLabel, type LabelRules } from '#schemas/label.ts';
import { serialNumber } from '#schemas/scan.ts';

const rules: LabelRules = {
  manufacturerDomain: 'skylight.example',
  allowedTypes: new Set(['GGL', 'GPL', 'EDW']),
  isGenericRegion: false,
};
const genericRules: LabelRules = { ...rules, isGenericRegion: true };
const EXAMPLE = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042';

const code = (minLength: number, maxLength: number) =>
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    minLength,
    maxLength,
  });

describe('a label', () => {
  it('contains type, size, variant, and the code joined with a hyphen', () => {
    expect(parseLabel(EXAMPLE, rules)).toEqual({
      kind: 'label',
      type: 'GGL',
      size: 'MK06',
      variant: '2070',
      code: '24A17K3M-0042',
      isGeneric: false,
    });
  });

  it.each([
    ['after a question mark', 'https://q.skylight.example/p?GGL_MK06_2070_24A17K3M_0042'],
    ['after an equals sign', 'https://q.skylight.example/?p=GGL_MK06_2070_24A17K3M_0042'],
    ['with a host in capitals', 'HTTPS://Q.SKYLIGHT.EXAMPLE/GGL_MK06_2070_24A17K3M_0042'],
    ['in small letters', 'https://q.skylight.example/ggl_mk06_2070_24a17k3m_0042'],
    ['with surrounding spaces', `\n${EXAMPLE} `],
  ])('is read %s', (_, text) => {
    expect(parseLabel(text, rules)).toMatchObject({ type: 'GGL', code: '24A17K3M-0042' });
  });

  it('joins more than two trailing parts', () => {
    expect(parseLabel(`${EXAMPLE}_7`, rules)).toMatchObject({ code: '24A17K3M-0042-7' });
  });

  it('never returns a code that can’t be saved as a serial number', () => {
    const part = fc.string({ unit: fc.constantFrom(...'AZ09az-'), minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (trailing) => {
        const label = parseLabel(
          `https://skylight.example/GGL_MK06_2070_${trailing.join('_')}`,
          rules,
        );
        expect(label.kind === 'rejected' || v.is(serialNumber, label.code)).toBe(true);
      }),
    );
  });

  it.each(BUILT_IN_SIZES)('keeps the built-in size %s', (size) => {
    const text = `https://skylight.example/EDW_${size}_2000_24A17K3M_0042`;
    expect(parseLabel(text, rules)).toMatchObject({ size });
    expect(parseLabel(text.toUpperCase(), rules)).toMatchObject({ size });
  });
});

describe('the code of a label', () => {
  it('is the trailing part, if there is only one', () => {
    const text = 'https://skylight.example/GGL_MK06_2070_24A17K3M-0042';
    expect(parseLabel(text, rules)).toMatchObject({ code: '24A17K3M-0042', isGeneric: false });
    expect(parseLabel(text, genericRules)).toMatchObject({
      code: '24A17K3M-0042',
      isGeneric: false,
    });
  });

  it('is generic only in a generic region, with one trailing part without a hyphen', () => {
    const text = 'https://skylight.example/GGL_MK06_2070_24A17K3M';
    expect(parseLabel(text, genericRules)).toMatchObject({ code: '24A17K3M', isGeneric: true });
    expect(parseLabel(text, rules)).toMatchObject({ code: '24A17K3M', isGeneric: false });
    expect(parseLabel(EXAMPLE, genericRules)).toMatchObject({ isGeneric: false });
  });

  it('is returned as written', () => {
    const parts = fc.record({
      size: code(1, 6),
      variant: code(1, 6),
      part1: code(1, 8),
      part2: code(1, 4),
    });
    fc.assert(
      fc.property(parts, ({ size, variant, part1, part2 }) => {
        fc.pre(!/^\d+X\d+$/.test(size));
        const text = `https://q.skylight.example/GGL_${size}_${variant}_${part1}_${part2}`;
        expect(parseLabel(text, rules)).toEqual({
          kind: 'label',
          type: 'GGL',
          size,
          variant,
          code: `${part1}-${part2}`,
          isGeneric: false,
        });
      }),
    );
  });
});

describe('a text that isn’t a label', () => {
  it.each([
    ['another manufacturer', 'https://roofs.example/GGL_MK06_2070_24A17K3M_0042', 'foreign'],
    ['a plain text', 'hello', 'foreign'],
    ['nothing', '', 'foreign'],
    ['a page of the manufacturer', 'https://skylight.example/', 'incomplete'],
    ['too few parts', 'https://skylight.example/GGL_MK06_2070', 'incomplete'],
    ['an empty code', 'https://skylight.example/GGL_MK06_2070_', 'incomplete'],
    ['an empty part within', 'https://skylight.example/GGL__2070_24A17K3M_0042', 'incomplete'],
    [
      'a size that is too long',
      'https://skylight.example/GGL_MK06MK06MK06M_2070_24A17_0042',
      'incomplete',
    ],
    [
      'a code that is too long',
      `https://skylight.example/GGL_MK06_2070_${'A'.repeat(33)}`,
      'incomplete',
    ],
    [
      'a code with a hash',
      'https://skylight.example/GGL_MK06_2070_24A#7K3M_0042',
      'bad_characters',
    ],
    ['a Cyrillic code', 'https://skylight.example/GGL_MK06_2070_24\u041017_0042', 'bad_characters'],
    ['a size with a space', 'https://skylight.example/GGL_MK 06_2070_24A17_0042', 'bad_characters'],
    ['a hyphen at the end', 'https://skylight.example/GGL_MK06_2070_24A17K3M-', 'bad_characters'],
    ['another product', 'https://skylight.example/XYZ_MK06_2070_24A17_0042', 'type_not_allowed'],
  ])('is rejected with %s: %s → %s', (_, text, reason) => {
    expect(parseLabel(text, rules)).toEqual({ kind: 'rejected', reason });
  });

  it('can be any text if no manufacturer is set', () => {
    expect(parseLabel(EXAMPLE, { ...rules, manufacturerDomain: '' })).toMatchObject({
      reason: 'foreign',
    });
  });

  it('never throws, and a text without the domain is always foreign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.toLowerCase().includes(rules.manufacturerDomain));
        expect(parseLabel(text, rules)).toEqual({ kind: 'rejected', reason: 'foreign' });
      }),
    );
  });

  it('a code never contains other characters, with any text after the domain', () => {
    const tail = fc.string({ unit: fc.constantFrom(...'GL_MKa07-/?=#Ж '), maxLength: 30 });
    fc.assert(
      fc.property(tail, fc.boolean(), (text, isGenericRegion) => {
        const result = parseLabel(`https://skylight.example/GGL_${text}`, {
          ...rules,
          isGenericRegion,
        });
        if (result.kind === 'rejected') return;
        expect(result.code).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)*$/);
      }),
      { numRuns: 500 },
    );
  });
});
