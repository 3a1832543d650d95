/** Sorts table rows. */

/** Sort value; null if the row has none. */
export type SortValue = string | number | null;

export interface Sorting {
  /** The column's id. */
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/**
 * Sorts rows by value. Stable; rows without a value come last in both directions.
 * @param compareText compares words in the user's language
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sorting['direction'],
  compareText: (a: string, b: string) => number,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  // Compute each value once instead of per comparison.
  const rowsWithValues = rows.map((row) => ({ row, value: valueOf(row) }));
  return rowsWithValues
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
      return sign * compareText(String(a), String(b));
    })
    .map(({ row }) => row);
}

/**
 * Returns the sorting after a press on a column header: by that column, or reversed if the rows are already
 * sorted by it.
 */
export function nextSorting(
  current: Sorting | null,
  column: string,
  firstDirection: Sorting['direction'] = 'ascending',
): Sorting {
  if (current?.column !== column) return { column, direction: firstDirection };
  return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}
