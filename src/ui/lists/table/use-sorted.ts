import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Column } from './data-table.tsx';
import { sortRows, type Sorting } from './sort-rows.ts';

/**
 * Sorts rows by a column, with text in the user's language.
 * @param sorting null keeps the order
 */
export function useSortedRows<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] | undefined {
  const { i18n } = useLingui();
  const locales = i18n.locales ?? i18n.locale;
  const collator = useMemo(() => new Intl.Collator(locales, { numeric: true }), [locales]);
  const sortValue = columns.find(({ id }) => id === sorting?.column)?.sortValue;
  if (!rows || !sorting || !sortValue) return rows;
  return sortRows(rows, sortValue, sorting.direction, collator.compare);
}
