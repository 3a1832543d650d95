import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from 'kysely';
import { sqlStateOf } from './database-errors.ts';
import { openInDirectory, openInMemory } from './embedded-engine.ts';
import { openPool } from './postgres-pool.ts';
import { type Database } from './tables.ts';

export interface DatabaseOptions {
  /** A PostgreSQL address; null for the embedded database. */
  readonly url: string | null;
  /** The embedded database's directory; null keeps it in memory. */
  readonly directory: string | null;
  /** What the embedded database in memory begins with: a dump of another's directory. */
  readonly dump?: Blob;
  /** PostgreSQL connections of this process. */
  readonly poolSize?: number;
  /** How long one statement may take on PostgreSQL, in milliseconds; null for as long as it needs. */
  readonly statementTimeoutMs?: number | null;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Closes every connection and releases the directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the database on either engine, with the same values out of both: 64-bit numbers are numbers,
 * times are `Date`s, jsonb is parsed. Throws `StartError` where it can't be opened, one of them
 * `DirectoryInUseError` when another process has the directory.
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.url !== null) return openPostgres(options.url, options);
  return options.directory === null
    ? openInMemory(options.dump)
    : openInDirectory(options.directory);
}

/** A lock of a session would stay on a pooler's connection: `migrate` takes one of its transaction. */
class NoSessionLock extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

class PooledDialect extends PostgresDialect {
  override createAdapter(): NoSessionLock {
    return new NoSessionLock();
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

/** SQLSTATEs after which the same transaction may go through: serialization failure, deadlock. */
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/**
 * Runs the work in one transaction, and again from its beginning when the engine gave it up for a
 * conflict with another (so the work must have no effect outside the transaction).
 * Inside the work use `trx` only: on the embedded database the outer handle waits for ever.
 */
export async function transact<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlStateOf(error))) throw error;
    }
  }
}
