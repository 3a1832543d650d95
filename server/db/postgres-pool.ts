import { type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type Pool, type PoolClient } from 'pg';
import { StartError } from '../start-error.ts';
import { trackPool } from './pool-metrics.ts';
import {
  DatabaseUnavailableError,
  endsConnection,
  isReadOnly,
  getSqlState,
} from './database-errors.ts';

interface PoolOptions {
  readonly url: string;
  /** Maximum number of connections. */
  readonly size: number;
  /** Statement timeout in milliseconds; null for none. */
  readonly statementTimeoutMs: number | null;
}

/** Maximum wait for a free or new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Additional time after the statement timeout. If the server still doesn't respond, it's considered unreachable. */
const SILENCE_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens the pool of PostgreSQL connections. If a connection fails or stops responding, its work fails with
 * `DatabaseUnavailableError`, and the connection is discarded. Throws `StartError` if no connection can be opened.
 */
export async function openPool(options: PoolOptions): Promise<PostgresPool> {
  const { DatabaseError, Pool, types } = await import('pg');
  const { statementTimeoutMs } = options;
  const queryTimeoutMs = statementTimeoutMs === null ? null : statementTimeoutMs + SILENCE_MS;
  const limits =
    statementTimeoutMs === null || queryTimeoutMs === null
      ? null
      : {
          statement_timeout: statementTimeoutMs,
          // Otherwise the locks of a crashed process would remain.
          idle_in_transaction_session_timeout: queryTimeoutMs,
          // JIT compilation takes longer than running a short query, and PostgreSQL would compile many of them.
          jit: 0,
        };
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(queryTimeoutMs !== null && { query_timeout: queryTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format ?? 'text'),
    },
  });
  // A connection can emit an error at any time. While it is in use, even between two statements of a transaction, the
  // pool doesn't listen for errors, and an error without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const isServerError = (error: unknown) => error instanceof DatabaseError;

  const transactionSettings = limits === null ? '' : formatSettings(limits, 'set local');
  const outdatedConnections = trackReadOnly(pool);
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    if (!outdatedConnections.has(client)) {
      return wrapClient(client, { isServerError, transactionSettings, outdatedConnections });
    }
    client.release(true);
    return connect();
  };
  try {
    const client = await pool.connect();
    const isDirect = await isDirectConnection(client);
    client.release(isDirect);
    if (limits !== null && isDirect) {
      pool.on(
        'connect',
        (client) => void client.query(formatSettings(limits, 'set')).catch(() => undefined),
      );
    }
  } catch (error) {
    await pool.end();
    throw toStartError(error);
  }
  const untrack = trackPool(pool);
  return {
    options: {},
    connect: () => connect().catch(throwUnavailable),
    end: () => {
      untrack();
      return pool.end();
    },
  };
}

/**
 * True if PostgreSQL itself responded, and not a transaction pooler. Session settings must not be sent to a pooler,
 * because they would leak to other clients, and because the pooler may reject them when the connection is opened.
 */
async function isDirectConnection(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as PoolClient & { processID?: number }).processID;
}

function formatSettings(
  limits: Readonly<Record<string, number>>,
  command: 'set' | 'set local',
): string {
  return Object.entries(limits)
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ');
}

const BEGIN_STATEMENT = /^(begin|start transaction)\b/;

/** The pool's connections that must be replaced because they may be read-only. */
interface OutdatedConnections {
  readonly has: (client: PoolClient) => boolean;
  /** Adds a connection that rejected a write, and all that were opened before now. */
  readonly add: (client: PoolClient) => void;
}

/** Minimum time between two replacements of all connections, in case the database stays read-only. */
const REPLACE_EVERY_MS = 1_000;

/**
 * Tracks connections that may be read-only. A connection keeps the read-only mode that the database had when the
 * connection was opened, even after the database accepts writes again.
 */
function trackReadOnly(pool: Pool): OutdatedConnections {
  const openedAt = new WeakMap<PoolClient, number>();
  let replacedAt = -Infinity;
  pool.on('connect', (client) => openedAt.set(client, performance.now()));
  return {
    has: (client) => (openedAt.get(client) ?? -Infinity) < replacedAt,
    add(client) {
      openedAt.delete(client);
      const now = performance.now();
      if (now - replacedAt >= REPLACE_EVERY_MS) replacedAt = now;
    },
  };
}

interface WrapOptions {
  readonly isServerError: (error: unknown) => boolean;
  readonly transactionSettings: string;
  readonly outdatedConnections: OutdatedConnections;
}

/** Wraps a connection in use. After a failure, all further queries fail immediately and the connection is discarded. */
function wrapClient(
  client: PoolClient,
  { isServerError, transactionSettings, outdatedConnections }: WrapOptions,
): PostgresPoolClient {
  let failure: DatabaseUnavailableError | null = null;
  const handleFailure = (error: unknown): never => {
    // The client library's own checks found a mistake in the query.
    if (error instanceof TypeError) throw error;
    if (isReadOnly(error)) outdatedConnections.add(client);
    if (isServerError(error) && !endsConnection(error)) throw error;
    failure = new DatabaseUnavailableError(error);
    throw failure;
  };
  const query = (sql: string, parameters: readonly unknown[]) => {
    if (failure) return Promise.reject(failure);
    // The settings are sent in the same message as `begin`, because behind a pooler, a client only keeps its connection
    // during a transaction.
    const text =
      transactionSettings !== '' && BEGIN_STATEMENT.test(sql)
        ? `${sql}; ${transactionSettings}`
        : sql;
    return client.query(text, [...parameters]).catch(handleFailure);
  };
  return {
    // Kysely's type also has a cursor form, which isn't used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) =>
      client.release(destroy === true || failure !== null || outdatedConnections.has(client)),
  };
}

function throwUnavailable(error: unknown): never {
  throw new DatabaseUnavailableError(error);
}

const rejections: Readonly<Record<string, string>> = {
  '28000': 'doesn’t know the role in DATABASE_URL: create the role, or correct the URL',
  '28P01': 'rejects the role or password in DATABASE_URL: correct the URL',
  '3D000': 'server has no database with the name in DATABASE_URL: create it, or correct the URL',
  '42501': 'doesn’t let the role in DATABASE_URL connect: grant it the right to connect',
  '53300':
    'has no free connection: raise its connection limit, or set a smaller DATABASE_POOL_SIZE',
};

const HBA_REJECTION =
  'server’s pg_hba.conf doesn’t let this machine connect with the role and database of DATABASE_URL: add a line for them, or append ?sslmode=verify-full if it asks for TLS';
const NO_TLS =
  'server doesn’t use TLS: turn on its `ssl`, or append ?sslmode=disable to DATABASE_URL to connect without TLS';

const UNTRUSTED =
  'server’s certificate isn’t trusted: append sslrootcert=FILE with its CA to DATABASE_URL';
/** Node's codes for a certificate that can't be accepted. */
const certificateProblems: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'server’s certificate has expired: renew it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'server’s certificate is for another host: use that host in DATABASE_URL',
};
const NO_FILE =
  'address in DATABASE_URL names a certificate file that can’t be read: correct its path or permissions';

/**
 * Describes why the database rejects connections; undefined for other errors. Codes aren't enough: PostgreSQL uses the
 * same SQLSTATE for an unknown role and for a rejection by pg_hba.conf, and the client has no code for missing TLS.
 */
function describeRejection(cause: unknown): string | undefined {
  if (cause instanceof Error && 'routine' in cause && cause.routine === 'ClientAuthentication')
    return HBA_REJECTION;
  if (cause instanceof Error && /does not support SSL/.test(cause.message)) return NO_TLS;
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'open') return NO_FILE;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return certificateProblems[code] ?? rejections[getSqlState(cause)];
}

function toStartError(cause: unknown): StartError {
  const rejection = describeRejection(cause);
  if (rejection !== undefined)
    return new StartError('database_rejected', `The database ${rejection}.`, { cause });
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no response';
  return new StartError(
    'database_unreachable',
    `Can’t reach the database at DATABASE_URL (${code}): start it, or correct the URL.`,
    { cause },
  );
}
