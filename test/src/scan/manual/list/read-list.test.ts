import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList, readList } from '#src/features/scan/manual/list/read-list.ts';
import { rules } from '#test/src/scan/rules-fixture.ts';

const letters = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'),
    minLength: length,
    maxLength: length,
  });
/** The first half has a digit, because it could otherwise be a word. */
const number = fc
  .tuple(letters(8), letters(4))
  .filter(([first]) => /\d/.test(first))
  .map(([first, second]) => ({ first, second, code: `${first}-${second}` }));
/** Spellings of a number in a spreadsheet. */
const spelling = number.chain(({ first, second, code }) =>
  fc
    .constantFrom(code, code.toLowerCase(), `${first} ${second}`, `${first}${second}`, `"${code}"`)
    .map((text) => ({ code, text })),
);
const separator = fc.constantFrom('\t', ';', ' ; ', '\t\t');
/** Columns without a number: words, addresses, dates, amounts. */
const other = fc.constantFrom(
  '',
  'Kowalski',
  'ul. Polna 3',
  '2026-11-23',
  '12,50',
  'Centre-pivot window',
);

const codesOf = (text: string) =>
  readList(text, rules).map(({ parsed }) => (parsed.kind === 'number' ? parsed.code : null));

describe('a list of serial numbers', () => {
  test('is parsed with any other columns, in its order', () => {
    const row = fc.tuple(other, separator, spelling, separator, other);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = rows
          .map(([a, s, { text: numberText }, u, b]) => `${a}${s}${numberText}${u}${b}`)
          .join('\r\n');
        expect(codesOf(text)).toEqual(rows.map(([, , { code }]) => code));
      }),
    );
  });

  test('never drops a pasted line without reporting it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pasted) => {
        const text = pasted.join('\n');
        const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
        const rows = readList(text, rules);
        expect(rows).toHaveLength(lines.filter((line) => line.trim() !== '').length);
        for (const { line, text: lineText } of rows) expect(lines[line - 1]?.trim()).toBe(lineText);
      }),
    );
  });

  test.each([
    ['two halves in two columns', '24A17K3M\t0042', '24A17K3M-0042'],
    ['look-alikes of another alphabet', '24А17К3М-0042', '24A17K3M-0042'],
    ['a shorter number, with its hyphen', '24A1-42', '24A1-42'],
    ['a full number before a shorter one', 'A123-4;24A17K3M-0042', '24A17K3M-0042'],
    [
      'a label’s link',
      `https://q.${rules.manufacturerDomain}/GGL_MK06_2070_24A17K3M_0042`,
      '24A17K3M-0042',
    ],
    ['a heading', 'Serial number', null],
    ['a word of twelve letters', 'INSTALLATION', null],
    ['a day', '2026-11-23', null],
    ['another maker’s link', 'https://elsewhere.example/GGL_MK06_2070_24A17K3M_0042', null],
  ])('%s', (_, text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });

  test('reports another manufacturer’s label as foreign', () => {
    const [line] = readList('https://elsewhere.example/GGL_MK06_2070_24A17K3M_0042', rules);
    expect(line?.parsed).toEqual({ kind: 'no_number', reason: 'foreign' });
  });

  test('must have more than one non-empty line', () => {
    expect(isList('24A17K3M-0042\n\n')).toBe(false);
    expect(isList('24A17K3M-0042\r\n24A17K3M-0043')).toBe(true);
  });
});
