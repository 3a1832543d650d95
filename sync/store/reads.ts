import { prepareQuery, type MangoQuerySelector, type RxCollection } from 'rxdb';
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { type Identified, type RowOf, toRow } from './documents.ts';
import { resultOf, STATE_INDEX } from './raw-database.ts';
import { runWithReconnect } from './reconnecting-storage.ts';

/*
 * These functions read what RxDB's queries can't: tombstones, and ids without their documents. They can also use a
 * given index, and read a whole collection in pages.
 */

/** Documents per page of `allRows`. */
const READ_CHUNK = 250;

/**
 * Returns the ids of documents in a state, oldest first. The documents themselves aren't read, because ten thousand of
 * them may be waiting for a network.
 */
export async function idsByState<Document extends Identified & { readonly state: string }>(
  { storageInstance }: RxCollection<Document>,
  state: Document['state'],
  deleted: boolean,
): Promise<string[]> {
  const { dexieDb, dexieTable } = await internalsOf(storageInstance);
  const range = IDBKeyRange.bound([deletedFlag(deleted), state], [deletedFlag(deleted), state, []]);
  const keys = await runWithReconnect(dexieDb, () =>
    dexieDb.transaction('r', dexieTable, ({ idbtrans }) => {
      // Dexie's type doesn't expose the IDBTransaction.
      const store = (idbtrans as IDBTransaction).objectStore(dexieTable.name);
      return resultOf(store.index(STATE_INDEX).getAllKeys(range));
    }),
  );
  return keys.map(String).toReversed();
}

/** Returns the documents in a state, newest first. */
export function rowsByState<Document extends Identified & { readonly state: string }>(
  collection: RxCollection<Document>,
  state: Document['state'],
  { deleted = false, limit }: { deleted?: boolean; limit?: number } = {},
): Promise<RowOf<Document>[]> {
  const selector = { state: { $eq: state } } as MangoQuerySelector<Document>;
  return rowsBy(collection, selector, {
    deleted,
    ...(limit !== undefined && { limit }),
    index: ['_deleted', 'state', 'newest_first', 'uuid'],
  });
}

/**
 * Queries by selector and index.
 * @param index the index as RxDB completes it: `_deleted` comes first and the primary key last
 */
export async function rowsBy<Document extends Identified>(
  { schema, storageInstance }: RxCollection<Document>,
  selector: MangoQuerySelector<Document>,
  {
    deleted = false,
    limit,
    index,
  }: { deleted?: boolean; limit?: number; index?: readonly string[] } = {},
): Promise<RowOf<Document>[]> {
  // RxDB's types allow neither its own fields in a selector nor an index given as a list of fields.
  const query = prepareQuery<Document>(schema.jsonSchema, {
    selector: { ...selector, _deleted: { $eq: deleted } } as never,
    sort: [{ newest_first: 'asc' }, { uuid: 'asc' }] as never,
    ...(index && { index: [...index] as never }),
    ...(limit !== undefined && { limit }),
    skip: 0,
  });
  const { documents } = await storageInstance.query(query);
  return documents.map(toRow);
}

/** Iterates over all documents and tombstones of a collection, in pages, by id. */
export async function* allRows<Document extends Identified>({
  storageInstance,
}: RxCollection<Document>): AsyncGenerator<RowOf<Document>[]> {
  const { dexieDb, dexieTable } = await internalsOf(storageInstance);
  let range: IDBKeyRange | null = null;
  for (;;) {
    const currentRange: IDBKeyRange | null = range;
    const ids = await runWithReconnect(dexieDb, () =>
      dexieDb.transaction('r', dexieTable, ({ idbtrans }) => {
        const store = (idbtrans as IDBTransaction).objectStore(dexieTable.name);
        return resultOf(store.getAllKeys(currentRange ?? undefined, READ_CHUNK));
      }),
    );
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    const documents = await storageInstance.findDocumentsById(ids.map(String), true);
    yield documents.map(toRow);
    range = IDBKeyRange.lowerBound(lastId, true);
  }
}

/** Returns the ids of all documents that aren't deleted. */
export async function allIds<Document extends Identified>(
  collection: RxCollection<Document>,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of allRows(collection)) {
    ids.push(...rows.flatMap(({ uuid, deleted }) => (deleted ? [] : [uuid])));
  }
  return ids;
}

/** RxDB on Dexie stores this boolean as text. */
function deletedFlag(deleted: boolean): '0' | '1' {
  return deleted ? '1' : '0';
}

/**
 * Returns the Dexie tables behind a collection. Every storage is RxDB's Dexie storage, but the collection's type
 * doesn't say so.
 */
function internalsOf(instance: { readonly internals: unknown }) {
  return instance.internals as RxStorageInstanceDexie<unknown>['internals'];
}
