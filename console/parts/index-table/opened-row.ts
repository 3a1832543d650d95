import { useState } from 'react';

/**
 * Returns the row that a list's side sheet shows. It stays when the list loses it, for example because someone else
 * decided on it: the sheet with the message of a refused act must not disappear.
 */
export function useOpenedRow<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  opened: string | undefined,
): Row | null {
  const [last, setLast] = useState<Row | null>(null);
  const found = rows.find((row) => rowId(row) === opened);
  if (found !== undefined && found !== last) setLast(found);
  if (found !== undefined) return found;
  return last !== null && rowId(last) === opened ? last : null;
}
