import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

/** Default number of rows per page. */
export const DEFAULT_LIMIT = 50;

export interface ListQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Reads the sort keys of the previous page's last row from the cursor; null for the first page.
 * @throws ApiFailure `invalid_input` if the cursor isn't from this list
 */
export function readCursor<const S extends v.GenericSchema>(
  { cursor }: ListQuery,
  keys: S,
): v.InferOutput<S> | null {
  if (cursor === undefined || cursor === '') return null;
  try {
    return v.parse(keys, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new ApiFailure('invalid_input', { field: 'query.cursor', cause });
  }
}

/**
 * Reads one page by keyset pagination, so that late pages cost the same as the first.
 * @param read reads up to `limit` rows after the cursor, in order
 * @param getKeys returns a row's sort keys, from which the cursor is made
 */
export async function readOperatorPage<Row>(
  query: ListQuery,
  read: (limit: number) => Promise<readonly Row[]>,
  getKeys: (row: Row) => readonly (string | number)[],
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const fetchedRows = await read(limit + 1);
  const rows = fetchedRows.slice(0, limit);
  const lastRow = rows.at(-1);
  const next =
    fetchedRows.length <= limit || lastRow === undefined
      ? null
      : Buffer.from(JSON.stringify(getKeys(lastRow))).toString('base64url');
  return { rows, next };
}

/** Counts the rows of a query exactly, up to a limit; null if there are more. */
export function countExactly<Tables, Table extends keyof Tables, Row>(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number | null> {
  return countLimited(db, rows.limit(MAX_COUNTED + 1));
}

/** Counts the rows of a query that is limited to `MAX_COUNTED + 1` rows; null if there are more than `MAX_COUNTED`. */
export async function countLimited(
  db: Kysely<Database>,
  rows: Expression<unknown>,
): Promise<number | null> {
  const { rows: countRows } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows}) as listed`.execute(db);
  const count = countRows[0]?.count ?? 0;
  return count > MAX_COUNTED ? null : count;
}
