import type { RxCollection } from 'rxdb';

/** A document as the replication carries it. */
export type RowOf<Document> = Document & { readonly deleted: boolean };

/**
 * Reads documents as they are in the store at this moment, tombstones too, past RxDB's document cache
 * (which leaves out the deleted).
 */
export async function storedRows<Document>(
  collection: RxCollection<Document>,
  ids: readonly string[],
): Promise<Map<string, RowOf<Document>>> {
  const found = await collection.storageInstance.findDocumentsById([...ids], true);
  return new Map(
    found.map(({ _deleted, _attachments, _meta, _rev, ...document }) => [
      String((document as Record<string, unknown>)[collection.schema.primaryPath]),
      // What is left after the store's own fields is the document.
      { ...(document as Document), deleted: _deleted },
    ]),
  );
}
