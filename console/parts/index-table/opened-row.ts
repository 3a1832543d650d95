import { useState } from 'react';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import {
  type OperatorList,
  type RowOf,
  useOperatorList,
} from '#console/data/use-operator-query.ts';

interface OpenedRow<Row> {
  /** Id in the URL; undefined if no row is opened. */
  readonly id: string | undefined;
  readonly idOf: (row: Row) => string;
  /** Query of the list call that returns only the opened row. */
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * Returns the row shown in a list's side sheet; null if none is open. Fetches it separately if it isn't loaded yet,
 * because a queue or a link can open any row. Keeps a row that the server no longer returns, such as after
 * someone else's decision, so that the sheet can still show why an action was rejected.
 */
export function useOpenedRow<C extends OperatorCall>(
  call: C,
  list: OperatorList<RowOf<C>>,
  { id, idOf, query }: OpenedRow<RowOf<C>>,
): RowOf<C> | null {
  const [lastRow, setLastRow] = useState<RowOf<C> | null>(null);
  const isOpened = (row: RowOf<C>) => idOf(row) === id;
  const listedRow = list.rows.find(isOpened);
  const isMissing = id !== undefined && listedRow === undefined && !list.isLoading;
  const single = useOperatorList(
    call,
    { ...query, limit: 1 },
    { fresh: 'queue', enabled: isMissing },
  );
  const openedRow = listedRow ?? single.rows.find(isOpened);
  if (openedRow !== undefined && openedRow !== lastRow) setLastRow(openedRow);
  if (openedRow !== undefined) return openedRow;
  return lastRow !== null && isOpened(lastRow) ? lastRow : null;
}
