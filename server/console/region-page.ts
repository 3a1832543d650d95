import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { type RegionId } from '#schemas/regions.ts';
import { sqlStateOf } from '../db/database-errors.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type OperatorActor } from './operator-handler.ts';
import { countExactly, type ListQuery, readCursor, readOperatorPage } from './operator-pages.ts';
import {
  regionColumns,
  type RegionTable,
  type ScopedQueries,
  type ScopedTables,
} from './operator-scope.ts';

type Rows<Table extends RegionTable> = SelectQueryBuilder<ScopedTables, Table, object>;

/** A list of a table in the order of an index. */
interface RegionList<Table extends RegionTable> {
  readonly table: Table;
  /** Columns of the index after its country, such as `created_at` and `uuid`: never null, and the last one is the id. */
  readonly keys: readonly [...(keyof Database[Table] & string)[], 'id' | 'uuid'];
  readonly isDescending: boolean;
  /** Adds the filters. Conditions that the index has before its keys must be equalities. */
  readonly where: (rows: Rows<Table>) => Rows<Table>;
}

interface RowLoader<Row> {
  /** Loads the records of these ids with everything that is shown of them, in any order. */
  readonly load: (ids: readonly string[], queries: ScopedQueries) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => string;
}

/**
 * Reads a page of a list, and counts its rows. A country has its rows in the order of an index; the first ones of each of
 * the operator's countries are merged. So a page costs the same among a million rows, and for any countries.
 */
export async function readRegionPage<Table extends RegionTable, Row>(
  db: Kysely<Database>,
  { queries, regions }: Pick<OperatorActor, 'queries' | 'regions'>,
  query: ListQuery & { readonly region?: RegionId | undefined },
  list: RegionList<Table>,
  { load, idOf }: RowLoader<Row>,
) {
  const ids = regions.filter((id) => query.region === undefined || id === query.region);
  const cursor = readCursor(query, v.array(v.pipe(v.string(), v.maxLength(500))));
  if (cursor !== null && cursor.length !== list.keys.length)
    throw new ApiFailure('invalid_input', { field: 'query.cursor' });
  const { rows: page, next } = await readOperatorPage(
    query,
    async (limit) => (await pageKeys(queries, ids, list, { cursor, limit }).execute(db)).rows,
    ({ keys }) => keys,
  ).catch((error: unknown) => {
    // The cursor has values that aren't of the columns' types.
    if (cursor === null || !sqlStateOf(error).startsWith('22')) throw error;
    throw new ApiFailure('invalid_input', { field: 'query.cursor', cause: error });
  });
  const wanted = page.map(({ keys }) => keys.at(-1) ?? '');
  const loaded = wanted.length === 0 ? [] : await load(wanted, queries);
  const rowOf = new Map(loaded.map((row) => [idOf(row), row]));
  const total = await countExactly(db, inRegions(queries, list, sql`any(${ids}::integer[])`));
  return { rows: wanted.flatMap((id) => rowOf.get(id) ?? []), meta: { next, total } };
}

/** Selects the keys of a page, as texts. Exported for the test of its plan. */
export function pageKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: { readonly cursor: readonly string[] | null; readonly limit: number },
) {
  const { table, keys, isDescending } = list;
  const direction = isDescending ? 'desc' : 'asc';
  const columnsOf = (name: string) => keys.map((key) => sql.ref(`${name}.${key}`));
  const after = (values: readonly string[]) =>
    sql<boolean>`(${sql.join(columnsOf(table))}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join([...values])})`;
  let ofRegion = inRegions(queries, list, sql`region.id`);
  if (cursor !== null) ofRegion = ofRegion.where(after(cursor));
  for (const column of columnsOf(table)) ofRegion = ofRegion.orderBy(column, direction);
  const order = columnsOf('page').map((column) => sql`${column} ${sql.raw(direction)}`);
  return sql<{ keys: string[] }>`
    select array[${sql.join(columnsOf('page').map((column) => sql`${column}::text`))}] as keys
    from unnest(${regions}::integer[]) as region (id)
    cross join lateral (${ofRegion.limit(limit)}) as page
    order by ${sql.join(order)} limit ${limit}`;
}

/** Selects the keys of the filtered rows of one country, or of several. */
function inRegions<Table extends RegionTable>(
  queries: ScopedQueries,
  { table, keys, where }: RegionList<Table>,
  region: ReturnType<typeof sql>,
) {
  // The builder loses the table's type where it is generic.
  const rows = where(queries.selectFrom(table) as unknown as Rows<Table>);
  return rows
    .where(sql<boolean>`${sql.ref(`${table}.${regionColumns[table]}`)} = ${region}`)
    .select(keys.map((key) => sql.ref(`${table}.${key}`).as(key)));
}
