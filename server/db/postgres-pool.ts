import { type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type PoolClient } from 'pg';
import { StartError } from '../start-error.ts';
import { trackPool } from './pool-metrics.ts';
import { DatabaseUnavailableError, endsConnection, sqlStateOf } from './database-errors.ts';

export interface PoolOptions {
  readonly url: string;
  /** Connections at most. */
  readonly size: number;
  /** How long one statement may take, in milliseconds; null for as long as it needs. */
  readonly statementTimeoutMs: number | null;
}

/** How long a request waits for a connection: a free one, or the answer to a new one. */
const CONNECT_TIMEOUT_MS = 5_000;
/** So much after a statement's time is over, whoever has not even said so is gone. */
const SILENCE_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * The connections to PostgreSQL. One that fails, or falls silent, fails its own work with
 * `DatabaseUnavailableError` and is thrown away; the next work gets another.
 * Throws `StartError` where none can be had.
 */
export async function openPool(options: PoolOptions): Promise<PostgresPool> {
  const { DatabaseError, Pool, types } = await import('pg');
  const { statementTimeoutMs } = options;
  const silentAfter = statementTimeoutMs === null ? null : statementTimeoutMs + SILENCE_MS;
  const limits =
    statementTimeoutMs === null || silentAfter === null
      ? null
      : {
          statement_timeout: statementTimeoutMs,
          // Of a transaction whose process went silent the locks would stay.
          idle_in_transaction_session_timeout: silentAfter,
        };
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(silentAfter !== null && { query_timeout: silentAfter }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format ?? 'text'),
    },
  });
  // A connection says at any moment that it has failed, also while it is used and between two statements of a
  // transaction, when the pool does not listen: unheard, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const isOfServer = (error: unknown) => error instanceof DatabaseError;

  const inTransaction = limits === null ? '' : settingsOf(limits, 'set local');
  const connect = async () => watched(await pool.connect(), isOfServer, inTransaction);
  try {
    const first = await pool.connect();
    const isDirect = await isOwnBackend(first);
    first.release(isDirect);
    if (limits !== null && isDirect) {
      pool.on(
        'connect',
        (client) => void client.query(settingsOf(limits, 'set')).catch(() => undefined),
      );
    }
  } catch (error) {
    await pool.end();
    throw whyNot(error);
  }
  const forget = trackPool(pool);
  return {
    options: {},
    connect: () => connect().catch(unavailable),
    end: () => {
      forget();
      return pool.end();
    },
  };
}

/**
 * Whether PostgreSQL itself has answered, and not a pooler that lends its connections by the transaction: what is set
 * for a session there would be found by whoever comes next, and may not be asked for when one connects.
 */
async function isOwnBackend(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as PoolClient & { processID?: number }).processID;
}

function settingsOf(limits: Readonly<Record<string, number>>, how: 'set' | 'set local'): string {
  return Object.entries(limits)
    .map(([name, milliseconds]) => `${how} ${name} = ${milliseconds}`)
    .join('; ');
}

const BEGINS = /^(begin|start transaction)\b/;

/** A connection while it is used: once it has failed it fails at once, and does not go back to the others. */
function watched(
  client: PoolClient,
  isOfServer: (error: unknown) => boolean,
  inTransaction: string,
): PostgresPoolClient {
  let failure: DatabaseUnavailableError | null = null;
  const judge = (error: unknown): never => {
    // What this side can't even send is a mistake in what was asked.
    if (error instanceof TypeError) throw error;
    if (isOfServer(error) && !endsConnection(error)) throw error;
    failure = new DatabaseUnavailableError(error);
    throw failure;
  };
  const query = (sql: string, parameters: readonly unknown[]) => {
    if (failure) return Promise.reject(failure);
    // In the same message as the beginning: behind a pooler only a transaction keeps its connection.
    const text = inTransaction !== '' && BEGINS.test(sql) ? `${sql}; ${inTransaction}` : sql;
    return client.query(text, [...parameters]).catch(judge);
  };
  return {
    // Kysely's type has a form for cursors, too, which nothing here uses.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || failure !== null),
  };
}

function unavailable(error: unknown): never {
  throw new DatabaseUnavailableError(error);
}

const refusals: Readonly<Record<string, string>> = {
  '28000': 'does not know the role of DATABASE_URL: create it, or mend the address',
  '28P01': 'does not take the password or the role of DATABASE_URL: mend the address',
  '3D000': 'of DATABASE_URL is not there: create it, or mend the name in the address',
  '42501': 'does not let the role of DATABASE_URL in: grant it the right to connect',
  '53300': 'has no connection left: give it more, or set a smaller DATABASE_POOL_SIZE',
};

function whyNot(cause: unknown): StartError {
  const refusal = refusals[sqlStateOf(cause)];
  if (refusal !== undefined)
    return new StartError('database_refused', `The database ${refusal}.`, { cause });
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  return new StartError(
    'database_unreachable',
    `The database of DATABASE_URL can't be reached (${code}): start it, or mend the address.`,
    { cause },
  );
}
