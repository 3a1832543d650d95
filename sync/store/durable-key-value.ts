import type { KeyValue } from '../ports.ts';
import { resultOf } from './raw-database.ts';
import { withTimeout } from './with-timeout.ts';

/*
 * Chromium writes localStorage to the disk seconds after a change, and a busy one up to a minute
 * after it. A browser that is killed before that has forgotten the change: a person who signed in
 * and lost the app on the roof would be signed out without a network, and a refresh token that was
 * exchanged would be back in its used form. IndexedDB hands each transaction to the system at once,
 * so a copy of every text goes there, and what localStorage lost is put back at the next start.
 */

/** Where the number of the last change stands beside the texts, in the same store. */
const TURN_KEY = 'club.turn';
/** There on every device from the app's first start. */
export const TEXTS_DATABASE = 'club-texts';
export const TEXTS_TABLE = 'texts';
/** A start does not wait longer than this for a database that does not answer (F23), in ms. */
const PATIENCE_MS = 1_000;

/** The last change of a text: its number, and null where it was removed. */
export interface StoredText {
  readonly key: string;
  readonly text: string | null;
  readonly turn: number;
}

/** The part of `localStorage` that is needed. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A store of texts that outlives a killed browser. Where there is no IndexedDB it is as lasting as
 * the texts themselves.
 * @param subscribe tells of changes that other tabs made to the texts
 */
export async function createDurableKeyValue(
  texts: TextStorage,
  subscribe: KeyValue['subscribe'],
): Promise<KeyValue> {
  const database = await withTimeout(openTextsDatabase(), PATIENCE_MS).catch(() => null);
  const copies =
    database === null ? [] : await withTimeout(readCopies(database), PATIENCE_MS).catch(() => []);
  putBack(texts, copies);

  const change = (key: string, text: string | null) => {
    const turn = lastTurn(texts) + 1;
    write(texts, { key, text, turn });
    if (database) keepCopy(database, { key, text, turn });
  };
  return {
    get: (key) => texts.getItem(key),
    set: (key, text) => change(key, text),
    remove: (key) => change(key, null),
    subscribe,
  };
}

/** A text as it was kept last; for the service worker, which has no localStorage. */
export async function readDurableText(key: string): Promise<string | null> {
  const database = await openTextsDatabase();
  try {
    const copies = await readCopies(database);
    return copies.find((copy) => copy.key === key)?.text ?? null;
  } finally {
    database.close();
  }
}

/** Changes a text; the next start of the app finds it. Resolves once it is on the disk. */
export async function writeDurableText(key: string, text: string): Promise<void> {
  const database = await openTextsDatabase();
  try {
    const turn = Math.max(0, ...(await readCopies(database)).map((copy) => copy.turn)) + 1;
    const change = database.transaction(TEXTS_TABLE, 'readwrite', { durability: 'strict' });
    change.objectStore(TEXTS_TABLE).put({ key, text, turn } satisfies StoredText);
    await committed(change);
  } finally {
    database.close();
  }
}

function committed(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error('not kept'));
  });
}

/** The texts reach the disk in the order of their changes: whatever has a later number was lost. */
function putBack(texts: TextStorage, copies: readonly StoredText[]): void {
  const kept = lastTurn(texts);
  const lost = copies.filter(({ turn }) => turn > kept).toSorted((a, b) => a.turn - b.turn);
  for (const copy of lost) write(texts, copy);
}

function write(texts: TextStorage, { key, text, turn }: StoredText): void {
  if (text === null) texts.removeItem(key);
  else texts.setItem(key, text);
  texts.setItem(TURN_KEY, String(turn));
}

function lastTurn(texts: TextStorage): number {
  const turn = Number(texts.getItem(TURN_KEY));
  return Number.isSafeInteger(turn) ? turn : 0;
}

/** Opens the database of the copies. @throws what IndexedDB throws */
export async function openTextsDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(TEXTS_DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TEXTS_TABLE, { keyPath: 'key' });
  const database = await resultOf(request);
  // A later version, or whoever clears the device, does not have to wait for this tab.
  database.onversionchange = () => database.close();
  return database;
}

function readCopies(database: IDBDatabase): Promise<StoredText[]> {
  return resultOf<StoredText[]>(
    database.transaction(TEXTS_TABLE).objectStore(TEXTS_TABLE).getAll(),
  );
}

/** A copy that can't be kept costs only its lasting: the text itself is written. */
function keepCopy(database: IDBDatabase, copy: StoredText): void {
  try {
    const change = database.transaction(TEXTS_TABLE, 'readwrite', { durability: 'strict' });
    change.objectStore(TEXTS_TABLE).put(copy);
  } catch {
    // The connection was lost in the background (F22).
  }
}
