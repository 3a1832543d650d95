import { prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb';
import type { ScanDocument } from '#schemas/scan.ts';
import { isSame } from './is-same.ts';

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

/**
 * The scans in a state, newest first, past RxDB's document cache: thousands of its documents are dearer
 * than what is asked of them.
 */
export async function storedInState(
  scans: RxCollection<ScanDocument>,
  state: ScanDocument['state'],
): Promise<RxDocumentData<ScanDocument>[]> {
  const query = prepareQuery<ScanDocument>(scans.schema.jsonSchema, {
    selector: { _deleted: { $eq: false }, state: { $eq: state } } as never,
    sort: [{ newest_first: 'asc' }, { uuid: 'asc' }],
    skip: 0,
  });
  return (await scans.storageInstance.query(query)).documents;
}

/** What a pull brought of a document, as it is to be stored. */
export interface Joined<Document> {
  readonly row: RowOf<Document>;
  /** Whether what is stored here of the same document is another state of it. */
  readonly isNews: boolean;
}

export type Join<Document> = (pulled: readonly RowOf<Document>[]) => Promise<Joined<Document>[]>;

/**
 * Joins each row that a pull brought with the one that is stored here at this moment, if there is one.
 * @param joinOne answers with the row to store
 */
export function joining<Document extends { readonly uuid: string }>(
  collection: RxCollection<Document>,
  joinOne: (local: RowOf<Document> | null, pulled: RowOf<Document>) => RowOf<Document>,
): Join<Document> {
  return async (pulled) => {
    const stored = await storedRows(
      collection,
      pulled.map(({ uuid }) => uuid),
    );
    return pulled.map((one) => {
      const local = stored.get(one.uuid) ?? null;
      const row = joinOne(local, one);
      return { row, isNews: local !== null && !isSame(local, row) };
    });
  };
}

/** What is stored here of a collection, for whoever has to find out what is too much. */
export interface HeldRows<Document> {
  ids(): Promise<string[]>;
  /** @returns those that are still there */
  rows(ids: readonly string[]): Promise<RowOf<Document>[]>;
}

/** Reads the collection's rows, without the deleted. */
export function heldIn<Document extends { readonly uuid: string }>(
  collection: RxCollection<Document>,
): HeldRows<Document> {
  return {
    async ids() {
      const found = await collection.find().exec();
      return found.map((document) => document.primary);
    },
    async rows(ids) {
      const found = await storedRows(collection, ids);
      return [...found.values()].filter(({ deleted }) => !deleted);
    },
  };
}

/** For what is never edited here. */
export function serverOnly<Document extends { readonly uuid: string }>(
  collection: RxCollection<Document>,
): { join: Join<Document>; held: HeldRows<Document> } {
  return { join: asPulled, held: heldIn(collection) };
}

/** The row as it came. */
export function asPulled<Document>(
  pulled: readonly RowOf<Document>[],
): Promise<Joined<Document>[]> {
  return Promise.resolve(pulled.map((row) => ({ row, isNews: false })));
}
