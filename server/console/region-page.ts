import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import * as v from 'valibot';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { type RegionId } from '#schemas/regions.ts';
import { sqlStateOf } from '../db/database-errors.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type OperatorActor } from './operator-handler.ts';
import { countLimited, type ListQuery, readCursor, readOperatorPage } from './operator-pages.ts';
import {
  regionColumns,
  type RegionTable,
  type ScopedQueries,
  type ScopedTables,
} from './operator-scope.ts';

type Rows<Table extends RegionTable> = SelectQueryBuilder<ScopedTables, Table, object>;

/** A list of a table's rows in index order. */
interface RegionList<Table extends RegionTable> {
  readonly table: Table;
  /**
   * Columns of the index after the country, such as `created_at` and `uuid`: never null, and the last one is the
   * id.
   */
  readonly keys: readonly [...(keyof Database[Table] & string)[], 'id' | 'uuid'];
  readonly isDescending: boolean;
  /** Adds the filters. Conditions on columns that precede the keys in the index must be equalities. */
  readonly where: (rows: Rows<Table>) => Rows<Table>;
  readonly parts?: RegionParts<Table> | undefined;
  /**
   * Limits a list to rows found by an unordered index, such as words of a title. Up to 10,000 are sorted; with more,
   * reading in the list's order fills a page quickly.
   */
  readonly found?: RawBuilder<boolean> | undefined;
  /** The condition of `found` in a form that is fast for a single row; the same if omitted. */
  readonly compared?: RawBuilder<boolean> | undefined;
  /** Many values that have the found rows. Counts those of one value after the other, up to the limit. */
  readonly countedParts?: RegionParts<Table> | undefined;
}

/**
 * Limits a list to some values of a column that precedes the keys in an index. The index orders each value's rows;
 * the first rows of each are merged.
 */
interface RegionParts<Table extends RegionTable> {
  readonly column: keyof Database[Table] & string;
  /** Selects the values as `value`, each with its country as `region`. */
  readonly values: Expression<{ readonly region: RegionId; readonly value: string }>;
  /** True for rows of any part; needed with `found`. The index doesn't order rows by several values. */
  readonly isInAnyPart?: RawBuilder<boolean> | undefined;
}

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
  query: ListQuery & { readonly region?: RegionId | undefined },
  list: RegionList<Table>,
  { load, idOf }: RowLoader<Row>,
) {
  const ids = regions.filter((id) => query.region === undefined || id === query.region);
  const cursor = readCursor(query, v.array(v.pipe(v.string(), v.maxLength(500))));
  if (cursor !== null && cursor.length !== list.keys.length)
    throw new ApiFailure('invalid_input', { field: 'query.cursor' });
  const total = await countLimited(db, selectCountedRows(queries, ids, list));
  const read = async (range: PageRange) => {
    if (list.found && total === null) return readCheckedKeys(db, queries, ids, list, range);
    const select = list.found ? selectFoundKeys : pageKeys;
    return (await select(queries, ids, list, range).execute(db)).rows;
  };
  const { rows: page, next } = await readOperatorPage(
    query,
    (limit) => read({ cursor, limit }),
    ({ keys }) => keys,
  ).catch((error: unknown) => {
    // The cursor's values don't match the columns' types.
    if (cursor === null || !sqlStateOf(error).startsWith('22')) throw error;
    throw new ApiFailure('invalid_input', { field: 'query.cursor', cause: error });
  });
  const pageIds = page.map(({ keys }) => keys.at(-1) ?? '');
  const loaded = pageIds.length === 0 ? [] : await load(pageIds, queries);
  const rowOf = new Map(loaded.map((row) => [idOf(row), row]));
  return { rows: pageIds.flatMap((id) => rowOf.get(id) ?? []), meta: { next, total } };
}

interface PageRange {
  /** Keys of the row before the page. */
  readonly cursor: readonly string[] | null;
  readonly limit: number;
}

/** Query fragments that read rows in the list's order. */
function orderOf<Table extends RegionTable>({ keys, isDescending }: RegionList<Table>) {
  const [direction, sign] = isDescending ? ['desc', '<'] : ['asc', '>'];
  const columnsOf = (name: string) => keys.map((key) => sql.ref(`${name}.${key}`));
  return {
    columnsOf,
    after: (name: string, values: readonly string[]) =>
      sql<boolean>`(${sql.join(columnsOf(name))}) ${sql.raw(sign ?? '>')} (${sql.join([...values])})`,
    order: (name: string) =>
      sql.join(columnsOf(name).map((column) => sql`${column} ${sql.raw(direction ?? 'asc')}`)),
  };
}

/** Selects the keys of a page of rows found by an unordered index. Exported for the query-plan test. */
export function selectFoundKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
) {
  const { columnsOf, after, order } = orderOf(list);
  const rows = inRegions(queries, restrictToFound(list), sql`any(${regions}::integer[])`);
  return sql<{ keys: string[] }>`
    with page as materialized (${rows})
    select array[${sql.join(columnsOf('page').map((column) => sql`${column}::text`))}] as keys
    from page where ${cursor === null ? sql`true` : after('page', cursor)}
    order by ${order('page')} limit ${limit}`;
}

/** A list whose filters include the conditions of the found rows and of the parts. */
function restrictToFound<Table extends RegionTable>(list: RegionList<Table>): RegionList<Table> {
  const conditions = [list.found, list.parts?.isInAnyPart];
  return {
    ...list,
    // The same builder; its type is lost because the table is generic.
    where: (rows) =>
      conditions.reduce<Rows<Table>>(
        (filtered, condition) =>
          condition ? (filtered.where(condition) as unknown as Rows<Table>) : filtered,
        list.where(rows),
      ),
  };
}

/** How many rows to check, step by step, before all found rows are sorted. */
const CHECK_STEPS = [200, 1000, 4000] as const;

/**
 * Reads the keys of a page if many rows are found. Checks rows in order, across all countries. Reading each country
 * separately would scan one without found rows to its end, and PostgreSQL, which can't estimate the matches, might sort
 * all rows.
 */
async function readCheckedKeys<Table extends RegionTable>(
  db: Kysely<Database>,
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  range: PageRange,
): Promise<readonly { readonly keys: string[] }[]> {
  const { found: _, compared: condition = list.found ?? sql<boolean>`true`, ...all } = list;
  const id = sql.ref(`${list.table}.${list.keys.at(-1)}`);
  const rows: { keys: string[] }[] = [];
  let { cursor } = range;
  for (const count of CHECK_STEPS) {
    const { rows: compared } = await sql<{ keys: string[]; is_found: boolean; position: number }>`
      with page as materialized (
        select keys, row_number() over ()::int as position
        from (${pageKeys(queries, regions, all, { cursor, limit: count })}) as listed
      )
      select page.keys, page.position, (${condition}) is true as is_found
      from page inner join ${sql.table(list.table)} on ${id} = page.keys[${list.keys.length}]::uuid
      where (${condition}) is true or page.position = ${count}
      order by page.position`.execute(db);
    const matching = compared.filter((row) => row.is_found);
    rows.push(...matching);
    const last = compared.at(-1);
    if (rows.length >= range.limit || last?.position !== count) return rows.slice(0, range.limit);
    // At this rate, the last step wouldn't fill the page either.
    if (count === CHECK_STEPS[1] && matching.length * CHECK_STEPS[2] < range.limit * count) break;
    cursor = last.keys;
  }
  return (await selectFoundKeys(queries, regions, list, range).execute(db)).rows;
}

/** Selects the keys of a page, as texts. Exported for the query-plan test. */
export function pageKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
) {
  const { table } = list;
  const { columnsOf, after, order } = orderOf(list);
  const { from, rows } = partsOf(queries, regions, list);
  const ofPart = cursor === null ? rows : rows.where(after(table, cursor));
  return sql<{ keys: string[] }>`
    select array[${sql.join(columnsOf('page').map((column) => sql`${column}::text`))}] as keys
    from ${from} cross join lateral (${ofPart} order by ${order(table)} limit ${limit}) as page
    order by ${order('page')} limit ${limit}`;
}

/** The countries of a list, or the values of its parts, each with its filtered rows. */
function partsOf<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const ofRegion = inRegions(queries, list, sql`part.region`);
  if (!list.parts)
    return { from: sql`unnest(${regions}::integer[]) as part (region)`, rows: ofRegion };
  const { values, column } = list.parts;
  return {
    from: sql`(select * from (${values}) as given where region = any(${regions}::integer[])) as part`,
    rows: ofRegion.where(sql<boolean>`${sql.ref(`${list.table}.${column}`)} = part.value`),
  };
}

/** Selects the list's rows to count. */
function selectCountedRows<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const limit = MAX_COUNTED + 1;
  const parts = list.countedParts ?? (list.found || list.parts?.isInAnyPart ? null : list.parts);
  if (!parts) {
    const counted = restrictToFound(list);
    return inRegions(queries, counted, sql`any(${regions}::integer[])`).limit(limit);
  }
  const { from, rows } = partsOf(queries, regions, { ...list, parts });
  return sql`select 1 from ${from} cross join lateral (${rows.limit(limit)}) as counted limit ${limit}`;
}

/** Selects the keys of the filtered rows in one or several countries. */
function inRegions<Table extends RegionTable>(
  queries: ScopedQueries,
  { table, keys, where }: RegionList<Table>,
  region: ReturnType<typeof sql>,
) {
  // The builder loses the type of a generic table.
  const rows = where(queries.selectFrom(table) as unknown as Rows<Table>);
  return rows
    .where(sql<boolean>`${sql.ref(`${table}.${regionColumns[table]}`)} = ${region}`)
    .select(keys.map((key) => sql.ref(`${table}.${key}`).as(key)));
}
