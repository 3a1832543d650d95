import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Database } from './tables.ts';

/**
 * Size of a page in bytes, measured as the text of its entries. A page ends with the entry that takes it to this size
 * or above. A normal page of 500 entries is at most half this size.
 */
export const LIST_BYTES = 1_000_000;
/** Rows in the first query; their size determines how many to fetch next. */
const FIRST_BATCH = 50;

/** Compile-time mark of lists created by the bounding functions. */
declare const bounded: unique symbol;
export interface Bounded {
  readonly [bounded]: true;
}

/** A bounded list response. */
type BoundedList<Entity, Meta = { last_page: number; total: number }> = Bounded & {
  data: Entity[];
  meta: Meta;
};

/** Creates a list that counts as bounded. Only for use in `newestFirstPage`, `pullPage` and the two functions below. */
export function markAsBounded<Entity, Meta>(data: Entity[], meta: Meta): BoundedList<Entity, Meta> {
  // The mark exists only at compile time.
  return { data, meta } as BoundedList<Entity, Meta>;
}

/**
 * Creates a list with a single page: configuration, or items that the client requested by id. Throws
 * `payload_too_large` if it exceeds the size of a page.
 */
export function singlePage<Entity>(data: Entity[]): BoundedList<Entity> {
  const bytes = data.reduce((sum, entity) => sum + jsonBytes(entity), 0);
  if (bytes > LIST_BYTES) throw new ApiFailure('payload_too_large');
  return markAsBounded(data, { last_page: 1, total: data.length });
}

/** Creates a page from entities in memory, which are in list order. A page ends at `limit` entities or `LIST_BYTES`. */
export function paginate<Entity>(
  entities: readonly Entity[],
  { page, limit }: { readonly page: number; readonly limit: number },
): BoundedList<Entity> {
  const sizes = entities.map(jsonBytes);
  const { start, pagesBefore } = findPageStart(sizes, { page, limit });
  const data = entities.slice(start, findPageEnd(sizes, start, limit));
  const last_page = estimateLastPage({
    pagesBefore,
    start,
    rowCount: data.length,
    limit,
    total: entities.length,
  });
  return markAsBounded(data, { last_page, total: entities.length });
}

/**
 * Reads rows until there are `limit` of them or they reach `LIST_BYTES`. The database never returns more, even if
 * rows are large.
 * @param selectNext selects `count` rows after the given ones
 * @param order order of the selected columns, the same as in `selectNext`
 * @returns the rows; `isCut` is true if they end because of their size and not because of `limit`
 */
export async function readBoundedRows<Row>(
  db: Kysely<Database>,
  selectNext: (previousRows: readonly Row[], count: number) => RawBuilder<Row>,
  { order, limit }: { readonly order: RawBuilder<unknown>; readonly limit: number },
): Promise<{ readonly rows: Row[]; readonly isCut: boolean }> {
  const rows: Row[] = [];
  let bytes = 0;
  let batchSize = FIRST_BATCH;
  while (rows.length < limit) {
    const count = Math.min(batchSize, limit - rows.length);
    const { rows: nextRows } = await sql<Row & { bytes_here: number }>`
      select * from (
        select listed.*,
          octet_length(listed::text) as bytes_here,
          sum(octet_length(listed::text)) over (order by ${order}) as bytes_so_far
        from (${selectNext(rows, count)}) as listed
      ) as measured
      where bytes_so_far - bytes_here < ${LIST_BYTES - bytes}
      order by ${order}`.execute(db);
    rows.push(...nextRows);
    bytes += nextRows.reduce((sum, row) => sum + row.bytes_here, 0);
    if (bytes >= LIST_BYTES) return { rows, isCut: true };
    if (nextRows.length < count) break;
    batchSize = Math.ceil(((LIST_BYTES - bytes) * rows.length) / bytes);
  }
  return { rows, isCut: false };
}

/**
 * Finds the start of a page from the sizes of the entries before it.
 * @returns `start`, and the number of pages before it, which is lower than requested if the list ends earlier
 */
export function findPageStart(
  sizes: readonly number[],
  { page, limit }: { readonly page: number; readonly limit: number },
): { readonly start: number; readonly pagesBefore: number } {
  let start = 0;
  let pagesBefore = 0;
  while (pagesBefore < page - 1 && start < sizes.length) {
    start = findPageEnd(sizes, start, limit);
    pagesBefore += 1;
  }
  return { start, pagesBefore };
}

/** Finds the end of the page that starts at `start`. */
export function findPageEnd(sizes: readonly number[], start: number, limit: number): number {
  let end = start;
  for (let bytes = 0; end - start < limit && bytes < LIST_BYTES; end += 1) {
    const size = sizes[end];
    if (size === undefined) break;
    bytes += size;
  }
  return end;
}

/** Estimates the number of the last page from one page. It's an estimate, because size may also cut later pages. */
export function estimateLastPage(counts: {
  readonly pagesBefore: number;
  readonly start: number;
  readonly rowCount: number;
  readonly limit: number;
  readonly total: number;
}): number {
  const { pagesBefore, start, rowCount, limit, total } = counts;
  if (rowCount === 0) return Math.max(1, pagesBefore);
  return pagesBefore + 1 + Math.ceil(Math.max(0, total - start - rowCount) / limit);
}

function jsonBytes(entity: unknown): number {
  return Buffer.byteLength(JSON.stringify(entity));
}
