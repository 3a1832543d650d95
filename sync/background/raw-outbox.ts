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
 * Reads unsent work from IndexedDB without RxDB, so that the service worker starts fast and stays small.
 * Never writes RxDB's tables.
 */

/** Documents held in memory at a time. */
const CHUNK = 250;

type Row = RowOf<EditableDocument>;

/** The unsent work of one account. */
export interface RawOutbox {
  /** Yields pending documents in chunks: only tombstones, or only documents that aren't deleted. */
  pendingRows(collection: EditableName, deleted: boolean): AsyncGenerator<Row[]>;
  /** Null if there is no such document. */
  readDocument(collection: EditableName, id: string): Promise<Row | null>;
  readPhoto(id: string): Promise<RawPhoto | null>;
  /** Marks a photo as sent, so that the app doesn't upload it again. */
  markPhotoSent(photo: RawPhoto): Promise<void>;
  close(): void;
}

/** Opens the account's existing databases and creates none. Null if there are none. */
export async function openRawOutbox(
  userId: string,
  collections: readonly EditableName[],
): Promise<RawOutbox | null> {
  const name = databaseName(userId);
  const names = await listDatabaseNames();
  const databases = new Map<EditableName, IDBDatabase>();
  for (const collection of collections) {
    // An older build's database may lack this collection.
    const existing = collectionDatabases(name, collection, names).at(-1);
    if (existing !== undefined) databases.set(collection, await openExisting(existing));
  }
  const photos = names.includes(photosDatabaseName(name))
    ? await openExisting(photosDatabaseName(name))
    : null;
  if (databases.size === 0) {
    photos?.close();
    return null;
  }

  return {
    async *pendingRows(collection, deleted) {
      const database = databases.get(collection);
      if (database) yield* readPendingRows(database, deleted);
    },
    async readDocument(collection, id) {
      const store = databases.get(collection)?.transaction(DOCUMENTS).objectStore(DOCUMENTS);
      const document =
        store && (await resultOf<RawDocument<EditableDocument> | undefined>(store.get(id)));
      return document ? { ...document, deleted: document._deleted === '1' } : null;
    },
    async readPhoto(id) {
      if (!photos) return null;
      const store = photos.transaction(PHOTOS).objectStore(PHOTOS);
      return (await resultOf<RawPhoto | undefined>(store.get(id))) ?? null;
    },
    async markPhotoSent(photo) {
      if (!photos) return;
      const store = photos.transaction(PHOTOS, 'readwrite').objectStore(PHOTOS);
      // Don't restore a photo that was deleted meanwhile.
      if ((await resultOf(store.getKey(photo.id))) === undefined) return;
      await resultOf(store.put({ ...photo, state: 'sent' }));
    },
    close() {
      for (const database of databases.values()) database.close();
      photos?.close();
    },
  };
}

async function* readPendingRows(database: IDBDatabase, deleted: boolean): AsyncGenerator<Row[]> {
  const flag = deleted ? '1' : '0';
  const upperBound = [flag, 'waiting', []];
  let range = IDBKeyRange.bound([flag, 'waiting'], upperBound);
  for (let hasMore = true; hasMore;) {
    const index = database.transaction(DOCUMENTS).objectStore(DOCUMENTS).index(STATE_INDEX);
    const documents = await resultOf<RawDocument<EditableDocument>[]>(index.getAll(range, CHUNK));
    const last = documents.at(-1);
    hasMore = documents.length === CHUNK && last !== undefined;
    if (last) {
      const lowerBound = [flag, 'waiting', last.newest_first, last.uuid];
      range = IDBKeyRange.bound(lowerBound, upperBound, true);
    }
    if (documents.length > 0) yield documents.map((document) => ({ ...document, deleted }));
  }
}
