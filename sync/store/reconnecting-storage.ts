import type { Dexie } from 'dexie';
import type { RxStorage } from 'rxdb';
import { BehaviorSubject, type Observable } from 'rxjs';
import { retryAfterReturn } from './open-transactions.ts';
import { isQuotaError } from './sync-error.ts';

/*
 * A browser takes IndexedDB away from a page in the background: iOS ends the process behind it, Chromium
 * closes connections by force, the back-forward cache closes them all. RxDB opens a connection once and
 * never again, so everything after that would fail until a reload (F22). RxDB 17.6; reported in
 * pubkey/rxdb#5138, for Dexie in dexie/Dexie.js#613 and #2098.
 */

/** How long an operation waits before its next try, in ms; after the last of them it fails. */
export const REOPEN_WAITS_MS = [0, 100, 400, 1_500];

/** A read that takes longer than this is reported, in ms. */
const SILENT_MS = 5_000;

/**
 * Whether the local store answers. `silent`: a read has had no answer for seconds; it may still come. `lost`: the
 * connection could not be opened again, only a reload helps.
 */
export type StoreHealth = 'well' | 'silent' | 'lost';

export interface HealthMonitor {
  readonly health$: Observable<StoreHealth>;
  note(connection: 'well' | 'lost'): void;
  /** Begins when a read has no answer for seconds. @returns ends it */
  reportSilence(): () => void;
}

export function createHealthMonitor(): HealthMonitor {
  const subject = new BehaviorSubject<StoreHealth>('well');
  let connection: 'well' | 'lost' = 'well';
  let silentReads = 0;
  const tell = () => {
    const health = connection === 'well' && silentReads > 0 ? 'silent' : connection;
    if (subject.value !== health) subject.next(health);
  };
  return {
    health$: subject,
    note(now) {
      connection = now;
      tell();
    },
    reportSilence() {
      silentReads += 1;
      tell();
      return () => {
        silentReads -= 1;
        tell();
      };
    },
  };
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly inner?: unknown;
  /** What Dexie's BulkError collects, one for each request of a bulk. */
  readonly failures?: readonly unknown[];
}
const LOST_NAMES: ReadonlySet<unknown> = new Set(['DatabaseClosedError', 'InvalidStateError']);
/** Names that stand for much else too: here the browsers' words tell. */
const TOLD_BY_WORDS: ReadonlySet<unknown> = new Set(['UnknownError', 'AbortError']);
const LOST_WORDS = /connection|server lost|internal error|backing store/i;

/** Whether an operation failed because the connection to IndexedDB is gone. */
export function isConnectionLost(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, message, inner, failures } = error as ErrorLike;
  if (isQuotaError(error)) return false;
  // A bulk that a closing connection cut short: its requests were aborted, and none of them says by whom.
  if (failures?.some(isAborted)) return true;
  if (LOST_NAMES.has(name)) return true;
  if (TOLD_BY_WORDS.has(name) && LOST_WORDS.test(String(message))) return true;
  return isConnectionLost(inner, depth + 1);
}

function isAborted(failure: unknown): boolean {
  return (failure as ErrorLike | null)?.name === 'AbortError';
}

/**
 * A storage whose connections are opened again when the browser has lost them, and whose operations
 * are tried again then. One that another tab deletes or upgrades stays closed: its data is not ours any
 * more.
 * @param storage RxDB's on Dexie
 */
export function withReconnect(
  storage: RxStorage<unknown, unknown>,
  health: HealthMonitor,
): RxStorage<unknown, unknown> {
  return {
    ...storage,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      tryAgainAfterLoss(instance, health, async () => {
        // RxDB's types keep what is inside for itself; every instance on Dexie has it.
        const { dexieDb } = await (instance.internals as Promise<{ dexieDb: Dexie }>);
        return autoReconnect(dexieDb, health);
      });
      return instance;
    },
  };
}

interface Connection {
  /** Runs an operation, again with a new connection where this one is lost. */
  run<T>(operation: () => Promise<T>, options: RunOptions): Promise<T>;
}

interface RunOptions {
  readonly isClosed: () => boolean;
  readonly isRead: boolean;
}
const connections = new WeakMap<Dexie, Connection>();

/** Watches over a database from before it is opened; told of it again, it is the same connection. */
export function autoReconnect(database: Dexie, health: HealthMonitor): Connection {
  const known = connections.get(database);
  if (known) return known;
  /** Whether nobody wants it open any more. */
  let isGivenUp = false;
  let reopening: Promise<unknown> | null = null;
  // RxDB switches this off; with it Dexie opens again what the browser closed, once it is needed.
  database._options.autoOpen = true;
  database.on('versionchange', () => {
    isGivenUp = true;
    database.close();
    health.note('lost');
  });
  /** Opens it anew; one opening at a time. */
  const reopen = () => {
    reopening ??= reopenOnce(database).finally(() => (reopening = null));
    return reopening;
  };
  const runReconnecting = async <T>(
    operation: () => Promise<T>,
    isClosed: () => boolean,
  ): Promise<T> => {
    for (const wait of REOPEN_WAITS_MS) {
      try {
        const result = await retryAfterReturn(operation);
        if (!isGivenUp) health.note('well');
        return result;
      } catch (error) {
        if (isGivenUp || isClosed()) throw error;
        if (!isConnectionLost(error)) throw error;
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        // A connection that does not open now is tried again by the next round, or reported by the last.
        await reopen().catch(() => undefined);
      }
    }
    return retryAfterReturn(operation).catch((error: unknown) => {
      if (!isClosed() && isConnectionLost(error)) health.note('lost');
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

/** Reports a read, or the opening for it, while it takes too long. @returns ends the watch */
function watchRead(health: HealthMonitor): () => void {
  let end = () => {};
  // In two halves: a page that was suspended meanwhile gets its answer before the second is over.
  let timer = setTimeout(() => {
    timer = setTimeout(() => (end = health.reportSilence()), SILENT_MS / 2);
  }, SILENT_MS / 2);
  return () => {
    clearTimeout(timer);
    end();
  };
}

async function reopenOnce(database: Dexie): Promise<void> {
  // It may look open and be dead.
  database.close({ disableAutoOpen: false });
  await database.open();
}

/** The operations that read or write; each is one transaction, so that it can be made again whole. */
const OPERATIONS = ['bulkWrite', 'findDocumentsById', 'query', 'count', 'cleanup'] as const;
const WRITES: ReadonlySet<string> = new Set(['bulkWrite', 'cleanup']);
// What goes in and comes out is of no interest here.
type Operation = (...input: unknown[]) => Promise<unknown>;
type Instance = Readonly<Record<(typeof OPERATIONS)[number], unknown>>;

function tryAgainAfterLoss(
  instance: Instance,
  health: HealthMonitor,
  connection: () => Promise<Connection>,
): void {
  for (const name of OPERATIONS) {
    const operation = (instance[name] as Operation).bind(instance);
    const reconnecting: Operation = async (...input) => {
      // A database that another page blocks does not open, without an error.
      const { run } = await connection().finally(watchRead(health));
      return run(() => operation(...input), {
        isClosed: () => isClosed(instance),
        isRead: !WRITES.has(name),
      });
    };
    Object.assign(instance, { [name]: reconnecting });
  }
}

/**
 * Reads from a database, and does it again where the connection was lost (F22).
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
