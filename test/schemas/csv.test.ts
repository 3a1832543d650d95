import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFile, csvText } from '#schemas/csv.ts';

const write = (rows: readonly (readonly string[])[]) =>
  csvFile(
    rows.map((row) => row.map(csvText)),
    ',',
  );
const read = (text: string) => parse(text, { bom: true }) as string[][];
const cells = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 });

const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);

test('a file has every cell unchanged, marked as text if a spreadsheet would evaluate it', () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 10 }), (rows) => {
      const found = read(write(rows));
      expect(found.flat().filter(isFormula)).toEqual([]);
      expect(found).toEqual(
        rows.map((row) => row.map((cell) => (isFormula(cell) ? `'${cell}` : cell))),
      );
    }),
  );
});

test.each(['=1+1', '+48 501 234 567', '-5', '@name', '\t=1', '\r=1'])(
  'a cell that starts with an operator, such as %j, is marked as text',
  (cell) => {
    expect(read(write([[cell]]))).toEqual([[`'${cell}`]]);
  },
);
