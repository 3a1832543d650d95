/** IndexedDB without RxDB and Dexie, for code that must start fast or can't rely on the store opening. */

/** Name of the object store that contains RxDB's documents. */
export const DOCUMENTS = 'docs';
/** Name of the object store that contains photos. */
export const PHOTOS = 'photos';
/** Name of the object store that contains the contents of attachments. */
export const CONTENTS = 'contents';
/**
 * Index of collections whose documents have a state. RxDB adds `_deleted` before the declared fields, and the
 * primary key after them.
 */
export const STATE_INDEX = '[_deleted+state+newest_first+uuid]';

/** A stored document. With Dexie, RxDB stores the boolean `_deleted` as text. */
export type RawDocument<Document> = Document & { readonly _deleted?: '0' | '1' };

/** A stored photo. */
export interface RawPhoto {
  readonly id: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly state: 'kept' | 'sent';
}

/** Stored content of an attachment. */
export interface RawContent {
  readonly id: string;
  readonly project: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly size: number;
  /** 1 if the server has the content, otherwise 0. */
  readonly sent: 0 | 1;
}

/** Opens an existing database. Rejects if it's gone, instead of creating it. */
export async function openExisting(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await resultOf(request);
  // An upgrade or deletion must not wait for this connection.
  database.onversionchange = () => database.close();
  return database;
}

/**
 * Iterates over a table in key order.
 * @param chunk rows held in memory at a time
 */
export async function* iterateRows<Row>(
  database: IDBDatabase,
  table: string,
  keyOf: (row: Row) => IDBValidKey,
  chunk = 500,
): AsyncGenerator<Row> {
  let range: IDBKeyRange | null = null;
  for (let hasMore = true; hasMore;) {
    const store = database.transaction(table).objectStore(table);
    const rows: Row[] = await resultOf<Row[]>(store.getAll(range, chunk));
    const lastRow = rows.at(-1);
    hasMore = rows.length === chunk && lastRow !== undefined;
    if (lastRow) range = IDBKeyRange.lowerBound(keyOf(lastRow), true);
    yield* rows;
  }
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request has failed.'));
  });
}
