import {
  type BulkWriteRow,
  type RxCollection,
  type RxDocumentData,
  type RxStorageInstance,
} from 'rxdb';
import { filter, map, type Observable } from 'rxjs';
import { deepEqual } from './deep-equal.ts';
import { toSyncError, SyncError } from './sync-error.ts';

/*
 * The door to the collections: reads and writes that RxDB's own queries and documents can't do, or do
 * one document at a time. Past its document cache (which leaves out the deleted), straight to the
 * storage; what is written here RxDB's live queries hear of like of any other write.
 */

/** A document with what says that it is a tombstone, as the wire has it. */
export type RowOf<Document> = Document & { readonly deleted: boolean };

/** What every document of ours has. */
export interface Identified {
  readonly uuid: string;
}

/** A compare-and-set that lost so often in a row did not lose by chance. */
const MAX_TRIES = 10;
const CONFLICT = 409;
/** Names our writes in RxDB's events. */
const CONTEXT = 'club-documents';
/** Documents in one write of `reconcile`: few enough that none of the tasks they make is long. */
const WRITE_CHUNK = 125;

/** Documents as they were read: a compare-and-set can begin with them. */
export interface Snapshot<Document> {
  readonly rows: ReadonlyMap<string, RowOf<Document>>;
  readonly stored: ReadonlyMap<string, RxDocumentData<Document>>;
}

/** The documents with these ids as they are stored at this moment, tombstones too. @throws SyncError */
export async function readRows<Document extends Identified>(
  { storageInstance }: RxCollection<Document>,
  ids: readonly string[],
): Promise<Snapshot<Document>> {
  const stored = await read(storageInstance, [...ids]);
  return { rows: new Map([...stored].map(([id, one]) => [id, toRow(one)])), stored };
}

/** The same, where nothing is to be changed of them. @throws SyncError */
export async function findRows<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowOf<Document>>> {
  return (await readRows(collection, ids)).rows;
}

/** One of them; null where there is none, or only its tombstone. */
export async function findRow<Document extends Identified>(
  collection: RxCollection<Document>,
  id: string,
): Promise<RowOf<Document> | null> {
  const row = (await findRows(collection, [id])).get(id);
  return row && !row.deleted ? row : null;
}

/**
 * Changes documents by compare-and-set, tombstones too: what somebody else changed in between is read
 * and changed again. All in one transaction: when the device is full, none of them is changed. (RxDB's
 * own bulk upsert writes them one by one.)
 * @param make the document after the change; may run more than once for a document. The very same
 *   where there is nothing to change: then nothing is written, and no write of others is in its way.
 * @param known as they were read before: read again only where somebody has changed them since
 * @returns the documents as they stand now, of those that were found
 * @throws SyncError, and whatever `make` throws
 */
export async function changeMany<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
  make: (row: RowOf<Document>) => RowOf<Document>,
  known?: Snapshot<Document>,
): Promise<Map<string, RowOf<Document>>> {
  return compareAndSet(collection, [...new Set(ids)], (stored) => stored && make(stored), known);
}

/**
 * Changes documents and adds new ones, in one transaction as `changeMany`.
 * @throws SyncError
 */
export async function changeAndInsert<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
  make: (row: RowOf<Document>) => RowOf<Document>,
  added: readonly Document[],
): Promise<void> {
  const fresh = new Map(added.map((document) => [document.uuid, { ...document, deleted: false }]));
  await compareAndSet(
    collection,
    [...ids, ...fresh.keys()],
    (stored, id) => fresh.get(id) ?? (stored && make(stored)),
  );
}

/**
 * Changes one document that is there. @returns it as it stands now
 * @throws SyncError with `missing` where there is none, or only its tombstone; else as `changeMany`
 */
export async function change<Document extends Identified>(
  collection: RxCollection<Document>,
  id: string,
  make: (row: RowOf<Document>) => RowOf<Document>,
  missing: SyncError,
): Promise<RowOf<Document>> {
  let isMissing = true;
  const changed = await changeMany(collection, [id], (row) => {
    isMissing = row.deleted;
    return row.deleted ? row : make(row);
  });
  const row = changed.get(id);
  if (!row || isMissing) throw missing;
  return row;
}

/**
 * Brings rows from elsewhere together with what is stored, by compare-and-set.
 * @param merge the row to store; `stored` itself where nothing changes. What is not stored yet comes
 *   as it is, but for tombstones, which say nothing here.
 * @throws SyncError
 */
export async function reconcile<Document extends Identified>(
  collection: RxCollection<Document>,
  rows: readonly RowOf<Document>[],
  merge: (stored: RowOf<Document>, row: RowOf<Document>) => RowOf<Document>,
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  for (const chunk of chunksOf([...byId.keys()])) {
    await compareAndSet(collection, chunk, (stored, id) => {
      const row = byId.get(id);
      if (!row) return stored;
      if (stored) return merge(stored, row);
      return row.deleted ? null : row;
    });
  }
}

/** Stores a new document. @throws SyncError */
export async function insert<Document extends Identified>(
  collection: RxCollection<Document>,
  document: Document,
): Promise<void> {
  // RxDB's own insert checks and caches the document; that is what the screen reads next.
  await collection.insert(document).catch((error: unknown) => {
    throw toSyncError(error);
  });
}

/** Stores many new documents in one transaction: all of them, or none. @throws SyncError */
export async function insertMany<Document extends Identified>(
  collection: RxCollection<Document>,
  documents: readonly Document[],
): Promise<void> {
  const { error } = await collection.bulkInsert([...documents]).catch((reason: unknown) => {
    throw toSyncError(reason);
  });
  const [first] = error;
  if (first !== undefined) throw toSyncError(first);
}

/** What changes in the store, by whichever tab, as it is then; tombstones too. */
export function changesOf<Document extends Identified>(
  collection: RxCollection<Document>,
): Observable<readonly RowOf<Document>[]> {
  return collection.eventBulks$.pipe(
    filter(({ events }) => events.length > 0),
    // The store's own event: it is the whole document.
    map(({ events }) =>
      events.map(({ documentData }) => toRow(documentData as RxDocumentData<Document>)),
    ),
  );
}

type Written<Document> = RowOf<Document> | null | undefined;

/**
 * @param make what is to be stored: nothing, or the very same, writes nothing
 * @returns the rows as they stand now, of those that were there before
 */
async function compareAndSet<Document extends Identified>(
  { storageInstance }: RxCollection<Document>,
  ids: readonly string[],
  make: (stored: RowOf<Document> | undefined, id: string) => Written<Document>,
  known?: Snapshot<Document>,
): Promise<Map<string, RowOf<Document>>> {
  const standing = new Map<string, RowOf<Document>>();
  let found = known?.stored ?? new Map<string, RxDocumentData<Document>>();
  let open = [...ids];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt >= MAX_TRIES) throw new SyncError('database_failed');
    const unread = open.filter((id) => !found.has(id));
    if (unread.length > 0) found = new Map([...found, ...(await read(storageInstance, unread))]);
    const writes = open.flatMap((id) => {
      const previous = found.get(id);
      const row = previous && toRow(previous);
      const made = make(row, id);
      if (row) standing.set(id, made ?? row);
      return made && !deepEqual(made, row)
        ? [{ previous, document: storedAs(made, previous) }]
        : [];
    });
    if (writes.length === 0) break;
    // RxDB's types have no `previous` that is undefined.
    const rows = writes as BulkWriteRow<Document>[];
    const { error } = await storageInstance.bulkWrite(rows, CONTEXT).catch((failed: unknown) => {
      throw toSyncError(failed);
    });
    const lost = error.filter(({ status }) => status === CONFLICT);
    if (lost.length < error.length) throw new SyncError('database_failed', error[0]);
    found = new Map();
    open = lost.map(({ documentId }) => documentId);
  }
  return standing;
}

async function read<Document extends Identified>(
  storageInstance: RxStorageInstance<Document, unknown, unknown>,
  ids: string[],
): Promise<Map<string, RxDocumentData<Document>>> {
  if (ids.length === 0) return new Map();
  const found = await storageInstance.findDocumentsById(ids, true).catch((failed: unknown) => {
    throw toSyncError(failed);
  });
  return new Map(found.map((stored) => [stored.uuid, stored]));
}

/** Without the store's own fields, and with the wire's word for tombstones. */
export function toRow<Document>(stored: RxDocumentData<Document>): RowOf<Document> {
  const { _deleted, _attachments, _meta, _rev, ...document } = stored;
  // What is left after the store's own fields is the document.
  return { ...(document as Document), deleted: _deleted };
}

function storedAs<Document>(
  { deleted, ...document }: RowOf<Document>,
  previous: RxDocumentData<Document> | undefined,
): RxDocumentData<Document> {
  const own = previous ?? { _attachments: {}, _meta: { lwt: 1 }, _rev: '' };
  const { _attachments, _meta, _rev } = own;
  // The rest of a row is the document.
  return { ...(document as Document), _attachments, _meta, _rev, _deleted: deleted };
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / WRITE_CHUNK) }, (_, at) =>
    ids.slice(at * WRITE_CHUNK, (at + 1) * WRITE_CHUNK),
  );
}
