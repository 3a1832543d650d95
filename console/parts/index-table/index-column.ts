import {
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** TanStack Table features used by lists. The server filters and sorts. */
export const indexFeatures = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
});
export type IndexFeatures = typeof indexFeatures;

/** A column of a list. */
export interface IndexColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Text of the cell, also used in the export. */
  readonly text: (row: Row) => string;
  /** Content shown instead of the text. */
  readonly cell?: (row: Row) => ReactNode;
  /** Width in px at the default text size. */
  readonly width: number;
  /** True if the server can sort by this column: `sort=id` or `sort=-id`. */
  readonly isSortable?: boolean;
  /** True for numbers, which are right-aligned. */
  readonly isNumber?: boolean;
}

export const MIN_WIDTH = 60;
export const MAX_WIDTH = 800;

/** Converts our columns to TanStack Table columns. */
export function columnDefinitions<Row extends object>(
  columns: readonly IndexColumn<Row>[],
): ColumnDef<IndexFeatures, Row>[] {
  return columns.map(({ id, header, text, width }) => ({
    id,
    header,
    accessorFn: text,
    size: width,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
  }));
}
