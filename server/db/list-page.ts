import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { markAsBounded, readBoundedRows, estimateLastPage, findPageStart } from './bounded-list.ts';
import { type Database } from './tables.ts';

/** A page of a list, newest first. */
export interface Page {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly limit: number;
}

/** Columns by which lists are sorted. The id makes the order stable. */
interface ListedRow {
  readonly uuid: string;
  readonly created_at: Date;
}

const order = sql`created_at desc, uuid`;

/**
 * Reads one page, newest first, with the total count. If rows are large, a page has fewer rows than `limit`, and the
 * list has more pages.
 * @param rows the rows that the client may see and that match its filters, unordered
 */
export async function newestFirstPage<
  Tables,
  Table extends keyof Tables,
  Row extends ListedRow,
  Entity,
>(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
  toWire: (row: Row) => Entity,
) {
  const sortedRows = rows.orderBy(sql`created_at`, 'desc').orderBy(sql`uuid`);
  const { start, pagesBefore } = await findStart(db, sortedRows, { page, limit });
  const { rows: pageRows } = await readBoundedRows<Row>(
    db,
    (previous, count) => sql`${sortedRows.offset(start + previous.length).limit(count)}`,
    { order, limit },
  );
  const { total } = await rows
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const last_page = estimateLastPage({
    pagesBefore,
    start,
    rowCount: pageRows.length,
    limit,
    total,
  });
  return markAsBounded(pageRows.map(toWire), { last_page, total });
}

/** Finds the row with which the page starts. For any page after the first, measures the rows before it. */
async function findStart<Tables, Table extends keyof Tables, Row>(
  db: Kysely<Database>,
  sortedRows: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
) {
  if (page === 1) return { start: 0, pagesBefore: 0 };
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(listed::text) as bytes
    from (${sortedRows.limit((page - 1) * limit)}) as listed
    order by ${order}`.execute(db);
  return findPageStart(
    rows.map(({ bytes }) => bytes),
    { page, limit },
  );
}

/** Returns a LIKE pattern for texts that contain `word`; escapes its wildcards. */
export function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
