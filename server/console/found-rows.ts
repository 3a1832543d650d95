import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type RegionTable, type ScopedQueries } from './operator-scope.ts';
import {
  inRegions,
  restrictToFound,
  orderOf,
  type PageRange,
  type RegionList,
} from './region-list.ts';

/** A page of found rows, and their number; null above the counted ones. */
interface FoundPage {
  readonly rows: readonly { readonly keys: string[] }[];
  readonly total: number | null;
}

/** The rows that an operator may list. */
interface Scope {
  readonly db: Kysely<Database>;
  readonly queries: ScopedQueries;
  readonly regions: readonly RegionId[];
}

/** How many rows are read at most. Only tests change it. */
interface Limits {
  readonly counted: number;
  /** If one row in 100 is found, a page of 50 needs about 5,000 rows. */
  readonly checked: number;
  readonly sampledPages: number;
  /** Smaller tables aren't sampled. */
  readonly minPages: number;
}
const usualLimits: Limits = {
  counted: MAX_COUNTED,
  checked: 8000,
  sampledPages: 160,
  minPages: 2000,
};

/**
 * Reads a page of a list that is limited by an unordered index, such as the words of a search. Up to 10,000 found rows
 * are read once, counted and sorted. If there are more, rows are checked in the list's order, which soon fills a page.
 * @param countParts counts the rows of `countedParts`
 */
export async function readFoundPage<Table extends RegionTable>(
  scope: Scope,
  list: RegionList<Table>,
  range: PageRange,
  countParts: () => Promise<number | null>,
  limits = usualLimits,
): Promise<FoundPage> {
  const { db, queries, regions } = scope;
  if (regions.length === 0) return { rows: [], total: 0 };
  const most = limits.counted + 1;
  const sample = await readSample(scope, list, limits);
  const hasMany =
    sample.hasMany || (list.countedParts !== undefined && (await countParts()) === null);
  if (!hasMany) {
    // Reading all rows of a small list is faster than all found ones of the table, if no other table is needed.
    const isComparedOnly = sample.isSmall && !list.compared;
    const found = isComparedOnly ? comparedOf(list) : list.found;
    const { rows } = await selectFoundKeys(
      queries,
      regions,
      { ...list, found },
      range,
      most,
    ).execute(db);
    const total = rows[0]?.total ?? 0;
    if (total < most) return { rows: withKeys(rows), total };
  }
  const rows = await readCheckedKeys(scope, list, range, limits.checked);
  if (rows !== null) return { rows, total: null };
  const all = await selectFoundKeys(queries, regions, list, range).execute(db);
  return { rows: withKeys(all.rows), total: null };
}

const withKeys = (rows: readonly { readonly keys: string[] | null }[]) =>
  rows.flatMap(({ keys }) => (keys === null ? [] : [{ keys }]));

/** Bytes of a page of a table. */
const PAGE_BYTES = 8192;

/**
 * Samples pages of the table, always the same ones. `hasMany` is true if they prove that more rows are found than are
 * counted, so that counting them isn't needed; `isSmall`, if the list seems to have few rows to compare, such as
 * unanswered chats.
 */
async function readSample<Table extends RegionTable>(
  { db, regions }: Scope,
  list: RegionList<Table>,
  { counted, sampledPages, minPages }: Limits,
): Promise<{ readonly hasMany: boolean; readonly isSmall: boolean }> {
  const table = sql.table(list.table);
  const { rows: sizes } = await sql<{ bytes: number }>`
    select pg_relation_size(${list.table}::regclass)::float8 as bytes`.execute(db);
  const pages = Math.max(1, (sizes[0]?.bytes ?? 0) / PAGE_BYTES);
  if (pages < minPages) return { hasMany: false, isSmall: false };
  const percent = Math.min(100, (100 * (list.sampledPages ?? sampledPages)) / pages);
  // The sample takes the name of the table.
  const listedRows = inRegions(
    db as unknown as ScopedQueries,
    restrictToFound({ ...list, found: undefined }),
    sql`any(${regions}::integer[])`,
  ).select([sql.ref<number>('sampled_page').as('sampled_page'), comparedOf(list).as('is_found')]);
  const { rows } = await sql<Sample>`
    with ${table} as materialized (
      select *, (ctid::text::point)[0] as sampled_page
      from ${table} tablesample system (${sql.lit(percent)}) repeatable (1)),
    page as (select count(*) as rows from ${table} group by sampled_page)
    select (select count(*)::int from page) as pages, (select coalesce(max(rows), 1)::int from page) as most,
      count(*)::int as listed, count(*) filter (where is_found)::int as found,
      (count(distinct sampled_page) filter (where is_found))::int as found_pages
    from (${listedRows}) as listed`.execute(db);
  const [sample] = rows;
  if (!sample || sample.pages === 0) return { hasMany: false, isSmall: false };
  // Deleted rows leave empty pages, which the sample doesn't contain.
  const filledShare = Math.min(1, (100 * sample.pages) / (percent * pages));
  const mean = counted / (pages * filledShare);
  return {
    hasMany:
      isCertainlyMore(sample.found_pages, mean, sample.pages) ||
      isCertainlyMore(sample.found / sample.most, mean / sample.most, sample.pages),
    isSmall: (sample.listed / sample.pages) * pages * filledShare <= 2 * counted,
  };
}

/** Pages of a sample that have rows, and the rows found on them. */
interface Sample {
  readonly pages: number;
  /** Highest number of rows on a page. */
  readonly most: number;
  readonly listed: number;
  readonly found: number;
  /** Pages with found rows. */
  readonly found_pages: number;
}

/** Natural logarithm of the highest chance to be wrong: about one in 500 million. */
const MAX_LOG_CHANCE = -20;

/**
 * True if a sum of values from 0 to 1 is too high for their mean to be at most `mean`, however they are distributed. Uses
 * the Chernoff–Hoeffding bound.
 */
function isCertainlyMore(sum: number, mean: number, count: number): boolean {
  const sampleMean = sum / count;
  if (mean >= 1 || !(sampleMean > mean)) return false;
  const rest = sampleMean < 1 ? (1 - sampleMean) * Math.log((1 - sampleMean) / (1 - mean)) : 0;
  return -count * (sampleMean * Math.log(sampleMean / mean) + rest) < MAX_LOG_CHANCE;
}

/** The condition for a single row, in a form that no index covers. */
function comparedOf<Table extends RegionTable>({ compared, found }: RegionList<Table>) {
  return sql<boolean>`(${compared ?? found ?? sql`true`}) is true`;
}

/**
 * Selects the keys of a page of rows found by an unordered index, each with their number: at most `most`. Without keys, it
 * has one row. Exported for the query-plan test.
 */
export function selectFoundKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
  most?: number,
) {
  const { keysOf, after, order } = orderOf(list);
  const all = inRegions(queries, restrictToFound(list), sql`any(${regions}::integer[])`);
  return sql<{ total: number; keys: string[] | null }>`
    with found as materialized (${most === undefined ? all : all.limit(most)})
    select total, keys from (select count(*)::int as total from found) as counted
    left join (
      select *, ${keysOf('found')} as keys from found
      where ${cursor === null ? sql`true` : after('found', cursor)}
      order by ${order('found')} limit ${limit}) as page on true
    order by ${order('page')}`;
}

/**
 * Reads the keys of a page by checking rows in the list's order, across all countries.
 * @returns null if the rows checked don't fill the page, for example because the found ones are the last of the list
 */
async function readCheckedKeys<Table extends RegionTable>(
  scope: Scope,
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
  most: number,
): Promise<readonly { readonly keys: string[] }[] | null> {
  const { isFirst, ranges, others } = orderOf(list);
  const rows: { keys: string[] }[] = [];
  for (const [conditions, hasFirst] of [
    [ranges, true],
    [[others], false],
  ] as const) {
    const isCursorFirst = cursor !== null && isFirst(cursor);
    if (conditions.length === 0 || (hasFirst && cursor !== null && !isCursorFirst)) continue;
    const range = {
      cursor: isCursorFirst === hasFirst ? cursor : null,
      limit: limit - rows.length,
    };
    const checkedRows = await readCheckedRows(scope, { ...list, firstWords: [] }, range, {
      conditions,
      most,
    });
    if (checkedRows === null) return null;
    rows.push(...checkedRows);
    if (rows.length >= limit) break;
  }
  return rows;
}

interface CheckedRow {
  readonly keys: string[];
  readonly is_found: boolean;
  /** Position among the checked rows, from 1. */
  readonly ordinal: number;
}

/**
 * Checks rows of countries that meet any of the conditions. The rows of each country and condition are read from the
 * index and merged as needed: only a few more rows are read than checked.
 */
async function readCheckedRows<Table extends RegionTable>(
  { db, queries, regions }: Scope,
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
  { conditions, most }: { conditions: readonly RawBuilder<boolean>[]; most: number },
) {
  const { table, keys } = list;
  const { keysOf, after, order } = orderOf(list);
  const id = keys.at(-1) ?? '';
  // The tables are those of `queries`, whose expressions enclose the parts.
  const { where } = restrictToFound({ ...list, found: undefined });
  const selectedRows = regions.flatMap((region) =>
    conditions.map((condition) => {
      const rows = inRegions(db as unknown as ScopedQueries, { ...list, where }, sql`${region}`);
      const range = cursor === null ? condition : sql`${condition} and ${after(table, cursor)}`;
      return sql`(${rows.where(sql<boolean>`${range}`)}
        order by ${order(table)} limit ${sql.lit(most)})`;
    }),
  );
  const checkedRows = sql<CheckedRow>`(
    select page.*, ${keysOf('page')} as keys, row_number() over (order by ${order('page')})::int as ordinal,
      (select ${comparedOf(list)} from ${sql.table(table)} where ${sql.ref(`${table}.${id}`)} = ${sql.ref(`page.${id}`)})
        as is_found
    from (select * from (${sql.join(selectedRows, sql` union all `)}) as merged
      order by ${order('merged')} limit ${sql.lit(most)}) as page)`;
  const rows = await queries
    .selectFrom(checkedRows.as('checked'))
    .select(['keys', 'is_found', 'ordinal'])
    .where(sql<boolean>`(is_found or ordinal = ${sql.lit(most)})`)
    .orderBy(order('checked'))
    .limit(limit)
    .execute();
  const found = rows.filter((row) => row.is_found);
  const isCut = found.length < limit && rows.at(-1)?.ordinal === most;
  return isCut ? null : found;
}
