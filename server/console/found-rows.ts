import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type RegionTable, type ScopedQueries } from './operator-scope.ts';
import {
  inRegions,
  restrictToFound,
  orderFragments,
  type PageRange,
  type RegionList,
  type RegionParts,
} from './region-list.ts';

/** A page of found rows, and the number of all found rows; null if there are too many to count. */
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

/**
 * Number of list rows compared for each row of a page. This is enough to fill the page if one in 100 rows is found. If
 * fewer are found, all of them can be sorted quickly.
 */
const COMPARED_PER_ROW = 120;
/** Number compared for each row of a page before the found values are read; enough if one row in 20 is found. */
const SAMPLED_PER_ROW = 20;
/** Maximum number of found values whose rows are merged. */
const MAX_FOUND_PARTS = 20;
/** Maximum number of found values for which all rows are sorted at once, instead of comparing more rows first. */
const MAX_SORTED_PARTS = 20_000;

/**
 * Reads a page of a list that is limited by an unordered index, such as the words of a search. First, the next rows of
 * the list are compared with the condition one by one, because frequent words soon fill a page. If the page isn't full,
 * all found rows are read from their index and sorted.
 * @param maxCompared maximum number of rows to compare; only tests change it
 */
export async function readFoundPage<Table extends RegionTable>(
  scope: Scope,
  list: RegionList<Table>,
  range: PageRange,
  maxCompared = COMPARED_PER_ROW * range.limit,
): Promise<FoundPage> {
  if (scope.regions.length === 0) return { rows: [], total: 0 };
  if (list.rowCondition) {
    const { page } = await comparePage(scope, list, range, maxCompared);
    if (page !== null) return page;
  }
  const { rows } = await selectFoundKeys(scope.queries, scope.regions, list, range).execute(
    scope.db,
  );
  const total = rows[0]?.total ?? 0;
  return { rows: withKeys(rows), total: total > MAX_COUNTED ? null : total };
}

/**
 * Finds the values of `searchParts` if they are few and the first compared rows don't fill the page.
 * @returns the page if it's full; otherwise the values as parts. If there are too many values, returns `shouldSortAll`:
 *   true if comparing more rows wouldn't fill the page either, so that sorting all found rows is faster
 */
export async function readPageOrParts<Table extends RegionTable>(
  scope: Scope,
  list: RegionList<Table>,
  searchParts: RegionParts<Table>,
  range: PageRange,
): Promise<
  | { readonly page: FoundPage }
  | { readonly parts: RegionParts<Table> }
  | { readonly shouldSortAll: boolean }
> {
  const { page, count } = await comparePage(scope, list, range, SAMPLED_PER_ROW * range.limit);
  if (page !== null) return { page };
  const shouldSortAll = (count * COMPARED_PER_ROW) / SAMPLED_PER_ROW < range.limit;
  // Counted only if needed, because counting takes as long as comparing.
  const total = sql<number>`(
    select count(*)::int from (select from found limit ${MAX_SORTED_PARTS + 1}) as counted)`;
  // Materialized, because PostgreSQL would read the whole table if it expects to find enough rows soon.
  const { rows } = await sql<{ region: RegionId; value: string; total: number | null }>`
    with found as materialized (${searchParts.values})
    select region, value, ${shouldSortAll ? total : sql`null`} as total
    from found limit ${MAX_FOUND_PARTS + 1}`.execute(scope.db);
  if (rows.length > MAX_FOUND_PARTS)
    return { shouldSortAll: shouldSortAll && (rows[0]?.total ?? 0) <= MAX_SORTED_PARTS };
  const [regions, ids] = [rows.map(({ region }) => region), rows.map(({ value }) => value)];
  const values = sql<{ region: RegionId; value: string }>`
    select * from unnest(${regions}::integer[], ${ids}::uuid[]) as found (region, value)`;
  return { parts: { column: searchParts.column, values } };
}

const withKeys = (rows: readonly { readonly keys: string[] | null }[]) =>
  rows.flatMap(({ keys }) => (keys === null ? [] : [{ keys }]));

/**
 * Selects the keys of a page of rows found by an unordered index. Each row also has the total number of found rows. If
 * the page is empty, the result is one row without keys. Exported for the query-plan test.
 */
export function selectFoundKeys<Table extends RegionTable>(
  queries: ScopedQueries,
  regions: readonly RegionId[],
  list: RegionList<Table>,
  range: PageRange,
) {
  const all = inRegions(queries, restrictToFound(list), sql`any(${regions}::integer[])`);
  return sql<FoundKeys>`
    with found as materialized (${all})
    select total, keys from (select count(*)::int as total from found) as counted
    left join (${selectPage(list, range)}) as page on true
    order by ${orderFragments(list).order('page')}`;
}

/** Selects a page of the rows in `found`. */
function selectPage<Table extends RegionTable>(
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
) {
  const { selectKeys, after, order } = orderFragments(list);
  return sql`select *, ${selectKeys('found')} as keys from found
    where ${cursor === null ? sql`true` : after('found', cursor)}
    order by ${order('found')} limit ${limit}`;
}

/** A row of a page, with the total number of found rows. If the page is empty, it's a single row without keys. */
interface FoundKeys {
  readonly total: number;
  readonly keys: string[] | null;
}

/**
 * Reads a page by comparing rows in the list's order, across all countries.
 * @returns the number of found rows; and the page, or null if the compared rows don't fill it, for example because the
 * found rows are at the end of the list
 */
async function comparePage<Table extends RegionTable>(
  scope: Scope,
  list: RegionList<Table>,
  { cursor, limit }: PageRange,
  maxCompared: number,
): Promise<{ readonly page: FoundPage | null; readonly count: number }> {
  const { isFirst, ranges, others } = orderFragments(list);
  const isAfterFirst = cursor !== null && !isFirst(cursor);
  const isAmongFirst = cursor !== null && isFirst(cursor);
  const parts = [
    ...(ranges.length === 0 || isAfterFirst ? [] : [{ conditions: ranges, cursor }]),
    { conditions: [others], cursor: isAmongFirst ? null : cursor },
  ];
  const rows: { readonly keys: string[] }[] = [];
  let total: number | null = cursor === null ? 0 : null;
  for (const part of parts) {
    const result = await compareRows(scope, { ...list, firstWords: [] }, part, {
      limit,
      maxCompared,
    });
    rows.push(...result.rows.slice(0, limit - rows.length));
    if (result.isLast) total = total === null ? null : total + result.total;
    else if (rows.length < limit) return { page: null, count: rows.length };
    else return { page: { rows, total: null }, count: rows.length };
  }
  return { page: { rows, total }, count: rows.length };
}

/**
 * Compares the countries' rows that meet any of the conditions. The rows of each country and condition are read from
 * the index and merged on demand, so that only a few more rows are read than compared.
 */
async function compareRows<Table extends RegionTable>(
  { db, queries, regions }: Scope,
  list: RegionList<Table>,
  {
    conditions,
    cursor,
  }: { conditions: readonly RawBuilder<boolean>[]; cursor: PageRange['cursor'] },
  { limit, maxCompared }: { limit: number; maxCompared: number },
) {
  const { after, order } = orderFragments(list);
  // `db` doesn't limit these parts to the operator's countries, but `queries` does: its expressions enclose them.
  const { where } = restrictToFound({ ...list, searchCondition: undefined });
  const isFound = sql<boolean>`(${list.rowCondition ?? sql`true`}) is true`.as('is_found');
  const branches = regions.flatMap((region) =>
    conditions.map((condition) => {
      const rows = inRegions(db as unknown as ScopedQueries, { ...list, where }, sql`${region}`);
      const next = cursor === null ? condition : sql`${condition} and ${after(list.table, cursor)}`;
      return sql`(${rows.select(isFound).where(sql<boolean>`${next}`)}
        order by ${order(list.table)} limit ${sql.lit(maxCompared)})`;
    }),
  );
  const page = sql<FoundKeys & { readonly compared: number }>`(
    with compared as materialized (
      select * from (${sql.join(branches, sql` union all `)}) as merged
      order by ${order('merged')} limit ${sql.lit(maxCompared)}),
    found as (select * from compared where is_found)
    select compared, total, keys from (
      select (select count(*)::int from compared) as compared, (select count(*)::int from found) as total) as counted
    left join (${selectPage(list, { cursor: null, limit })}) as page on true
    order by ${order('page')})`;
  const rows = await queries.selectFrom(page.as('page')).selectAll().execute();
  const [first = { compared: 0, total: 0 }] = rows;
  return { rows: withKeys(rows), total: first.total, isLast: first.compared < maxCompared };
}
