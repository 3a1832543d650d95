import type { EditableDocument, EditableName } from '../entities/registry.ts';
import {
  attachmentsDatabaseName,
  collectionDatabases,
  databaseName,
  listDatabaseNames,
  photosDatabaseName,
} from '../store/device-databases.ts';
import type { RowOf } from '../store/documents.ts';
import {
  resultOf,
  CONTENTS,
  DOCUMENTS,
  openExisting,
  PHOTOS,
  type RawContent,
  type RawPhoto,
  STATE_INDEX,
  type RawDocument,
} from '../store/raw-database.ts';

/* Reads unsent work from IndexedDB without RxDB, to keep the service worker fast and small.
   Never writes to RxDB's tables. */

/** Documents held in memory at a time. */
const CHUNK = 250;

type Row = RowOf<EditableDocument>;

/** The unsent work of one account. */
export interface RawOutbox {
  /** Yields pending documents in chunks: tombstones if `deleted` is true, otherwise documents that aren't deleted. */
  pendingRows(collection: EditableName, deleted: boolean): AsyncGenerator<Row[]>;
  /** Returns null if there is no such document. */
  readDocument(collection: EditableName, id: string): Promise<Row | null>;
  readPhoto(id: string): Promise<RawPhoto | null>;
  /** Marks a photo as sent, so that the app doesn't upload it again. */
  markPhotoSent(photo: RawPhoto): Promise<void>;
  readContent(id: string): Promise<RawContent | null>;
  /** Marks content as sent, so that the page only has to ask if the server has it. */
  markContentSent(content: RawContent): Promise<void>;
  close(): void;
}

/** Opens the account's existing databases without creating any. Returns null if no collection has a database. */
export async function openRawOutbox(
  userId: string,
  collections: readonly EditableName[],
): Promise<RawOutbox | null> {
  const name = databaseName(userId);
  const names = await listDatabaseNames();
  const databases = new Map<EditableName, IDBDatabase>();
  for (const collection of collections) {
    // An older build's database may lack this collection.
    const existingName = collectionDatabases(name, collection, names).at(-1);
    if (existingName !== undefined) databases.set(collection, await openExisting(existingName));
  }
  const openIfPresent = (file: string) => (names.includes(file) ? openExisting(file) : null);
  const photos = await openIfPresent(photosDatabaseName(name));
  const contents = await openIfPresent(attachmentsDatabaseName(name));
  if (databases.size === 0) {
    photos?.close();
    contents?.close();
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
    readPhoto: (id) => readFile<RawPhoto>(photos, PHOTOS, id),
    markPhotoSent: (photo) => writeFile(photos, PHOTOS, { ...photo, state: 'sent' }),
    readContent: (id) => readFile<RawContent>(contents, CONTENTS, id),
    markContentSent: (content) => writeFile(contents, CONTENTS, { ...content, sent: 1 }),
    close() {
      for (const database of databases.values()) database.close();
      photos?.close();
      contents?.close();
    },
  };
}

async function readFile<File>(
  database: IDBDatabase | null,
  table: string,
  id: string,
): Promise<File | null> {
  if (!database) return null;
  const store = database.transaction(table).objectStore(table);
  return (await resultOf<File | undefined>(store.get(id))) ?? null;
}

/** Updates a file. A file that was deleted after it had been read isn't restored. */
async function writeFile<File extends { readonly id: string }>(
  database: IDBDatabase | null,
  table: string,
  file: File,
): Promise<void> {
  if (!database) return;
  const store = database.transaction(table, 'readwrite').objectStore(table);
  if ((await resultOf(store.getKey(file.id))) !== undefined) await resultOf(store.put(file));
}

async function* readPendingRows(database: IDBDatabase, deleted: boolean): AsyncGenerator<Row[]> {
  const flag = deleted ? '1' : '0';
  const upperBound = [flag, 'waiting', []];
  let range = IDBKeyRange.bound([flag, 'waiting'], upperBound);
  for (let hasMore = true; hasMore;) {
    const index = database.transaction(DOCUMENTS).objectStore(DOCUMENTS).index(STATE_INDEX);
    const documents = await resultOf<RawDocument<EditableDocument>[]>(index.getAll(range, CHUNK));
    const lastDocument = documents.at(-1);
    hasMore = documents.length === CHUNK && lastDocument !== undefined;
    if (lastDocument) {
      const lowerBound = [flag, 'waiting', lastDocument.newest_first, lastDocument.uuid];
      range = IDBKeyRange.bound(lowerBound, upperBound, true);
    }
    if (documents.length > 0) yield documents.map((document) => ({ ...document, deleted }));
  }
}
