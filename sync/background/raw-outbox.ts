import type { EditableDocument, EditableName } from '../entities/registry.ts';
import {
  collectionDatabases,
  databaseName,
  listDatabaseNames,
  photosDatabaseName,
} from '../store/device-databases.ts';
import type { RowOf } from '../store/documents.ts';
import {
  resultOf,
  DOCUMENTS,
  openExisting,
  PHOTOS,
  type RawPhoto,
  STATE_INDEX,
  type RawDocument,
} from '../store/raw-database.ts';

/*
 * Unsent work as it lies in IndexedDB, read without RxDB: the service worker that sends it in the
 * background has to start fast and to stay small. RxDB's tables are only ever read.
 */

/** Documents that are in memory at a time. */
const CHUNK = 250;

type Row = RowOf<EditableDocument>;

/** The unsent work of one account. */
export interface RawOutbox {
  /** What waits in a collection, chunk by chunk, of tombstones or of living documents. */
  waiting(collection: EditableName, deleted: boolean): AsyncGenerator<Row[]>;
  /** One document; null where it is not there. */
  document(collection: EditableName, id: string): Promise<Row | null>;
  photo(id: string): Promise<RawPhoto | null>;
  /** Notes that the server has a photograph, so that the app does not send it once more. */
  markPhotoSent(photo: RawPhoto): Promise<void>;
  close(): void;
}

/** Opens what is there of an account and creates nothing. Null where there is nothing. */
export async function openRawOutbox(
  userId: string,
  collections: readonly EditableName[],
): Promise<RawOutbox | null> {
  const name = databaseName(userId);
  const names = await listDatabaseNames();
  const opened = new Map<EditableName, IDBDatabase>();
  for (const collection of collections) {
    // A database of before there was such a collection has none.
    const place = collectionDatabases(name, collection, names).at(-1);
    if (place !== undefined) opened.set(collection, await openExisting(place));
  }
  const photos = names.includes(photosDatabaseName(name))
    ? await openExisting(photosDatabaseName(name))
    : null;
  if (opened.size === 0) {
    photos?.close();
    return null;
  }

  return {
    async *waiting(collection, deleted) {
      const database = opened.get(collection);
      if (database) yield* waitingIn(database, deleted);
    },
    async document(collection, id) {
      const store = opened.get(collection)?.transaction(DOCUMENTS).objectStore(DOCUMENTS);
      const found =
        store && (await resultOf<RawDocument<EditableDocument> | undefined>(store.get(id)));
      return found ? { ...found, deleted: found._deleted === '1' } : null;
    },
    async photo(id) {
      if (!photos) return null;
      const store = photos.transaction(PHOTOS).objectStore(PHOTOS);
      return (await resultOf<RawPhoto | undefined>(store.get(id))) ?? null;
    },
    async markPhotoSent(photo) {
      if (!photos) return;
      const store = photos.transaction(PHOTOS, 'readwrite').objectStore(PHOTOS);
      // Discarded meanwhile it must not come back.
      if ((await resultOf(store.getKey(photo.id))) === undefined) return;
      await resultOf(store.put({ ...photo, state: 'sent' }));
    },
    close() {
      for (const database of opened.values()) database.close();
      photos?.close();
    },
  };
}

async function* waitingIn(database: IDBDatabase, deleted: boolean): AsyncGenerator<Row[]> {
  const flag = deleted ? '1' : '0';
  const highest = [flag, 'waiting', []];
  let range = IDBKeyRange.bound([flag, 'waiting'], highest);
  for (let isMore = true; isMore;) {
    const index = database.transaction(DOCUMENTS).objectStore(DOCUMENTS).index(STATE_INDEX);
    const found = await resultOf<RawDocument<EditableDocument>[]>(index.getAll(range, CHUNK));
    const last = found.at(-1);
    isMore = found.length === CHUNK && last !== undefined;
    if (last) {
      const after = [flag, 'waiting', last.newest_first, last.uuid];
      range = IDBKeyRange.bound(after, highest, true);
    }
    if (found.length > 0) yield found.map((document) => ({ ...document, deleted }));
  }
}
