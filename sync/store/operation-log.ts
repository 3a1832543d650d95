import { operationsDatabaseName } from './device-databases.ts';
import { retryAfterReturn } from './open-transactions.ts';
import { resultOf } from './raw-database.ts';
import { toSyncError, SyncError } from './sync-error.ts';

/*
 * Each collection is its own IndexedDB database, so no transaction spans two. An operation that writes to
 * several is logged here before its first write and removed after its last. If the page is killed in between,
 * the next start completes it.
 */

const TABLE = 'acts';

/**
 * Codes of store failures. After one of these, the operation may have started and is completed later. Any other
 * SyncError means that a rule was broken, and is thrown before any write.
 */
const storeFailures: ReadonlySet<string> = new Set([
  'storage_full',
  'database_failed',
  'database_hung',
]);

/** True if an error means that the operation isn't allowed, so that there is nothing to complete later. */
export function isBrokenRule(error: unknown): boolean {
  return error instanceof SyncError && !storeFailures.has(error.code);
}

/**
 * Runs an operation that consists of several writes.
 * @param operation the data needed to complete the operation later; it contains only ids
 * @param work must be idempotent, because it may run again
 * @throws the errors of `work`; after a store failure the operation stays logged
 */
export async function runLoggedOperation<Result>(
  database: string,
  operation: object,
  work: () => Promise<Result>,
): Promise<Result> {
  const id = await inTransaction(database, 'readwrite', (store) => resultOf(store.add(operation)));
  const removeFromLog = () => removeOperation(database, id).catch(() => undefined);
  try {
    const result = await work();
    await removeFromLog();
    return result;
  } catch (error) {
    if (isBrokenRule(error)) await removeFromLog();
    throw error;
  }
}

/**
 * Lists unfinished operations, oldest first.
 * @throws SyncError
 */
export async function listUnfinishedOperations(
  database: string,
): Promise<readonly { readonly id: IDBValidKey; readonly operation: unknown }[]> {
  return inTransaction(database, 'readonly', async (store) => {
    const [ids, values] = [store.getAllKeys(), store.getAll()];
    const operations = await resultOf<unknown[]>(values);
    return operations.map((operation, index) => ({ id: ids.result[index] ?? 0, operation }));
  });
}

/**
 * Removes an operation from the log.
 * @throws SyncError
 */
export async function removeOperation(database: string, id: IDBValidKey): Promise<void> {
  await inTransaction(database, 'readwrite', (store) => resultOf(store.delete(id)));
}

function inTransaction<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  return retryAfterReturn(() => inTransactionOnce(database, mode, work));
}

async function inTransactionOnce<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  let connection: IDBDatabase | null = null;
  try {
    const request = indexedDB.open(operationsDatabaseName(database), 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(TABLE, { autoIncrement: true });
    connection = await resultOf(request);
    const transaction = connection.transaction(TABLE, mode, { durability: 'strict' });
    const completion = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () =>
        reject(transaction.error ?? new Error('The operation log was not saved.'));
    });
    const [result] = await Promise.all([work(transaction.objectStore(TABLE)), completion]);
    return result;
  } catch (error) {
    throw toSyncError(error);
  } finally {
    connection?.close();
  }
}
