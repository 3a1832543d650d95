import { getQueryMatcher, getSortComparator, type PreparedQuery, type RxDocumentData } from 'rxdb';
import {
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { resultOf } from './raw-database.ts';

/** Number of documents per page, small enough to keep each task short. */
const PAGE = 200;

/**
 * RxDB's Dexie storage with paged reads. RxDB uses a cursor, whose callback per document takes
 * longer than the read itself (RxDB 17.6, no issue; see dexie/Dexie.js#904).
 * @param pageSize documents per page
 */
export function withPagedReads(storage: RxStorageDexie, pageSize = PAGE): RxStorageDexie {
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async (params) => {
    const instance = await create(params);
    instance.query = async (preparedQuery) => ({
      documents: await readPages(instance, preparedQuery, pageSize),
    });
    return instance;
  };
  return storage;
}

/** Returns a query's documents in order, like the storage's own `query`. */
async function readPages<Document>(
  instance: RxStorageInstanceDexie<Document>,
  { query, queryPlan }: PreparedQuery<Document>,
  pageSize: number,
) {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
  const skip = query.skip ?? 0;
  const end = skip + (query.limit ?? Infinity);
  const matches = queryPlan.selectorSatisfiedByIndex
    ? null
    : getQueryMatcher(instance.schema, query);
  const readLimit = queryPlan.sortSatisfiedByIndex ? end : Infinity;
  const path = queryPlan.index.map((field) => field.split('.'));
  const keyOf = (row: unknown) => path.map((steps) => steps.reduce(step, row) as IDBValidKey);
  const documents: RxDocumentData<Document>[] = [];

  await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = (idbtrans as IDBTransaction)
      .objectStore(dexieTable.name)
      .index(`[${queryPlan.index.join('+')}]`);
    let range: IDBKeyRange | null = rangeOf(queryPlan, booleanIndexes);
    while (range !== null && documents.length < readLimit) {
      const size = matches ? pageSize : Math.min(pageSize, readLimit - documents.length);
      const page: unknown[] = await resultOf(index.getAll(range, size));
      for (const row of page) {
        const document = fromDexieToStorage<Document>(booleanIndexes, row);
        if (!matches || matches(document)) documents.push(document);
      }
      // Every index ends with the primary key, so positions are unique.
      range = page.length < size ? null : rangeAfter(range, keyOf(page.at(-1)));
    }
  });
  const sortedDocuments = queryPlan.sortSatisfiedByIndex
    ? documents
    : documents.sort(getSortComparator(instance.schema, query));
  return sortedDocuments.slice(skip, end);
}

/** Returns the plan's key range; null if no document can have such a value. */
function rangeOf(plan: PreparedQuery<unknown>['queryPlan'], booleans: string[]) {
  try {
    return getKeyRangeByQueryPlan(booleans, plan, IDBKeyRange) as IDBKeyRange;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return null;
    throw error;
  }
}

function rangeAfter({ upper, upperOpen }: IDBKeyRange, key: IDBValidKey): IDBKeyRange | null {
  const isLast = indexedDB.cmp(key, upper) >= 0;
  return isLast ? null : IDBKeyRange.bound(key, upper, true, upperOpen);
}

function step(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[name];
}
