import type { Dexie } from 'dexie';
import type { RxStorage } from 'rxdb';
import { BehaviorSubject, type Observable } from 'rxjs';
import { retryAfterReturn } from './open-transactions.ts';
import { isQuotaError } from './sync-error.ts';

/*
 * Browsers close the IndexedDB connections of background pages: iOS ends the database process, Chromium force-closes
 * connections, and pages in the back-forward cache lose all of theirs. RxDB opens a connection only once, so everything
 * would fail until a reload (F22). This applies to RxDB 17.6; see pubkey/rxdb#5138, and for Dexie dexie/Dexie.js#613
 * and #2098.
 */

/** Times to wait before each retry of an operation, in ms. If the last retry fails too, the operation fails. */
export const REOPEN_WAITS_MS = [0, 100, 400, 1_500];

/** Reads that take longer than this are reported, in ms. */
const SILENT_MS = 5_000;

/**
 * Health of the local store. `silent`: a read has been pending for seconds, and may still finish. `lost`: the
 * connection couldn't be reopened; only a reload helps.
 */
export type StoreHealth = 'healthy' | 'silent' | 'lost';

export interface HealthMonitor {
  readonly health$: Observable<StoreHealth>;
  setConnection(connection: 'healthy' | 'lost'): void;
  /**
   * Reports that a read has been pending for seconds.
   * @returns a function to call when the read ends
   */
  reportSilence(): () => void;
}

export function createHealthMonitor(): HealthMonitor {
  const subject = new BehaviorSubject<StoreHealth>('healthy');
  let connection: 'healthy' | 'lost' = 'healthy';
  let silentReads = 0;
  const notify = () => {
    const health = connection === 'healthy' && silentReads > 0 ? 'silent' : connection;
    if (subject.value !== health) subject.next(health);
  };
  return {
    health$: subject,
    setConnection(newConnection) {
      connection = newConnection;
      notify();
    },
    reportSilence() {
      silentReads += 1;
      notify();
      return () => {
        silentReads -= 1;
        notify();
      };
    },
  };
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly inner?: unknown;
  /** Errors that Dexie's BulkError collects, one per request. */
  readonly failures?: readonly unknown[];
}
const LOST_NAMES: ReadonlySet<unknown> = new Set(['DatabaseClosedError', 'InvalidStateError']);
/** Names of errors that can have several causes. Only the browser's message tells if the connection is lost. */
const AMBIGUOUS_NAMES: ReadonlySet<unknown> = new Set(['UnknownError', 'AbortError']);
const LOST_MESSAGE = /connection|server lost|internal error|backing store/i;

/** True if an operation failed because the IndexedDB connection is gone. */
export function isConnectionLost(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, message, inner, failures } = error as ErrorLike;
  if (isQuotaError(error)) return false;
  // When the connection closes during a bulk write, its requests are aborted without a reason.
  if (failures?.some(isAborted)) return true;
  if (LOST_NAMES.has(name)) return true;
  if (AMBIGUOUS_NAMES.has(name) && LOST_MESSAGE.test(String(message))) return true;
  return isConnectionLost(inner, depth + 1);
}

function isAborted(failure: unknown): boolean {
  return (failure as ErrorLike | null)?.name === 'AbortError';
}

/**
 * Reopens lost connections and retries their operations. A connection closed by another tab's deletion or upgrade stays
 * closed: the data is no longer ours.
 * @param storage RxDB's Dexie storage
 */
export function withReconnect(
  storage: RxStorage<unknown, unknown>,
  health: HealthMonitor,
): RxStorage<unknown, unknown> {
  return {
    ...storage,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      retryAfterLoss(instance, health, async () => {
        // RxDB's types hide the internals; every Dexie instance has them.
        const { dexieDb } = await (instance.internals as Promise<{ dexieDb: Dexie }>);
        return autoReconnect(dexieDb, health);
      });
      return instance;
    },
  };
}

interface Connection {
  /** Runs an operation, and retries it on a new connection if this one is lost. */
  run<T>(operation: () => Promise<T>, options: RunOptions): Promise<T>;
}

interface RunOptions {
  readonly isClosed: () => boolean;
  readonly isRead: boolean;
}
const connections = new WeakMap<Dexie, Connection>();

/** Reopens a database whenever its connection is lost. Returns the same connection for the same database. */
export function autoReconnect(database: Dexie, health: HealthMonitor): Connection {
  const existingConnection = connections.get(database);
  if (existingConnection) return existingConnection;
  /** True once another tab has deleted or upgraded the database, so that it must stay closed. */
  let mustStayClosed = false;
  let pendingReopen: Promise<unknown> | null = null;
  // RxDB turns this option off. With it, Dexie reopens a database that the browser has closed.
  database._options.autoOpen = true;
  database.on('versionchange', () => {
    mustStayClosed = true;
    database.close();
    health.setConnection('lost');
  });
  /** Reopens the database; concurrent calls share one attempt. */
  const reopen = () => {
    pendingReopen ??= reopenOnce(database).finally(() => (pendingReopen = null));
    return pendingReopen;
  };
  const runReconnecting = async <T>(
    operation: () => Promise<T>,
    isClosed: () => boolean,
  ): Promise<T> => {
    for (const delay of REOPEN_WAITS_MS) {
      try {
        const result = await retryAfterReturn(operation);
        if (!mustStayClosed) health.setConnection('healthy');
        return result;
      } catch (error) {
        if (mustStayClosed || isClosed()) throw error;
        if (!isConnectionLost(error)) throw error;
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        // If reopening fails, the next round retries it; after the last round, the error is reported.
        await reopen().catch(() => undefined);
      }
    }
    return retryAfterReturn(operation).catch((error: unknown) => {
      if (!isClosed() && isConnectionLost(error)) health.setConnection('lost');
      throw error;
    });
  };
  const connection: Connection = {
    async run(operation, { isClosed, isRead }) {
      const stopWatching = isRead ? watchRead(health) : () => undefined;
      try {
        return await runReconnecting(operation, isClosed);
      } finally {
        stopWatching();
      }
    },
  };
  connections.set(database, connection);
  return connection;
}

/**
 * Watches a read, or the opening of its database, and reports it if it takes too long.
 * @returns a function that ends the watch
 */
function watchRead(health: HealthMonitor): () => void {
  let endReport = () => {};
  // Two timers: after a suspension, the result arrives before the second one fires.
  let timer = setTimeout(() => {
    timer = setTimeout(() => (endReport = health.reportSilence()), SILENT_MS / 2);
  }, SILENT_MS / 2);
  return () => {
    clearTimeout(timer);
    endReport();
  };
}

async function reopenOnce(database: Dexie): Promise<void> {
  // The database may look open although its connection is lost.
  database.close({ disableAutoOpen: false });
  await database.open();
}

/** Operations that read or write; each is one transaction, so it can be repeated. */
const OPERATIONS = ['bulkWrite', 'findDocumentsById', 'query', 'count', 'cleanup'] as const;
const WRITES: ReadonlySet<string> = new Set(['bulkWrite', 'cleanup']);
// Arguments and results don't matter here.
type Operation = (...input: unknown[]) => Promise<unknown>;
type Instance = Readonly<Record<(typeof OPERATIONS)[number], unknown>>;

function retryAfterLoss(
  instance: Instance,
  health: HealthMonitor,
  getConnection: () => Promise<Connection>,
): void {
  for (const name of OPERATIONS) {
    const operation = (instance[name] as Operation).bind(instance);
    const operationWithReconnect: Operation = async (...args) => {
      // A database that another page blocks never opens, and there is no error, so the opening is watched too.
      const { run } = await getConnection().finally(watchRead(health));
      return run(() => operation(...args), {
        isClosed: () => isClosed(instance),
        isRead: !WRITES.has(name),
      });
    };
    Object.assign(instance, { [name]: operationWithReconnect });
  }
}

/**
 * Runs a read, and repeats it if the connection was lost (F22).
 * @param operation one transaction
 */
export function runWithReconnect<T>(database: Dexie, operation: () => Promise<T>): Promise<T> {
  const connection = connections.get(database);
  return connection
    ? connection.run(operation, { isClosed: () => false, isRead: true })
    : operation();
}

function isClosed(instance: object): boolean {
  return 'closed' in instance && instance.closed !== undefined && instance.closed !== false;
}
