/** IndexedDB without RxDB and Dexie: for who must start fast, or can't trust the store to open. */

/** The tables in which RxDB on Dexie keeps documents, and ours of photographs. */
export const DOCUMENTS = 'docs';
export const PHOTOS = 'photos';
/**
 * The index of all collections whose documents have a state: RxDB puts `_deleted` before and the key behind
 * what they declare.
 */
export const STATE_INDEX = '[_deleted+state+newest_first+uuid]';

/** A document as it lies in its table; RxDB on Dexie keeps this boolean as text. */
export type RawDocument<Document> = Document & { readonly _deleted?: '0' | '1' };

/** A photograph as it lies in its table. */
export interface RawPhoto {
  readonly id: string;
  readonly mime: string;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly state: 'kept' | 'sent';
}

/** Opens what is there. Gone meanwhile, it is not made anew: then it rejects. */
export async function openExisting(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await resultOf(request);
  // Whoever wants to upgrade or to delete it does not wait for this.
  database.onversionchange = () => database.close();
  return database;
}

/** Goes through a table in the order of its keys, so many rows at a time in memory. */
export async function* iterateRows<Row>(
  database: IDBDatabase,
  table: string,
  keyOf: (row: Row) => IDBValidKey,
  chunk = 500,
): AsyncGenerator<Row> {
  let range: IDBKeyRange | null = null;
  for (let isMore = true; isMore;) {
    const store = database.transaction(table).objectStore(table);
    const rows: Row[] = await resultOf<Row[]>(store.getAll(range, chunk));
    const last = rows.at(-1);
    isMore = rows.length === chunk && last !== undefined;
    if (last) range = IDBKeyRange.lowerBound(keyOf(last), true);
    yield* rows;
  }
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}
