import {
  prepareQuery,
  type MangoQuerySelector,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb';
import { auditTime, map, Observable, Subject } from 'rxjs';

/** While a whole day's work goes out, what is made of it need not follow every batch. */
const AUDIT_MS = 100;

export interface LiveIndexOptions<Document, Entry> {
  /** What is read: each by an index of its own. */
  readonly selectors: readonly MangoQuerySelector<Document>[];
  /** What is remembered of a document; null where it does not belong here (any more). */
  readonly entryOf: (document: Document) => Entry | null;
  /** The same of a deleted document that is not gone yet; without it those are not read. */
  readonly entryOfDeleted?: (document: Document) => Entry | null;
}

/**
 * What is to be known of many documents at once, by their ids, live. Read from the store once and kept
 * up by what changes: a query of RxDB makes a document of its own of each row, and reads them again, by
 * the thousand, with every batch that comes or goes.
 */
export function liveIndex<Document extends { uuid: string }, Entry>(
  collection: RxCollection<Document>,
  { selectors, entryOf, entryOfDeleted }: LiveIndexOptions<Document, Entry>,
): Observable<ReadonlyMap<string, Entry>> {
  return new Observable((subscriber) => {
    const entries = new Map<string, Entry>();
    const changed = new Subject<void>();
    /** What has changed since the reading began is newer than what is read. */
    let isNewer: Set<string> | null = new Set();
    const keep = (document: RxDocumentData<Document>) => {
      const entry = document._deleted ? (entryOfDeleted?.(document) ?? null) : entryOf(document);
      if (entry === null) entries.delete(document.uuid);
      else entries.set(document.uuid, entry);
    };
    const told = changed.pipe(
      auditTime(AUDIT_MS),
      map(() => entries),
    );
    const watches = [
      told.subscribe(subscriber),
      collection.eventBulks$.subscribe(({ events }) => {
        for (const { documentId, documentData } of events) {
          isNewer?.add(documentId);
          // The store's own event: it is the whole document.
          keep(documentData as RxDocumentData<Document>);
        }
        if (isNewer === null) changed.next();
      }),
    ];
    const read = async () => {
      const kinds = entryOfDeleted ? [false, true] : [false];
      const reads = selectors.flatMap((selector) =>
        kinds.map((isDeleted) => stored(collection, selector, isDeleted)),
      );
      for (const found of await Promise.all(reads)) {
        found.filter(({ uuid }) => !isNewer?.has(uuid)).forEach(keep);
      }
      isNewer = null;
      subscriber.next(entries);
    };
    read().catch((error: unknown) => subscriber.error(error));
    return () => watches.forEach((watch) => watch.unsubscribe());
  });
}

async function stored<Document>(
  collection: RxCollection<Document>,
  selector: MangoQuerySelector<Document>,
  isDeleted: boolean,
): Promise<RxDocumentData<Document>[]> {
  const query = prepareQuery<Document>(collection.schema.jsonSchema, {
    selector: { ...selector, _deleted: { $eq: isDeleted } } as never,
    sort: [{ newest_first: 'asc' }, { uuid: 'asc' }] as never,
    skip: 0,
  });
  return (await collection.storageInstance.query(query)).documents;
}
