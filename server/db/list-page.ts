import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { asBounded, boundedRows, lastPage, startOfPage } from './bounded-list.ts';
import { type Database } from './tables.ts';

/** One page of a list, newest first. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** What the rows of a list need so that their order is the same every time. */
interface Listed {
  readonly uuid: string;
  readonly created_at: Date;
}

const order = sql`created_at desc, uuid`;

/**
 * One page of rows, newest first, and how many there are in all. Where the rows are large, a page has fewer than
 * `limit`, and there are more pages.
 * @param rows what the caller may see of what was asked for, in no order yet
 */
export async function newestFirstPage<
  Tables,
  Table extends keyof Tables,
  Row extends Listed,
  Entity,
>(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
  toWire: (row: Row) => Entity,
) {
  const sorted = rows.orderBy(sql`created_at`, 'desc').orderBy(sql`uuid`);
  const { start, before } = await startIn(db, sorted, { page, limit });
  const { rows: found } = await boundedRows<Row>(
    db,
    (all, count) => sql`${sorted.offset(start + all.length).limit(count)}`,
    { order, limit },
  );
  const { total } = await rows
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const last_page = lastPage({ before, start, found: found.length, limit, total });
  return asBounded(found.map(toWire), { last_page, total });
}

/** Where the page begins. Of the first one it is known; for another those before it are weighed. */
async function startIn<Tables, Table extends keyof Tables, Row>(
  db: Kysely<Database>,
  sorted: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
) {
  if (page === 1) return { start: 0, before: 0 };
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(listed::text) as bytes
    from (${sorted.limit((page - 1) * limit)}) as listed
    order by ${order}`.execute(db);
  return startOfPage(
    rows.map(({ bytes }) => bytes),
    { page, limit },
  );
}

/** A LIKE pattern for texts that contain the given one; its own wildcards are only letters. */
export function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
