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
}

/**
 * Limits a list to some values of a column that precedes the keys in an index. The index orders each value's rows;
 * the first rows of each are merged.
 */
interface RegionParts<Table extends RegionTable> {
  readonly column: keyof Database[Table] & string;
  /** Selects the values as `value`, each with its country as `region`. */
  readonly values: Expression<{ readonly region: RegionId; readonly value: string }>;
  /** Countries with too many values to read each one's rows; there, each row is compared with the values instead. */
  readonly comparedIn: readonly RegionId[];
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
  const total = await countLimited(db, countedRows(queries, ids, list));
  const read = async (range: PageRange) => {
    if (list.found && total === null) return checkedKeys(db, queries, ids, list, range);
    const select = list.found ? foundKeys : pageKeys;
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
export function foundKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
) {
  const { columnsOf, after, order } = orderOf(list);
  const rows = inRegions(queries, onlyFound(list), sql`any(${regions}::integer[])`);
  return sql<{ keys: string[] }>`
    with page as materialized (${rows})
    select array[${sql.join(columnsOf('page').map((column) => sql`${column}::text`))}] as keys
    from page where ${cursor === null ? sql`true` : after('page', cursor)}
    order by ${order('page')} limit ${limit}`;
}

/** A list whose filters include the condition on the found rows. */
function onlyFound<Table extends RegionTable>(list: RegionList<Table>): RegionList<Table> {
  const { found } = list;
  if (!found) return list;
  return {
    ...list,
    // The same builder; its type is lost because the table is generic.
    where: (rows) => list.where(rows).where(found) as unknown as Rows<Table>,
  };
}

/** How many rows to check, step by step, before all found rows are sorted. */
const CHECK_STEPS = [1000, 4000] as const;

/**
 * Reads the keys of a page if many rows are found. Checks rows in order, across all countries. Reading each country
 * separately would scan one without found rows to its end, and PostgreSQL, which can't estimate the matches, might sort
 * all rows.
 */
async function checkedKeys<Table extends RegionTable>(
  db: Kysely<Database>,
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  range: PageRange,
): Promise<readonly { readonly keys: string[] }[]> {
  const { found = sql<boolean>`true`, ...all } = list;
  const id = sql.ref(`${list.table}.${list.keys.at(-1)}`);
  const rows: { keys: string[] }[] = [];
  let { cursor } = range;
  for (const count of CHECK_STEPS) {
    const { rows: compared } = await sql<{ keys: string[]; is_found: boolean; position: number }>`
      with page as materialized (
        select keys, row_number() over ()::int as position
        from (${pageKeys(queries, regions, all, { cursor, limit: count })}) as listed
      )
      select keys, position, (${found}) is true as is_found
      from page inner join ${sql.table(list.table)} on ${id} = keys[${list.keys.length}]::uuid
      where (${found}) is true or position = ${count}
      order by position`.execute(db);
    rows.push(...compared.filter((row) => row.is_found));
    const last = compared.at(-1);
    if (rows.length >= range.limit || last?.position !== count) return rows.slice(0, range.limit);
    cursor = last.keys;
  }
  return (await foundKeys(queries, regions, list, range).execute(db)).rows;
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
  const pages = partsOf(queries, regions, list).map(({ from, rows }) => {
    const ofPart = cursor === null ? rows : rows.where(after(table, cursor));
    return sql`select page.* from ${from}
      cross join lateral (${ofPart} order by ${order(table)} limit ${limit}) as page`;
  });
  return sql<{ keys: string[] }>`
    select array[${sql.join(columnsOf('page').map((column) => sql`${column}::text`))}] as keys
    from (${sql.join(pages, sql` union all `)}) as page
    order by ${order('page')} limit ${limit}`;
}

/** The countries of a list, or the values of its parts, each with its filtered rows. */
function partsOf<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const ofRegion = inRegions(queries, list, sql`part.region`);
  const countries = (ids: readonly RegionId[]) => sql`unnest(${ids}::integer[]) as part (region)`;
  if (!list.parts) return [{ from: countries(regions), rows: ofRegion }];
  const { values, comparedIn } = list.parts;
  const column = sql.ref(`${list.table}.${list.parts.column}`);
  const compared = regions.filter((id) => comparedIn.includes(id));
  const others = regions.filter((id) => !comparedIn.includes(id));
  return [
    {
      from: sql`(select * from (${values}) as given where region = any(${others}::integer[])) as part`,
      rows: ofRegion.where(sql<boolean>`${column} = part.value`),
    },
    {
      from: countries(compared),
      // `is true` keeps PostgreSQL from joining and sorting all rows.
      rows: ofRegion.where(
        sql<boolean>`(${column} in (select value from (${values}) as given)) is true`,
      ),
    },
  ].slice(0, compared.length === 0 ? 1 : 2);
}

/** Selects the list's rows to count. */
function countedRows<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
) {
  const limit = MAX_COUNTED + 1;
  if (!list.parts) {
    const counted = onlyFound(list);
    return inRegions(queries, counted, sql`any(${regions}::integer[])`).limit(limit);
  }
  const parts = { ...list.parts, comparedIn: [] };
  const each = partsOf(queries, regions, { ...list, parts }).map(
    ({ from, rows }) => sql`${from} cross join lateral (${rows.limit(limit)}) as counted`,
  );
  return sql`select 1 from ${sql.join(each)} limit ${limit}`;
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
