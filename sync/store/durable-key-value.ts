import type { KeyValue } from '../ports.ts';
import { resultOf } from './raw-database.ts';
import { withTimeout } from './with-timeout.ts';

/* Chromium writes localStorage to disk seconds after a change, up to a minute when busy. If the
   browser is killed before that, a user who just signed in would be signed out offline, and a
   used refresh token would reappear. IndexedDB flushes each transaction immediately, so every
   text is also copied there, and lost ones are restored at the next start. */

/** Key for the number of the last change. It's in the same store as the texts. */
const TURN_KEY = 'club.turn';
/** Name of the database of the copies. It exists on every device from the app's first start. */
export const TEXTS_DATABASE = 'club-texts';
export const TEXTS_TABLE = 'texts';
/** Longest wait for this database at the start, in ms (F23). */
const START_TIMEOUT_MS = 1_000;

/** The last change of a text, and the number of this change. The text is null if it was removed. */
export interface StoredText {
  readonly key: string;
  readonly text: string | null;
  readonly turn: number;
}

/** The subset of `localStorage` that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Creates a text store that survives a killed browser. Without IndexedDB it is only as durable as
 * localStorage.
 * @param subscribe reports changes by other tabs
 */
export async function createDurableKeyValue(
  texts: TextStorage,
  subscribe: KeyValue['subscribe'],
): Promise<KeyValue> {
  const database = await withTimeout(openTextsDatabase(), START_TIMEOUT_MS).catch(() => null);
  const copies =
    database === null
      ? []
      : await withTimeout(readCopies(database), START_TIMEOUT_MS).catch(() => []);
  restoreLostTexts(texts, copies);

  const saveText = (key: string, text: string | null) => {
    const turn = readTurn(texts) + 1;
    write(texts, { key, text, turn });
    if (database) saveCopy(database, { key, text, turn });
  };
  return {
    get: (key) => texts.getItem(key),
    set: (key, text) => saveText(key, text),
    remove: (key) => saveText(key, null),
    subscribe,
  };
}

/** Reads the last saved text; for the service worker, which has no localStorage. */
export async function readDurableText(key: string): Promise<string | null> {
  const database = await openTextsDatabase();
  try {
    const copies = await readCopies(database);
    return copies.find((copy) => copy.key === key)?.text ?? null;
  } finally {
    database.close();
  }
}

/** Changes a text for the app's next start. Resolves when it is on disk. */
export async function writeDurableText(key: string, text: string): Promise<void> {
  const database = await openTextsDatabase();
  try {
    const turn = Math.max(0, ...(await readCopies(database)).map((copy) => copy.turn)) + 1;
    const transaction = database.transaction(TEXTS_TABLE, 'readwrite', { durability: 'strict' });
    transaction.objectStore(TEXTS_TABLE).put({ key, text, turn } satisfies StoredText);
    await waitForCommit(transaction);
  } finally {
    database.close();
  }
}

function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The text was not saved.'));
  });
}

/**
 * Restores lost texts. Changes reach the disk in order, so those with a higher number than the last saved one were
 * lost.
 */
function restoreLostTexts(texts: TextStorage, copies: readonly StoredText[]): void {
  const savedTurn = readTurn(texts);
  const lostCopies = copies
    .filter(({ turn }) => turn > savedTurn)
    .toSorted((a, b) => a.turn - b.turn);
  for (const copy of lostCopies) write(texts, copy);
}

function write(texts: TextStorage, { key, text, turn }: StoredText): void {
  if (text === null) texts.removeItem(key);
  else texts.setItem(key, text);
  texts.setItem(TURN_KEY, String(turn));
}

function readTurn(texts: TextStorage): number {
  const turn = Number(texts.getItem(TURN_KEY));
  return Number.isSafeInteger(turn) ? turn : 0;
}

/**
 * Opens the database of the copies.
 * @throws IndexedDB errors
 */
export async function openTextsDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(TEXTS_DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TEXTS_TABLE, { keyPath: 'key' });
  const database = await resultOf(request);
  // A later version or a deletion must not wait for this tab.
  database.onversionchange = () => database.close();
  return database;
}

function readCopies(database: IDBDatabase): Promise<StoredText[]> {
  return resultOf<StoredText[]>(
    database.transaction(TEXTS_TABLE).objectStore(TEXTS_TABLE).getAll(),
  );
}

/**
 * Saves a copy of a text in the database. A failure only costs durability, because the text itself has already been
 * written.
 */
function saveCopy(database: IDBDatabase, copy: StoredText): void {
  try {
    const transaction = database.transaction(TEXTS_TABLE, 'readwrite', { durability: 'strict' });
    transaction.objectStore(TEXTS_TABLE).put(copy);
  } catch {
    // The connection was lost in the background (F22).
  }
}
