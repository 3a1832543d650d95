import type { RxCollection, RxDocumentData } from 'rxdb';
import { storeFailure, SyncError } from './sync-error.ts';

/** More losses of the same race than could be chance. */
const TRIES = 10;
const CONFLICT = 409;

/**
 * Changes many documents in one transaction of the store: when the device is full, none of them is
 * changed. (RxDB's own bulk upsert writes them one by one.) Documents that somebody else changed in
 * between are read and changed again.
 * @param make the document after the change; may run more than once for a document. The document itself
 *   where there is nothing to change: then nothing is written, and no write of others is in its way.
 * @throws SyncError
 */
export async function changeMany<Document>(
  collection: RxCollection<Document>,
  ids: readonly string[],
  make: (document: RxDocumentData<Document>) => Document,
): Promise<void> {
  const { storageInstance } = collection;
  let open = [...ids];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt >= TRIES) throw new SyncError('database_failed');
    const found = await storageInstance.findDocumentsById(open, false);
    const rows = found.flatMap((previous) => {
      const made = make(previous);
      return made === previous ? [] : [{ previous, document: { ...previous, ...made } }];
    });
    if (rows.length === 0) return;
    const { error } = await storageInstance
      .bulkWrite(rows, 'club-modify-all')
      .catch((failed: unknown) => {
        throw storeFailure(failed);
      });
    const lost = error.filter(({ status }) => status === CONFLICT);
    if (lost.length < error.length) throw new SyncError('database_failed', error[0]);
    open = lost.map(({ documentId }) => documentId);
  }
}
