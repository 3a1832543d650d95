/** IndexedDB without RxDB and Dexie: for who must start fast, or can't trust the store to open. */

/** Opens what is there. Gone meanwhile, it is not made anew: then it rejects. */
export async function openExisting(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await answerOf(request);
  // Whoever wants to upgrade or to delete it does not wait for this.
  database.onversionchange = () => database.close();
  return database;
}

/** Goes through a table in the order of its keys, so many rows at a time in memory. */
export async function* rowsOf<Row>(
  database: IDBDatabase,
  table: string,
  keyOf: (row: Row) => IDBValidKey,
  chunk = 500,
): AsyncGenerator<Row> {
  let range: IDBKeyRange | null = null;
  for (let isMore = true; isMore;) {
    const store = database.transaction(table).objectStore(table);
    const rows: Row[] = await answerOf<Row[]>(store.getAll(range, chunk));
    const last = rows.at(-1);
    isMore = rows.length === chunk && last !== undefined;
    if (last) range = IDBKeyRange.lowerBound(keyOf(last), true);
    yield* rows;
  }
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}
