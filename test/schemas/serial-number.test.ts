import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeFactory,
  codeYear,
  isDuplicate,
  joinSerial,
  normaliseSerial,
  requiresTagPhoto,
  splitSerial,
} from '#schemas/serial-number.ts';

const CODE_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const codeText = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...CODE_CHARACTERS), minLength, maxLength });

describe('normalising a typed serial number', () => {
  it.each([
    ['lower case, and spaces around the number', '  24a17k3m ', '24A17K3M'],
    ['Cyrillic capitals', 'АВЕКМНОРСТУХІЅЈ', 'ABEKMHOPCTYXISJ'],
    ['Cyrillic small letters', 'авекмнорстух', 'ABEKMHOPCTYX'],
    ['Greek capitals', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['full-width forms', '２４Ａ１７ｋ', '24A17K'],
    ['diacritics', 'ČŠŽĄĘÖÜÅÇ', 'CSZAEOUAC'],
    ['stroked letters', 'łđøŁĐØ', 'LDOLDO'],
    ['accents over look-alikes', 'ЁЇΆΈ', 'EIAE'],
    ['a combining accent that has no composed form', 'Q\u0308', 'Q'],
    ['the Turkish i, with a dot and without', 'iıİI', 'IIII'],
    ['hyphens and spaces within the number', '24A1 7K3M–0042', '24A17K3M0042'],
    ['invisible characters from a pasted text', '\u200b24A\u00a017\u202e', '24A17'],
  ])('maps %s', (_, input, value) => {
    expect(normaliseSerial(input)).toEqual({ value, unmappable: [] });
  });

  it('reports characters that aren’t allowed in a code, and keeps the rest', () => {
    expect(normaliseSerial('24#A_Ж17ß½')).toEqual({
      value: '24A17',
      unmappable: ['#', '_', 'Ж', 'ß', '½'],
    });
  });

  it('doesn’t change a valid code', () => {
    fc.assert(
      fc.property(codeText(0, 20), (code) => {
        expect(normaliseSerial(code)).toEqual({ value: code, unmappable: [] });
      }),
    );
  });

  it('returns only A–Z and 0–9 for any text, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        const { value } = normaliseSerial(input);
        expect(value).toMatch(/^[A-Z0-9]*$/);
        expect(normaliseSerial(value).value).toBe(value);
      }),
    );
  });

  it('drops only separators without reporting them', () => {
    const visible = fc.string({ unit: fc.constantFrom(...'aZ0ЖБéЩ日#?αΩ'), maxLength: 12 });
    fc.assert(
      fc.property(visible, (input) => {
        const { value, unmappable } = normaliseSerial(input);
        expect(value.length + unmappable.length).toBe([...input].length);
      }),
    );
  });
});

describe('joining the two fields of manual entry', () => {
  const rules = { isGenericRegion: false };
  const generic = { isGenericRegion: true };

  it('joins them with a hyphen', () => {
    expect(joinSerial('24a17k3m', '0042', rules)).toEqual({
      kind: 'serial',
      code: '24A17K3M-0042',
    });
  });

  it('needs the second field except in a generic region', () => {
    expect(joinSerial('24A17K3M', '', rules)).toMatchObject({ reason: 'part_2_missing' });
    expect(joinSerial('24A17K3M', '', generic)).toEqual({ kind: 'serial', code: '24A17K3M' });
    expect(joinSerial('24A17K3M', '0042', generic)).toMatchObject({ code: '24A17K3M-0042' });
  });

  it.each([
    ['', '0042', 'part_1_missing'],
    ['24A17K3M9', '0042', 'part_1_too_long'],
    ['24A17K3M', '00421', 'part_2_too_long'],
    ['24A17K3#', '0042', 'bad_characters'],
    ['24A17K3M', '00Ж2', 'bad_characters'],
  ])('rejects "%s" and "%s": %s', (part1, part2, reason) => {
    expect(joinSerial(part1, part2, rules)).toEqual({ kind: 'rejected', reason });
  });

  it('splits a pasted code into the right fields', () => {
    fc.assert(
      fc.property(codeText(1, 8), codeText(1, 4), (part1, part2) => {
        expect(splitSerial(` ${part1}-${part2} `)).toEqual({ part1, part2 });
      }),
    );
  });

  it('splits a pasted code without a hyphen after the eighth character and drops nothing', () => {
    expect(splitSerial('24a17k3m0042')).toEqual({ part1: '24A17K3M', part2: '0042' });
    fc.assert(
      fc.property(codeText(0, 30), (code) => {
        const { part1, part2 } = splitSerial(code);
        expect(part1 + part2).toBe(code);
      }),
    );
  });
});

describe('the photo of the data plate', () => {
  const rules = [{ year: '24', factory: 'A', variant: '2070' }];

  it('depends on the year and the factory in the code', () => {
    expect([codeYear('24A17K3M-0042'), codeFactory('24A17K3M-0042')]).toEqual(['24', 'A']);
  });

  it.each([
    ['24A17K3M-0042', '2070', true],
    ['23A17K3M-0042', '2070', false],
    ['24B17K3M-0042', '2070', false],
    ['24A17K3M-0042', '3060', false],
  ])('of %s, variant %s: %s', (code, variant, required) => {
    expect(requiresTagPhoto(code, variant, rules)).toBe(required);
  });

  it('isn’t required if the configuration lists nothing', () => {
    expect(requiresTagPhoto('24A17K3M-0042', '2070', [])).toBe(false);
  });
});

describe('the duplicate warning', () => {
  const product = {
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: '24A17K3M-0042',
  };
  const scan = {
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    code: '24A17K3M-0042',
    isGeneric: false,
    confirmed: true,
  };

  it('appears for the same product', () => {
    expect(isDuplicate(scan, [{ ...product, size: 'CK02' }, product])).toBe(true);
  });

  it.each([
    ['another serial number', { code: '24A17K3M-0043' }],
    ['another variant', { variant: '3060' }],
    ['another type', { type: 'GPL' }],
    ['another size', { size: 'CK02' }],
    ['a generic scan', { isGeneric: true }],
    ['a scan not yet confirmed', { confirmed: false }],
  ])('doesn’t appear for %s', (_, difference) => {
    expect(isDuplicate({ ...scan, ...difference }, [product])).toBe(false);
  });
});
