import { type Kysely, type Transaction } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Database } from './tables.ts';

/*
 * Everything that a company's devices replicate carries the company's counter `rev`, taken while the
 * company's row is locked: the order of commits and the order of revs are the same, so that no pull
 * ever skips a late commit (F45). Every row has a rev of its own.
 */

/** Locks the company for the rest of the transaction. First thing of every write to its rows. */
export async function lockCompany(trx: Transaction<Database>, companyId: string): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
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

/** A pull by `since`: where it starts, and the answer's shape. */
export interface PullRequest<Row extends { readonly rev: number }, Entity> {
  readonly db: Kysely<Database>;
  readonly epoch: string;
  readonly companyId: string;
  /** Empty for the beginning, else a checkpoint that an earlier pull answered. */
  readonly since: string;
  readonly limit: number;
  /** The rows with a greater rev, tombstones too, in the order of rev, at most `limit`. */
  readonly rowsAfter: (rev: number, limit: number) => Promise<readonly Row[]>;
  readonly toWire: (row: Row) => Entity;
}

/**
 * One page of a company's changes in their order, with the next checkpoint. A page shorter than
 * `limit` is the last. Throws `checkpoint_stale` for a checkpoint that is not of this database.
 */
export async function pullPage<Row extends { readonly rev: number }, Entity>(
  request: PullRequest<Row, Entity>,
): Promise<{ data: Entity[]; meta: { last_page: number; total: number; checkpoint: string } }> {
  const after = await readCheckpoint(request);
  const rows = await request.rowsAfter(after, request.limit);
  const last = rows.at(-1)?.rev ?? after;
  return {
    data: rows.map((row) => request.toWire(row)),
    // The number of all changes is not counted: a pull goes on until a page is short.
    meta: { last_page: 1, total: rows.length, checkpoint: `${request.epoch}.${last}` },
  };
}

async function readCheckpoint(
  request: Pick<PullRequest<never, unknown>, 'db' | 'epoch' | 'companyId' | 'since'>,
): Promise<number> {
  if (request.since === '') return 0;
  const [epoch, digits = ''] = request.since.split('.', 2);
  if (epoch !== request.epoch || !/^\d{1,15}$/.test(digits))
    throw new ApiFailure('checkpoint_stale');
  const rev = Number(digits);
  const company = await request.db
    .selectFrom('companies')
    .select('rev')
    .where('id', '=', request.companyId)
    .executeTakeFirstOrThrow();
  // A counter behind the checkpoint: the database was restored and nobody renewed the epoch.
  if (rev > company.rev) throw new ApiFailure('checkpoint_stale');
  return rev;
}
