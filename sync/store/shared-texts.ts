import { openTextsDatabase, TEXTS_TABLE, type StoredText } from './durable-key-value.ts';
import { retryAfterReturn } from './open-transactions.ts';
import { resultOf } from './raw-database.ts';

/*
 * Texts that several tabs change at the same time. `localStorage` has no transactions, and a tab of another process
 * may read an older text there; each change here is one transaction of IndexedDB, read and write together, on the
 * disk before it counts. They lie beside the copies of `durable-key-value.ts`, without a turn, so that no start puts
 * them into `localStorage`.
 */

/** The turn of what has no place in `localStorage`. */
const NO_TURN = 0;

let opened: Promise<IDBDatabase> | null = null;

/** One connection for all changes of this page; a new one where the browser has closed it. */
function connection(): Promise<IDBDatabase> {
  const forget = () => {
    opened = null;
  };
  opened ??= openTextsDatabase().then((database) => {
    database.addEventListener('close', forget);
    database.addEventListener('versionchange', forget);
    return database;
  });
  opened.catch(forget);
  return opened;
}

/** Does some work in one transaction; once more, on a new connection, where the old one was lost. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (texts: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const once = async () => {
    const change = (await connection()).transaction(TEXTS_TABLE, mode, { durability: 'strict' });
    const over = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('not kept'));
    });
    const [result] = await Promise.all([work(change.objectStore(TEXTS_TABLE)), over]);
    return result;
  };
  return retryAfterReturn(once).catch((error: unknown) => {
    const isClosed = error instanceof DOMException && error.name === 'InvalidStateError';
    if (!isClosed) throw error;
    opened = null;
    return retryAfterReturn(once);
  });
}

/** @returns null where there is none. @throws what IndexedDB throws */
export async function readSharedText(key: string): Promise<string | null> {
  const copy = await inTransaction('readonly', (texts) =>
    resultOf<StoredText | undefined>(texts.get(key)),
  );
  return copy?.text ?? null;
}

/**
 * Changes a text in one transaction: no other tab reads or writes it in between. Resolves once it is on the disk.
 * @param change the text after it; null for none
 * @throws what IndexedDB throws: then nothing has changed
 */
export async function changeSharedText(
  key: string,
  change: (text: string | null) => string | null,
): Promise<void> {
  await inTransaction('readwrite', async (texts) => {
    const before = (await resultOf<StoredText | undefined>(texts.get(key)))?.text ?? null;
    const text = change(before);
    if (text === before) return;
    if (text === null) texts.delete(key);
    else texts.put({ key, text, turn: NO_TURN } satisfies StoredText);
  });
}

/** Deletes all texts whose keys begin so. @throws what IndexedDB throws */
export async function deleteSharedTexts(prefix: string): Promise<void> {
  await inTransaction('readwrite', async (texts) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    for (const { key, turn } of await resultOf<StoredText[]>(texts.getAll(range))) {
      if (turn === NO_TURN) texts.delete(key);
    }
  });
}
