import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Logger } from 'pino';
import { transact } from './database.ts';
import { isReadOnly, getSqlState } from './database-errors.ts';
import { type Database } from './tables.ts';

/** Returns the id of this database's history, which the first migration created. */
export async function getEpoch(db: Kysely<Database>): Promise<string> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Operator name for changes made directly on the database. */
const DATABASE_OPERATOR = 'database';

/**
 * Starts a new epoch, so that every device compares all its data with the server (F43). Run once after restoring a
 * backup. Recorded as an operator action.
 * @param now in milliseconds
 * @returns the new epoch
 */
export function renewEpoch(db: Kysely<Database>, now: number): Promise<string> {
  return transact(db, (trx) => setNewEpoch(trx, now, 'A backup was restored.'));
}

async function setNewEpoch(trx: Transaction<Database>, now: number, why: string): Promise<string> {
  const epoch = randomUUID();
  await trx.updateTable('server_state').set({ value: epoch }).where('key', '=', 'epoch').execute();
  const action = { operator: DATABASE_OPERATOR, command: 'new-epoch', words: [epoch] };
  await trx
    .insertInto('operator_acts')
    .values({ ...action, uuid: randomUUID(), at: new Date(now), why, outcome: 'done' })
    .execute();
  return epoch;
}

/**
 * After a failover to a lagging standby, acknowledged changes are missing and their revs are reassigned. A promotion
 * changes PostgreSQL's timeline, and restoring a dump changes the system id. So both are stored with the epoch and
 * compared on each pull.
 */

/** Reads the epoch of the database. */
export interface EpochReader {
  /** Returns the epoch; starts a new one first if PostgreSQL runs on another system or timeline. */
  readonly current: () => Promise<string>;
  /** Returns the epoch; the last known one if the database doesn't respond soon. Concurrent calls share a query. */
  readonly currentOrLast: () => Promise<string>;
}

interface EpochReaderOptions {
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly clock: { now(): number };
  /** False for the embedded database, which has no standby. */
  readonly isPostgres: boolean;
}

/** Maximum time that `currentOrLast` waits for the database. */
const WAIT_MS = 1000;

/** Creates a reader, and reads the epoch once. */
export async function openEpochReader(options: EpochReaderOptions): Promise<EpochReader> {
  const { db, logger, clock } = options;
  let detectsFailover = options.isPostgres;
  const read = async () => {
    if (!detectsFailover) return getEpoch(db);
    try {
      return await loadTimelineEpoch(db, logger, clock);
    } catch (error) {
      if (!NO_TIMELINE.test(getSqlState(error))) throw error;
      logger.warn('the database has no readable timeline: run new-epoch after each failover');
      detectsFailover = false;
      return getEpoch(db);
    }
  };
  let lastRead = '';
  const current = async () => (lastRead = await read());
  // A database in read-only mode can't store its timeline yet; pulls try again.
  await current().catch(async (error: unknown) => {
    if (!isReadOnly(error)) throw error;
    lastRead = await getEpoch(db);
  });
  let reading: Promise<unknown> | null = null;
  const currentOrLast = async () => {
    reading ??= current()
      .catch(() => null)
      .finally(() => (reading = null));
    await Promise.race([reading, setTimeout(WAIT_MS, null, { ref: false })]);
    return lastRead;
  };
  return { current, currentOrLast };
}

/** PostgreSQL's system id and timeline; null while it is a standby. */
const runningTimeline = sql<string | null>`case when pg_is_in_recovery() then null else
  (select system_identifier::text from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;
/**
 * SQLSTATEs of databases without a readable timeline: no privilege, or a service with a different storage engine, such
 * as Amazon Aurora.
 */
const NO_TIMELINE = /^(?:42501|42883|55000|0A000)$/;

async function loadTimelineEpoch(
  db: Kysely<Database>,
  logger: Logger,
  clock: { now(): number },
): Promise<string> {
  const { epoch, stored, running } = await readTimelines(db);
  if (running === null || running === stored) return epoch;
  return transact(db, async (trx) => {
    await trx
      .selectFrom('server_state')
      .select('value')
      .where('key', '=', 'epoch')
      .forUpdate()
      .execute();
    // Another process may have stored the new timeline first.
    const lockedTimelines = await readTimelines(trx);
    if (lockedTimelines.running === null || lockedTimelines.running === lockedTimelines.stored)
      return lockedTimelines.epoch;
    await trx
      .insertInto('server_state')
      .values({ key: 'timeline', value: lockedTimelines.running })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: lockedTimelines.running ?? '' }),
      )
      .execute();
    if (lockedTimelines.stored === null) return lockedTimelines.epoch;
    logger.warn(
      { from: lockedTimelines.stored, to: lockedTimelines.running },
      'the database moved to another system or timeline, so a new epoch was started',
    );
    return setNewEpoch(trx, clock.now(), 'PostgreSQL runs on another system or timeline.');
  });
}

async function readTimelines(db: Kysely<Database>) {
  const selectValue = (key: string) =>
    sql<string | null>`(select value from server_state where key = ${key})`;
  const { rows } = await sql<{ epoch: string; stored: string | null; running: string | null }>`
    select ${selectValue('epoch')} as epoch, ${selectValue('timeline')} as stored, ${runningTimeline} as running
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database has no epoch.');
  return row;
}
