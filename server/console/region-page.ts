import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { type RegionId } from '#schemas/regions.ts';
import { getSqlState } from '../db/database-errors.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { readFoundPage, readPageOrParts } from './found-rows.ts';
import { type OperatorActor } from './operator-handler.ts';
import { countLimited, type ListQuery, readCursor, readOperatorPage } from './operator-pages.ts';
import { type RegionTable, type ScopedQueries } from './operator-scope.ts';
import {
  inRegions,
  restrictToFound,
  orderFragments,
  type PageRange,
  type RegionList,
} from './region-list.ts';

export type RegionQuery = ListQuery & { readonly region?: RegionId | undefined };

interface RowLoader<Row> {
  /** Loads the records with these ids and all displayed data, in any order. */
  readonly load: (ids: readonly string[], queries: ScopedQueries) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => string;
}

/**
 * Reads a page of a list, and counts its rows. An index orders each country's rows, and the first rows of each country
 * are merged, so the cost of a page doesn't grow with the number of rows.
 */
export async function readRegionPage<Table extends RegionTable, Row>(
  db: Kysely<Database>,
  { queries, regions }: Pick<OperatorActor, 'queries' | 'regions'>,
  query: RegionQuery,
  list: RegionList<Table>,
  { load, idOf }: RowLoader<Row>,
) {
  const ids = regions.filter((id) => query.region === undefined || id === query.region);
  const cursor = readCursor(query, v.array(v.pipe(v.string(), v.maxLength(500))));
  if (cursor !== null && cursor.length !== list.keys.length)
    throw new ApiFailure('invalid_input', { field: 'query.cursor' });
  let total: number | null = null;
  const { rows: page, next } = await readOperatorPage(
    query,
    async (limit) => {
      const keyPage = await readKeys(db, queries, ids, list, { cursor, limit });
      ({ total } = keyPage);
      return keyPage.rows;
    },
    ({ keys }) => keys,
  ).catch((error: unknown) => {
    // The cursor's values don't match the columns' types.
    if (cursor === null || !getSqlState(error).startsWith('22')) throw error;
    throw new ApiFailure('invalid_input', { field: 'query.cursor', cause: error });
  });
  const pageIds = page.map(({ keys }) => keys.at(-1) ?? '');
  const loadedRows = pageIds.length === 0 ? [] : await load(pageIds, queries);
  const rowsById = new Map(loadedRows.map((row) => [idOf(row), row]));
  return { rows: pageIds.flatMap((id) => rowsById.get(id) ?? []), meta: { next, total } };
}

/** Reads the keys of a page, and counts the list's rows. */
async function readKeys<Table extends RegionTable>(
  db: Kysely<Database>,
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  range: PageRange,
) {
  if (list.searchCondition) {
    const scope = { db, queries, regions };
    const { searchParts } = list;
    if (!searchParts) return readFoundPage(scope, list, range);
    const found = await readPageOrParts(scope, list, searchParts, range);
    if ('page' in found) return found.page;
    if ('shouldSortAll' in found)
      return readFoundPage(
        scope,
        found.shouldSortAll ? { ...list, rowCondition: undefined } : list,
        range,
      );
    const { parts } = found;
    return readKeysFromIndex(
      db,
      queries,
      regions,
      { ...list, searchCondition: undefined, parts },
      range,
    );
  }
  return readKeysFromIndex(db, queries, regions, list, range);
}

/** Reads the keys of a page from the index, and counts the list's rows. */
async function readKeysFromIndex<Table extends RegionTable>(
  db: Kysely<Database>,
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  range: PageRange,
) {
  const total = await countLimited(db, selectCountedRows(queries, regions, list));
  const { rows } = await selectPageKeys(queries, regions, list, range).execute(db);
  return { rows, total };
}

/** Selects the keys of a page, as texts. Exported for the query-plan test. */
export function selectPageKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
) {
  const { table } = list;
  const { selectKeys, after, order } = orderFragments(list);
  const { from, rows } = partFragments(queries, regions, list);
  const partRows = cursor === null ? rows : rows.where(after(table, cursor));
  return sql<{ keys: string[] }>`
    select ${selectKeys('page')} as keys
    from ${from} cross join lateral (${partRows} order by ${order(table)} limit ${limit}) as page
    order by ${order('page')} limit ${limit}`;
}

/**
 * Returns query fragments for the countries of a list, or for the values of its parts, and for the filtered rows of
 * each.
 */
function partFragments<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const regionRows = inRegions(queries, list, sql`part.region`);
  if (!list.parts)
    return { from: sql`unnest(${regions}::integer[]) as part (region)`, rows: regionRows };
  const { values, column } = list.parts;
  return {
    from: sql`(select * from (${values}) as given where region = any(${regions}::integer[])) as part`,
    rows: regionRows.where(sql<boolean>`${sql.ref(`${list.table}.${column}`)} = part.value`),
  };
}

/** Selects the list's rows to count. */
function selectCountedRows<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const limit = MAX_COUNTED + 1;
  if (!list.parts || list.parts.anyPartCondition) {
    const counted = restrictToFound(list);
    return inRegions(queries, counted, sql`any(${regions}::integer[])`).limit(limit);
  }
  const { from, rows } = partFragments(queries, regions, list);
  return sql`select 1 from ${from} cross join lateral (${rows.limit(limit)}) as counted limit ${limit}`;
}
