import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely';
import { takeDirectoryLock } from './directory-lock.ts';
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
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Closes every connection and releases the directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the database on either engine, with the same values out of both: 64-bit numbers are numbers,
 * times are `Date`s, jsonb is parsed. Throws `DirectoryInUseError` when another process has the directory.
 */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.url !== null) return openPostgres(options.url, options.poolSize ?? 20);
  return openEmbedded(options.directory, options.dump);
}

async function openPostgres(url: string, poolSize: number): Promise<OpenDatabase> {
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 25_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format ?? 'text'),
    },
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}

async function openEmbedded(directory: string | null, dump?: Blob): Promise<OpenDatabase> {
  const release = directory === null ? () => Promise.resolve() : await claim(directory);
  const { PGlite, types } = await import('@electric-sql/pglite');
  const pglite = new PGlite({
    ...(directory === null ? {} : { dataDir: join(directory, 'db') }),
    ...(dump && { loadDataDir: dump }),
    parsers: { [types.INT8]: Number },
  });
  try {
    await pglite.waitReady;
  } catch (error) {
    await release();
    throw error;
  }
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  const close = async () => {
    await db.destroy();
    if (!pglite.closed) await pglite.close();
    await release();
  };
  return { db, close };
}

async function claim(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  return takeDirectoryLock(join(directory, 'db.lock'));
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
      if (attempt >= MAX_TRIES || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && RETRYABLE.has(code);
}
