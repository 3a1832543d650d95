import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { asBounded, boundedRows } from './bounded-list.ts';
import { type Database } from './tables.ts';

/*
 * Everything that a company's devices replicate carries the company's counter `rev`, taken while the
 * company's row is locked: the order of commits and the order of revs are the same, so that no pull
 * ever skips a late commit (F45). Every row has a rev of its own.
 */

/**
 * Locks the company for the rest of the transaction. First thing of every write to its rows. Throws `not_found` where
 * there is no such company.
 */
export async function lockCompany(trx: Transaction<Database>, companyId: string): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
}

/** The company's next rev, for one changed row. Locks the company until the transaction ends. */
export function nextRev(trx: Transaction<Database>, companyId: string): Promise<number> {
  return nextRevs(trx, companyId, 1);
}

/**
 * Revs for several changed rows at once.
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

/** What rows take their revs from, in this database. */
export interface RevCounter {
  readonly db: Kysely<Database>;
  readonly epoch: string;
  /** Where it stands. */
  readonly current: () => Promise<number>;
}

/** The company's counter. */
export function companyCounter(
  { db, epoch }: { readonly db: Kysely<Database>; readonly epoch: string },
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

/** What a pull asks for. */
export interface ChangesRequest {
  /** Empty for the beginning, else a checkpoint that an earlier pull answered. */
  readonly since: string;
  readonly limit: number;
}

/**
 * One page of changes in their order, with the next checkpoint. A page shorter than `limit` is the
 * last, but where `last_page` is 2: it was cut for its bytes, and what is missing is behind its checkpoint. Throws `checkpoint_stale` for a checkpoint that is not of this database.
 * @param rows all that the caller may pull, tombstones too, in no order yet; `rev` names one column
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
  const after = await readCheckpoint(since, counter);
  const behind = (rev: number, count: number) =>
    rows
      .where(sql<boolean>`rev > ${rev}`)
      .orderBy(sql`rev`)
      .limit(count);
  const { rows: changed, isCut } = await boundedRows<Row>(
    counter.db,
    (found, count) => sql`${behind(found.at(-1)?.rev ?? after, count)}`,
    { order: sql`rev`, limit },
  );
  const last = changed.at(-1)?.rev ?? after;
  return asBounded(
    changed.map((row) => toWire(row)),
    // The number of all changes is not counted: a pull goes on until a page is short.
    {
      last_page: isCut ? 2 : 1,
      total: changed.length,
      checkpoint: `${counter.epoch}.${last}`,
    },
  );
}

async function readCheckpoint(since: string, counter: RevCounter): Promise<number> {
  if (since === '') return 0;
  const [epoch, digits = ''] = since.split('.', 2);
  if (epoch !== counter.epoch || !/^\d{1,15}$/.test(digits))
    throw new ApiFailure('checkpoint_stale');
  const rev = Number(digits);
  // A counter behind the checkpoint: the database was restored and nobody renewed the epoch.
  if (rev > (await counter.current())) throw new ApiFailure('checkpoint_stale');
  return rev;
}
