import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from 'kysely';
import { getSqlState } from './database-errors.ts';
import { type OpenDatabase, openInDirectory, openInMemory } from './embedded-engine.ts';
import { openPool } from './postgres-pool.ts';
import { type Database } from './tables.ts';

interface DatabaseOptions {
  /** A PostgreSQL address; null for the embedded database. */
  readonly url: string | null;
  /** Directory of the embedded database; null keeps it in memory. */
  readonly directory: string | null;
  /** Initial content of an in-memory database: a dump of another database's directory. */
  readonly dump?: Blob;
  /** Pool size on PostgreSQL. */
  readonly poolSize?: number;
  /** Statement timeout on PostgreSQL in milliseconds; null for none. */
  readonly statementTimeoutMs?: number | null;
}

/**
 * Opens the database on either engine. Both return the same values: 64-bit numbers as numbers, times as
 * `Date`s, jsonb parsed. Throws `StartError`, or `DirectoryInUseError` if another process uses the directory.
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.url !== null) return openPostgres(options.url, options);
  return options.directory === null
    ? openInMemory(options.dump)
    : openInDirectory(options.directory);
}

/**
 * Disables Kysely's own migration lock. A session lock would remain on a pooler's connection, so `migrate` uses a
 * transaction lock instead.
 */
class NoSessionLockAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

class PooledDialect extends PostgresDialect {
  override createAdapter(): NoSessionLockAdapter {
    return new NoSessionLockAdapter();
  }
}

async function openPostgres(url: string, options: DatabaseOptions): Promise<OpenDatabase> {
  const pool = await openPool({
    url,
    size: options.poolSize ?? 20,
    statementTimeoutMs:
      options.statementTimeoutMs === undefined ? 20_000 : options.statementTimeoutMs,
  });
  const db = new Kysely<Database>({ dialect: new PooledDialect({ pool }) });
  return { db, close: () => db.destroy() };
}

/** SQLSTATEs after which a transaction is retried: serialization failure and deadlock. */
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/**
 * Runs the work in one transaction and retries it after a conflict, so the work must have no effects outside the
 * transaction. The work must use only `trx`: on the embedded database, a query on `db` would wait forever.
 */
export async function transact<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(getSqlState(error))) throw error;
    }
  }
}
