import { useState } from 'react';

/**
 * Returns the row shown in a list's side sheet. Keeps the row even if the list no longer contains it, for
 * example after someone else's decision, so that the sheet can still show why an action was rejected.
 */
export function useOpenedRow<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  openedId: string | undefined,
): Row | null {
  const [lastRow, setLastRow] = useState<Row | null>(null);
  const openedRow = rows.find((row) => rowId(row) === openedId);
  if (openedRow !== undefined && openedRow !== lastRow) setLastRow(openedRow);
  if (openedRow !== undefined) return openedRow;
  return lastRow !== null && rowId(lastRow) === openedId ? lastRow : null;
}
