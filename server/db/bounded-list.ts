import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Database } from './tables.ts';

/**
 * A page of a list ends with the entry by which it has so many bytes, as the database writes its rows. An ordinary
 * page of 500 has half of it at most.
 */
export const LIST_BYTES = 1_000_000;
/** So many rows are weighed first; what they weigh says how many more to fetch at once. */
const FIRST_STEP = 50;

/** Says of an answer that it went through one of the functions that bound it; there is no other way to make one. */
declare const bounded: unique symbol;
export interface Bounded {
  readonly [bounded]: true;
}

/** A list as the contract answers it, with its bound. */
export type BoundedList<Entity, Meta = { last_page: number; total: number }> = Bounded & {
  data: Entity[];
  meta: Meta;
};

/** For `newestPage`, `pullPage` and the two below alone: what they answer is bounded. */
export function asBounded<Entity, Meta>(data: Entity[], meta: Meta): BoundedList<Entity, Meta> {
  // The mark is for the compiler; at run time there is nothing to it.
  return { data, meta } as BoundedList<Entity, Meta>;
}

/**
 * A list that comes at once: what an operator configures, or what the caller named one by one.
 * Throws `payload_too_large` where it is longer than a page may be.
 */
export function singlePage<Entity>(data: Entity[]): BoundedList<Entity> {
  const bytes = data.reduce((sum, entity) => sum + bytesOf(entity), 0);
  if (bytes > LIST_BYTES) throw new ApiFailure('payload_too_large');
  return asBounded(data, { last_page: 1, total: data.length });
}

/** A page of what is at hand: of entities in the list's order, at most `limit` and so many bytes. */
export function paginate<Entity>(
  entities: readonly Entity[],
  { page, limit }: { readonly page: number; readonly limit: number },
): BoundedList<Entity> {
  const weights = entities.map(bytesOf);
  const { start, before } = startOfPage(weights, { page, limit });
  const data = entities.slice(start, endOfPage(weights, start, limit));
  const last_page = lastPage({ before, start, found: data.length, limit, total: entities.length });
  return asBounded(data, { last_page, total: entities.length });
}

/**
 * Rows from the beginning of what `next` selects, until there are `limit` of them or they have `LIST_BYTES`. The
 * database lets no more than that out, however large they are.
 * @param next so many rows behind those that were found, in their order
 * @param order of the selected columns, the same
 * @returns the rows, and whether they end because of their bytes
 */
export async function boundedRows<Row>(
  db: Kysely<Database>,
  next: (found: readonly Row[], count: number) => RawBuilder<Row>,
  { order, limit }: { readonly order: RawBuilder<unknown>; readonly limit: number },
): Promise<{ readonly rows: Row[]; readonly isCut: boolean }> {
  const rows: Row[] = [];
  let bytes = 0;
  let step = FIRST_STEP;
  while (rows.length < limit) {
    const count = Math.min(step, limit - rows.length);
    const { rows: found } = await sql<Row & { bytes_here: number }>`
      select * from (
        select listed.*,
          octet_length(listed::text) as bytes_here,
          sum(octet_length(listed::text)) over (order by ${order}) as bytes_so_far
        from (${next(rows, count)}) as listed
      ) as weighed
      where bytes_so_far - bytes_here < ${LIST_BYTES - bytes}
      order by ${order}`.execute(db);
    rows.push(...found);
    bytes += found.reduce((sum, row) => sum + row.bytes_here, 0);
    if (bytes >= LIST_BYTES) return { rows, isCut: true };
    if (found.length < count) break;
    step = Math.ceil(((LIST_BYTES - bytes) * rows.length) / bytes);
  }
  return { rows, isCut: false };
}

/**
 * Where a page begins, by what each entry before it weighs. Pure.
 * @returns `before`: how many pages there are before that; fewer than asked for where the list ends earlier
 */
export function startOfPage(
  weights: readonly number[],
  { page, limit }: { readonly page: number; readonly limit: number },
): { readonly start: number; readonly before: number } {
  let start = 0;
  let before = 0;
  while (before < page - 1 && start < weights.length) {
    start = endOfPage(weights, start, limit);
    before += 1;
  }
  return { start, before };
}

/** Where a page ends that begins there. Pure. */
export function endOfPage(weights: readonly number[], start: number, limit: number): number {
  let end = start;
  for (let bytes = 0; end - start < limit && bytes < LIST_BYTES; end += 1) {
    const weight = weights[end];
    if (weight === undefined) break;
    bytes += weight;
  }
  return end;
}

/** The number of the last page, as far as it can be seen from one: those behind it may be cut, too. */
export function lastPage(seen: {
  readonly before: number;
  readonly start: number;
  readonly found: number;
  readonly limit: number;
  readonly total: number;
}): number {
  const { before, start, found, limit, total } = seen;
  if (found === 0) return Math.max(1, before);
  return before + 1 + Math.ceil(Math.max(0, total - start - found) / limit);
}

function bytesOf(entity: unknown): number {
  return Buffer.byteLength(JSON.stringify(entity));
}
