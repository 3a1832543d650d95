import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  nextSorting,
  type Sorting,
  sortRows,
  type SortValue,
} from '#src/ui/lists/table/sort-rows.ts';

const compare = new Intl.Collator('pl', { numeric: true }).compare;
const directions: readonly Sorting['direction'][] = ['ascending', 'descending'];

interface Row {
  readonly index: number;
  readonly value: SortValue;
}

const sorted = (rows: readonly Row[], direction: Sorting['direction']) =>
  sortRows(rows, ({ value }) => value, direction, compare);

/** Columns contain numbers or text; some rows have no value. */
const rowsOf = (value: fc.Arbitrary<SortValue>) =>
  fc
    .array(fc.option(value, { nil: null }))
    .map((values) => values.map((value, index): Row => ({ index, value })));
const columns = fc.oneof(
  rowsOf(fc.integer({ min: -5, max: 5 })),
  rowsOf(fc.constantFrom('Ława', 'lawa', 'Zebra', 'ul. 2', 'ul. 10', 'ź', '')),
);

test.each(directions)(
  'rows sorted %s are complete, and those without a value come last',
  (direction) => {
    fc.assert(
      fc.property(columns, (rows) => {
        const after = sorted(rows, direction);
        expect(after.toSorted((a, b) => a.index - b.index)).toEqual(rows);
        const valueless = after.map(({ value }) => value === null);
        expect(valueless).toEqual(valueless.toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
  },
);

test.each(directions)(
  'rows sorted %s are in order, and equal rows keep their order',
  (direction) => {
    const sign = direction === 'ascending' ? 1 : -1;
    const order = (a: SortValue, b: SortValue) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    fc.assert(
      fc.property(columns, (rows) => {
        const after = sorted(rows, direction);
        const outOfOrder = after.slice(1).filter((row, index) => {
          const before = after[index];
          if (!before || before.value === null || row.value === null) return false;
          const difference = sign * order(before.value, row.value);
          return difference > 0 || (difference === 0 && before.index > row.index);
        });
        expect(outOfOrder).toEqual([]);
      }),
    );
  },
);

test.each(directions)('rows sorted %s don’t change when sorted again', (direction) => {
  fc.assert(
    fc.property(columns, (rows) => {
      const sortedOnce = sorted(rows, direction);
      expect(sorted(sortedOnce, direction)).toEqual(sortedOnce);
    }),
  );
});

test('words are in the language’s order, and numbers in them by value', () => {
  const rows = ['Żywiec', 'Łódź', 'ul. Polna 10', 'Lublin', 'ul. Polna 9', 'Zakopane'];
  const inOrder = sortRows(rows, (row) => row, 'ascending', compare);
  expect(inOrder).toEqual(['Lublin', 'Łódź', 'ul. Polna 9', 'ul. Polna 10', 'Zakopane', 'Żywiec']);
});

test('a header sorts by its column’s default direction, and reverses with the next press', () => {
  const first = nextSorting(null, 'points', 'descending');
  expect(first).toEqual({ column: 'points', direction: 'descending' });
  const second = nextSorting(first, 'points', 'descending');
  expect(second).toEqual({ column: 'points', direction: 'ascending' });
  expect(nextSorting(second, 'points')).toEqual(first);
  expect(nextSorting(second, 'address')).toEqual({ column: 'address', direction: 'ascending' });
});
