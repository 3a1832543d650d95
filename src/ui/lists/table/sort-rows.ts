/** The order of a table's rows. Pure. */

/** What a row is sorted by; null where it has none of it. */
export type SortValue = string | number | null;

export interface Sorting {
  /** The column's id. */
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/**
 * The rows in the order of their values. Equal ones keep theirs, and those without a value stand last, whichever
 * way.
 * @param compareText the order of words in the person's language
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sorting['direction'],
  compareText: (a: string, b: string) => number,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  // Each value is made once, and not anew for every comparison.
  const valued = rows.map((row) => ({ row, value: valueOf(row) }));
  return valued
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
      return sign * compareText(String(a), String(b));
    })
    .map(({ row }) => row);
}

/** What a press on a column's head asks for: by it, and if it is by it already, the other way round. */
export function nextSorting(
  current: Sorting | null,
  column: string,
  first: Sorting['direction'] = 'ascending',
): Sorting {
  if (current?.column !== column) return { column, direction: first };
  return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}
