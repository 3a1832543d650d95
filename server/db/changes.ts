import {
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { markAsBounded, readBoundedRows } from './bounded-list.ts';
import { type EpochReader } from './epoch.ts';
import { type Database } from './tables.ts';

/**
 * Every replicated row has its own `rev`, which is taken from the company's counter while the company's row is locked.
 * Because of the lock, changes are committed in the order of their revs, so no pull misses one that is committed late
 * (F45).
 */

/**
 * Locks the company until the transaction ends. Call it first in every write to the company's rows. Throws
 * `not_found` if the company doesn't exist.
 */
export async function lockCompany(trx: Transaction<Database>, companyId: string): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
}

/**
 * Locks several companies, always in the same order.
 * @param ids a subquery that selects the ids of the companies
 */
export async function lockCompanies(
  trx: Transaction<Database>,
  ids: RawBuilder<unknown>,
): Promise<void> {
  await sql`select id from companies where id in (${ids}) order by id for update`.execute(trx);
}

/** Reserves the company's next rev for one changed row. Locks the company until the transaction ends. */
export function nextRev(trx: Transaction<Database>, companyId: string): Promise<number> {
  return nextRevs(trx, companyId, 1);
}

/**
 * Reserves revs for several changed rows.
 * @returns the first of `count` consecutive revs
 */
export async function nextRevs(
  trx: Transaction<Database>,
  companyId: string,
  count: number,
): Promise<number> {
  const row = await trx
    .updateTable('companies')
    .set((eb) => ({ rev: eb('rev', '+', count) }))
    .where('id', '=', companyId)
    .returning('rev')
    .executeTakeFirstOrThrow();
  return row.rev - count + 1;
}

/** A change counter: a company's or a country's. */
export interface RevCounter {
  readonly db: Kysely<Database>;
  readonly epoch: EpochReader;
  /** Reads the current value. */
  readonly current: () => Promise<number>;
}

/** Creates the change counter of a company. */
export function companyCounter(
  { db, epoch }: { readonly db: Kysely<Database>; readonly epoch: EpochReader },
  companyId: string,
): RevCounter {
  const current = async () => {
    const { rev } = await db
      .selectFrom('companies')
      .select('rev')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return rev;
  };
  return { db, epoch, current };
}

/** Parameters of a pull. */
interface ChangesRequest {
  /** Checkpoint of an earlier pull; empty for the beginning. */
  readonly since: string;
  readonly limit: number;
}

/**
 * Reads one page of changes in order, with the next checkpoint. A page shorter than `limit` is the last one, unless
 * `last_page` is 2. In that case, the page was cut short because it would have been too large. Throws
 * `checkpoint_stale` if the checkpoint belongs to another database.
 * @param rows all rows that the client may pull, including tombstones, unordered. The column name `rev` must be
 *   unambiguous.
 */
export async function pullPage<
  Tables,
  Table extends keyof Tables,
  Row extends { readonly rev: number },
  Entity,
>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { since, limit }: ChangesRequest,
  counter: RevCounter,
  toWire: (row: Row) => Entity,
) {
  const epoch = await counter.epoch.current();
  const checkpointRev = await readCheckpoint(since, epoch, counter);
  const rowsAfter = (rev: number, count: number) =>
    rows
      .where(sql<boolean>`rev > ${rev}`)
      .orderBy(sql`rev`)
      .limit(count);
  const { rows: changedRows, isCut } = await readBoundedRows<Row>(
    counter.db,
    (previousRows, count) => sql`${rowsAfter(previousRows.at(-1)?.rev ?? checkpointRev, count)}`,
    { order: sql`rev`, limit },
  );
  const lastRev = changedRows.at(-1)?.rev ?? checkpointRev;
  return markAsBounded(
    changedRows.map((row) => toWire(row)),
    // `total` is only the length of this page. Clients don't need a count, because they pull until a page is short.
    {
      last_page: isCut ? 2 : 1,
      total: changedRows.length,
      checkpoint: `${epoch}.${lastRev}`,
    },
  );
}

async function readCheckpoint(
  since: string,
  currentEpoch: string,
  counter: RevCounter,
): Promise<number> {
  if (since === '') return 0;
  const [epoch, digits = ''] = since.split('.', 2);
  if (epoch !== currentEpoch || !/^\d{1,15}$/.test(digits))
    throw new ApiFailure('checkpoint_stale');
  const rev = Number(digits);
  // If the counter is behind the checkpoint, a backup was restored without renewing the epoch.
  if (rev > (await counter.current())) throw new ApiFailure('checkpoint_stale');
  return rev;
}
