import { openTextsDatabase, TEXTS_TABLE, type StoredText } from './durable-key-value.ts';
import { retryAfterReturn } from './open-transactions.ts';
import { resultOf } from './raw-database.ts';

/*
 * Texts that several tabs change concurrently. `localStorage` has no transactions, and a tab in another process may
 * read a stale text from it. Here, each change is one IndexedDB transaction, which is complete only once it's on
 * disk. The texts are stored in the database of `durable-key-value.ts`, but with turn 0, so that they aren't
 * restored into `localStorage` when the app starts.
 */

/** Turn of texts that don't belong in `localStorage`. */
const NO_TURN = 0;

let pendingConnection: Promise<IDBDatabase> | null = null;

/** Returns the page's only connection. Opens a new one if the browser has closed it. */
function getConnection(): Promise<IDBDatabase> {
  const dropConnection = () => {
    pendingConnection = null;
  };
  pendingConnection ??= openTextsDatabase().then((database) => {
    database.addEventListener('close', dropConnection);
    database.addEventListener('versionchange', dropConnection);
    return database;
  });
  pendingConnection.catch(dropConnection);
  return pendingConnection;
}

/** Runs work in one transaction, and repeats it on a new connection if the old one was lost. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (texts: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const runOnce = async () => {
    const transaction = (await getConnection()).transaction(TEXTS_TABLE, mode, {
      durability: 'strict',
    });
    const completion = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The text was not saved.'));
    });
    const [result] = await Promise.all([work(transaction.objectStore(TEXTS_TABLE)), completion]);
    return result;
  };
  return retryAfterReturn(runOnce).catch((error: unknown) => {
    const isClosed = error instanceof DOMException && error.name === 'InvalidStateError';
    if (!isClosed) throw error;
    pendingConnection = null;
    return retryAfterReturn(runOnce);
  });
}

/**
 * Reads a text; null if missing.
 * @throws IndexedDB errors
 */
export async function readSharedText(key: string): Promise<string | null> {
  const copy = await inTransaction('readonly', (texts) =>
    resultOf<StoredText | undefined>(texts.get(key)),
  );
  return copy?.text ?? null;
}

/**
 * Changes a text in one transaction: no other tab reads or writes in between. Resolves when the change is on disk.
 * @param change returns the new text; null deletes it
 * @throws IndexedDB errors; then nothing has changed
 */
export async function changeSharedText(
  key: string,
  change: (text: string | null) => string | null,
): Promise<void> {
  await inTransaction('readwrite', async (texts) => {
    const previousText = (await resultOf<StoredText | undefined>(texts.get(key)))?.text ?? null;
    const text = change(previousText);
    if (text === previousText) return;
    if (text === null) texts.delete(key);
    else texts.put({ key, text, turn: NO_TURN } satisfies StoredText);
  });
}

/**
 * Deletes all texts whose key has the prefix.
 * @throws IndexedDB errors
 */
export async function deleteSharedTexts(prefix: string): Promise<void> {
  await inTransaction('readwrite', async (texts) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    for (const { key, turn } of await resultOf<StoredText[]>(texts.getAll(range))) {
      if (turn === NO_TURN) texts.delete(key);
    }
  });
}
