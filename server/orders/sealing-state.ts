import { type Kysely, sql, type Transaction } from 'kysely';
import { transact } from '../db/database.ts';
import { requireMigration } from '../db/migrate.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

/**
 * Progress of the encryption of stored voucher codes. It only moves forward:
 *
 * - `clear`: an older version may still run. It can't read encrypted codes, so new codes are written in plaintext.
 * - `sealing`: new codes are encrypted, and a job encrypts the older ones.
 * - `sealed`: no code is stored in plaintext.
 */
type SealingState = 'clear' | 'sealing' | 'sealed';

/** Key of the state in `server_state`, added by migration 136. */
const STATE_KEY = 'voucher_sealing';
/** Number of the advisory lock on the state. It's arbitrary, but must be the same in all versions. */
const STATE_LOCK = 4_711_136;

export async function readSealingState(db: Kysely<Database>): Promise<SealingState> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst();
  return (row?.value as SealingState | undefined) ?? 'clear';
}

/**
 * Reads the state before codes are written. If they are to be written in plaintext, encryption can't start before the
 * transaction has committed.
 */
export async function lockSealingState(trx: Transaction<Database>): Promise<SealingState> {
  const state = await readSealingState(trx);
  if (state !== 'clear') return state;
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(STATE_LOCK)})`.execute(trx);
  return readSealingState(trx);
}

/**
 * Starts encrypting voucher codes. From then on, older versions of the server refuse to start. Throws `conflict` while
 * an import of codes is being undone, even if the undo was stopped or has failed.
 * @returns false if encryption had already started
 */
export async function startSealing(db: Kysely<Database>): Promise<boolean> {
  return transact(db, async (trx) => {
    if ((await advanceSealing(trx, 'sealing')) !== 'clear') return false;
    // The position of the undo depends on how codes are stored.
    const unfinishedUndo = await trx
      .selectFrom('imports')
      .select('uuid')
      .where('kind', '=', 'vouchers')
      .where('phase', '=', 'taking_back')
      // A stopped or failed undo can be continued.
      .where('state', 'in', ['taking_back', 'stopped', 'failed'])
      .executeTakeFirst();
    if (unfinishedUndo) throw new ApiFailure('conflict');
    await requireMigration(trx, '136-sealed-vouchers');
    return true;
  });
}

/**
 * Moves the state forward once all writes in plaintext have ended.
 * @returns the previous state
 */
export async function advanceSealing(
  trx: Transaction<Database>,
  nextState: Exclude<SealingState, 'clear'>,
): Promise<SealingState> {
  await sql`select pg_advisory_xact_lock(${sql.lit(STATE_LOCK)})`.execute(trx);
  const state = await readSealingState(trx);
  if (state === 'sealed' || state === nextState) return state;
  await trx
    .insertInto('server_state')
    .values({ key: STATE_KEY, value: nextState })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: nextState }))
    .execute();
  return state;
}
