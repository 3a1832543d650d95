import { operationsDatabaseName } from './device-databases.ts';
import { retryAfterReturn } from './open-transactions.ts';
import { resultOf } from './raw-database.ts';
import { toSyncError, SyncError } from './sync-error.ts';

/*
 * Each collection is a database of its own in IndexedDB, so no transaction spans two of them. An act that writes to
 * several is noted here before its first write and crossed out after its last one: what a killed page has left half
 * done, the next start completes.
 */

const TABLE = 'acts';

/** Failures of the store: the act has begun, and is completed later. Every other error is a rule's, before any write. */
const ofStore: ReadonlySet<string> = new Set(['storage_full', 'database_failed', 'database_hung']);

/**
 * Does an act of several writes.
 * @param act what it needs to be completed: ids alone, plain data
 * @param work does it; done once more it changes nothing more
 * @throws SyncError as the work does; of a failure of the store the act stays noted
 */
export async function runLoggedOperation<Result>(
  database: string,
  act: object,
  work: () => Promise<Result>,
): Promise<Result> {
  const id = await inTable(database, 'readwrite', (acts) => resultOf(acts.add(act)));
  const end = () => removeOperation(database, id).catch(() => undefined);
  try {
    const result = await work();
    await end();
    return result;
  } catch (error) {
    if (error instanceof SyncError && !ofStore.has(error.code)) await end();
    throw error;
  }
}

/** The acts that were begun and not completed, the oldest first. @throws SyncError */
export async function listUnfinishedOperations(
  database: string,
): Promise<readonly { readonly id: IDBValidKey; readonly act: unknown }[]> {
  return inTable(database, 'readonly', async (acts) => {
    const [ids, all] = [acts.getAllKeys(), acts.getAll()];
    const found = await resultOf<unknown[]>(all);
    return found.map((act, at) => ({ id: ids.result[at] ?? 0, act }));
  });
}

/** Crosses an act out. @throws SyncError */
export async function removeOperation(database: string, id: IDBValidKey): Promise<void> {
  await inTable(database, 'readwrite', (acts) => resultOf(acts.delete(id)));
}

function inTable<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (acts: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  return retryAfterReturn(() => inTableOnce(database, mode, work));
}

async function inTableOnce<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (acts: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  let opened: IDBDatabase | null = null;
  try {
    const request = indexedDB.open(operationsDatabaseName(database), 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(TABLE, { autoIncrement: true });
    opened = await resultOf(request);
    const change = opened.transaction(TABLE, mode, { durability: 'strict' });
    const over = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('not kept'));
    });
    const [result] = await Promise.all([work(change.objectStore(TABLE)), over]);
    return result;
  } catch (error) {
    throw toSyncError(error);
  } finally {
    opened?.close();
  }
}
