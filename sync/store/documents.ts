import type { BulkWriteRow, RxCollection, RxDocumentData, RxStorageInstance } from 'rxdb';
import { filter, map, type Observable } from 'rxjs';
import { deepEqual } from './deep-equal.ts';
import { toSyncError, SyncError } from './sync-error.ts';

/* Bulk reads and writes that RxDB's queries and documents don't support. They bypass its
   document cache (which excludes tombstones) and use the storage directly; RxDB's live queries
   see these writes like any others. */

/** A document with the wire's tombstone flag. */
export type RowOf<Document> = Document & { readonly deleted: boolean };

/** Common to all documents. */
export interface Identified {
  readonly uuid: string;
}

/** Maximum number of attempts at a compare-and-set. Losing that many in a row is no coincidence. */
const MAX_TRIES = 10;
const CONFLICT = 409;
/** Marks our writes in RxDB's events. */
const CONTEXT = 'club-documents';
/** Documents per write of `reconcile`, so that each task stays short. */
const WRITE_CHUNK = 125;

/** Documents as read; a starting point for compare-and-set. */
export interface Snapshot<Document> {
  readonly rows: ReadonlyMap<string, RowOf<Document>>;
  readonly documents: ReadonlyMap<string, RxDocumentData<Document>>;
}

/**
 * Reads documents by id, including tombstones.
 * @throws SyncError
 */
export async function readRows<Document extends Identified>(
  { storageInstance }: RxCollection<Document>,
  ids: readonly string[],
): Promise<Snapshot<Document>> {
  const storedDocuments = await readStored(storageInstance, [...ids]);
  return {
    rows: new Map([...storedDocuments].map(([id, document]) => [id, toRow(document)])),
    documents: storedDocuments,
  };
}

/**
 * Reads rows by id, including tombstones, without the raw documents.
 * @throws SyncError
 */
export async function findRows<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowOf<Document>>> {
  return (await readRows(collection, ids)).rows;
}

/** Reads one row; null if missing or deleted. */
export async function findRow<Document extends Identified>(
  collection: RxCollection<Document>,
  id: string,
): Promise<RowOf<Document> | null> {
  const row = (await findRows(collection, [id])).get(id);
  return row && !row.deleted ? row : null;
}

/**
 * Changes documents by compare-and-set, including tombstones; after a conflict, rereads the newer
 * document and changes it again. All writes share one transaction, so if the device is full, none of
 * them is made. (RxDB's bulk upsert writes one by one.)
 * @param update returns the changed document; may run several times per document. Returning the
 * same object writes nothing and can't conflict.
 * @param snapshot a previous read; documents are reread only after a conflict
 * @returns the documents that exist, as they are after the change
 * @throws SyncError, and errors of `update`
 */
export async function changeMany<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
  update: (row: RowOf<Document>) => RowOf<Document>,
  snapshot?: Snapshot<Document>,
): Promise<Map<string, RowOf<Document>>> {
  return compareAndSet(
    collection,
    [...new Set(ids)],
    (storedRow) => storedRow && update(storedRow),
    snapshot,
  );
}

/**
 * Changes documents and inserts new ones in one transaction, like `changeMany`.
 * @throws SyncError
 */
export async function changeAndInsert<Document extends Identified>(
  collection: RxCollection<Document>,
  ids: readonly string[],
  update: (row: RowOf<Document>) => RowOf<Document>,
  addedDocuments: readonly Document[],
): Promise<void> {
  const addedRows = new Map(
    addedDocuments.map((document) => [document.uuid, { ...document, deleted: false }]),
  );
  await compareAndSet(
    collection,
    [...ids, ...addedRows.keys()],
    (storedRow, id) => addedRows.get(id) ?? (storedRow && update(storedRow)),
  );
}

/**
 * Changes one existing document.
 * @returns the changed row
 * @throws `missingError` if it doesn't exist or is deleted; otherwise like `changeMany`
 */
export async function change<Document extends Identified>(
  collection: RxCollection<Document>,
  id: string,
  update: (row: RowOf<Document>) => RowOf<Document>,
  missingError: SyncError,
): Promise<RowOf<Document>> {
  let isMissing = true;
  const changedRows = await changeMany(collection, [id], (row) => {
    isMissing = row.deleted;
    return row.deleted ? row : update(row);
  });
  const row = changedRows.get(id);
  if (!row || isMissing) throw missingError;
  return row;
}

/**
 * Merges external rows into the store by compare-and-set.
 * @param merge returns the row to store; `storedRow` if nothing changes. New rows are stored unchanged; new
 *   tombstones are ignored.
 * @throws SyncError
 */
export async function reconcile<Document extends Identified>(
  collection: RxCollection<Document>,
  rows: readonly RowOf<Document>[],
  merge: (storedRow: RowOf<Document>, row: RowOf<Document>) => RowOf<Document>,
): Promise<void> {
  const rowsById = new Map(rows.map((row) => [row.uuid, row]));
  for (const chunk of chunksOf([...rowsById.keys()])) {
    await compareAndSet(collection, chunk, (storedRow, id) => {
      const row = rowsById.get(id);
      if (!row) return storedRow;
      if (storedRow) return merge(storedRow, row);
      return row.deleted ? null : row;
    });
  }
}

/**
 * Inserts a document.
 * @throws SyncError
 */
export async function insert<Document extends Identified>(
  collection: RxCollection<Document>,
  document: Document,
): Promise<void> {
  // RxDB's insert validates and caches the document, which the screen reads next.
  await collection.insert(document).catch((error: unknown) => {
    throw toSyncError(error);
  });
}

/**
 * Inserts documents in one transaction: all or none.
 * @throws SyncError
 */
export async function insertMany<Document extends Identified>(
  collection: RxCollection<Document>,
  documents: readonly Document[],
): Promise<void> {
  const { error } = await collection.bulkInsert([...documents]).catch((cause: unknown) => {
    throw toSyncError(cause);
  });
  const [firstError] = error;
  if (firstError !== undefined) throw toSyncError(firstError);
}

/** Emits changed documents, from any tab, including tombstones. */
export function changesOf<Document extends Identified>(
  collection: RxCollection<Document>,
): Observable<readonly RowOf<Document>[]> {
  return collection.eventBulks$.pipe(
    filter(({ events }) => events.length > 0),
    // A storage event contains the whole document.
    map(({ events }) =>
      events.map(({ documentData }) => toRow(documentData as RxDocumentData<Document>)),
    ),
  );
}

type NewRow<Document> = RowOf<Document> | null | undefined;

/**
 * Writes documents by compare-and-set.
 * @param update returns the row to store; null or the same object writes nothing
 * @returns the rows that existed before, as they are after the write
 */
async function compareAndSet<Document extends Identified>(
  { storageInstance }: RxCollection<Document>,
  ids: readonly string[],
  update: (storedRow: RowOf<Document> | undefined, id: string) => NewRow<Document>,
  snapshot?: Snapshot<Document>,
): Promise<Map<string, RowOf<Document>>> {
  const currentRows = new Map<string, RowOf<Document>>();
  let storedById = snapshot?.documents ?? new Map<string, RxDocumentData<Document>>();
  let pendingIds = [...ids];
  for (let attempt = 0; pendingIds.length > 0; attempt += 1) {
    if (attempt >= MAX_TRIES) throw new SyncError('database_failed');
    const unreadIds = pendingIds.filter((id) => !storedById.has(id));
    if (unreadIds.length > 0)
      storedById = new Map([...storedById, ...(await readStored(storageInstance, unreadIds))]);
    const writes = pendingIds.flatMap((id) => {
      const previous = storedById.get(id);
      const row = previous && toRow(previous);
      const changedRow = update(row, id);
      if (row) currentRows.set(id, changedRow ?? row);
      return changedRow && !deepEqual(changedRow, row)
        ? [{ previous, document: toStored(changedRow, previous) }]
        : [];
    });
    if (writes.length === 0) break;
    // RxDB's types don't allow `previous: undefined`.
    const rows = writes as BulkWriteRow<Document>[];
    const { error } = await storageInstance.bulkWrite(rows, CONTEXT).catch((cause: unknown) => {
      throw toSyncError(cause);
    });
    const conflicts = error.filter(({ status }) => status === CONFLICT);
    if (conflicts.length < error.length) throw new SyncError('database_failed', error[0]);
    storedById = new Map();
    pendingIds = conflicts.map(({ documentId }) => documentId);
  }
  return currentRows;
}

async function readStored<Document extends Identified>(
  storageInstance: RxStorageInstance<Document, unknown, unknown>,
  ids: string[],
): Promise<Map<string, RxDocumentData<Document>>> {
  if (ids.length === 0) return new Map();
  const documents = await storageInstance.findDocumentsById(ids, true).catch((cause: unknown) => {
    throw toSyncError(cause);
  });
  return new Map(documents.map((storedDocument) => [storedDocument.uuid, storedDocument]));
}

/** Removes the storage's fields and adds the wire's tombstone flag. */
export function toRow<Document>(storedDocument: RxDocumentData<Document>): RowOf<Document> {
  const { _deleted, _attachments, _meta, _rev, ...document } = storedDocument;
  // The remaining fields are the document.
  return { ...(document as Document), deleted: _deleted };
}

function toStored<Document>(
  { deleted, ...document }: RowOf<Document>,
  previous: RxDocumentData<Document> | undefined,
): RxDocumentData<Document> {
  const metadata = previous ?? { _attachments: {}, _meta: { lwt: 1 }, _rev: '' };
  const { _attachments, _meta, _rev } = metadata;
  // The remaining fields are the document.
  return { ...(document as Document), _attachments, _meta, _rev, _deleted: deleted };
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / WRITE_CHUNK) }, (_, index) =>
    ids.slice(index * WRITE_CHUNK, (index + 1) * WRITE_CHUNK),
  );
}
