import {
  prepareQuery,
  type MangoQuerySelector,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb';
import { asyncScheduler, map, Observable, Subject, throttleTime } from 'rxjs';

/**
 * Minimum interval between two results, in ms. When a whole day's work is sent, results don't have
 * to follow every batch.
 */
const INTERVAL_MS = 250;

interface LiveIndexOptions<Document, Entry> {
  /** Queries for the documents to read. Each query uses its own database index. */
  readonly selectors: readonly MangoQuerySelector<Document>[];
  /** Returns a document's entry; null if it has none. */
  readonly entryOf: (document: Document) => Entry | null;
  /** Like `entryOf` for deleted documents, which are only read if this is set. */
  readonly deletedEntry?: (document: Document) => Entry | null;
}

/**
 * Live entries of many documents, by id. Reads the store once, then follows its changes. An RxDB
 * query would create document objects for all rows and reread thousands after every batch.
 */
export function liveIndex<Document extends { uuid: string }, Entry>(
  collection: RxCollection<Document>,
  { selectors, entryOf, deletedEntry: entryOfDeleted }: LiveIndexOptions<Document, Entry>,
): Observable<ReadonlyMap<string, Entry>> {
  return new Observable((subscriber) => {
    const entries = new Map<string, Entry>();
    const changes = new Subject<void>();
    /** Ids of documents that have changed since the read started, so its result is outdated; null once it has ended. */
    let newerIds: Set<string> | null = new Set();
    const update = (document: RxDocumentData<Document>) => {
      const entry = document._deleted ? (entryOfDeleted?.(document) ?? null) : entryOf(document);
      if (entry === null) entries.delete(document.uuid);
      else entries.set(document.uuid, entry);
    };
    const throttledChanges = changes.pipe(
      throttleTime(INTERVAL_MS, asyncScheduler, { leading: true, trailing: true }),
      map(() => entries),
    );
    const subscriptions = [
      throttledChanges.subscribe(subscriber),
      collection.eventBulks$.subscribe(({ events }) => {
        for (const { documentId, documentData } of events) {
          newerIds?.add(documentId);
          // A storage event contains the whole document.
          update(documentData as RxDocumentData<Document>);
        }
        if (newerIds === null) changes.next();
      }),
    ];
    const readAll = async () => {
      const deletedFlags = entryOfDeleted ? [false, true] : [false];
      const reads = selectors.flatMap((selector) =>
        deletedFlags.map((isDeleted) => readStored(collection, selector, isDeleted)),
      );
      for (const documents of await Promise.all(reads)) {
        documents.filter(({ uuid }) => !newerIds?.has(uuid)).forEach(update);
      }
      newerIds = null;
      subscriber.next(entries);
    };
    readAll().catch((error: unknown) => subscriber.error(error));
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  });
}

async function readStored<Document>(
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
