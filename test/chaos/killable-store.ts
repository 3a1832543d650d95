import 'fake-indexeddb/auto';
import { addRxStorageMultiInstanceSupport, type RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

/** A page's connection to the device's IndexedDB that can be cut off as if the page was killed. */
interface KillableStore {
  readonly indexedDB: IDBFactory;
  readonly storage: RxStorage<unknown, unknown>;
  /** Rolls back uncommitted transactions; the page gets no more events. */
  kill(): void;
}

/** RxDB keeps one connection per database name and realm, so each page gets its own names with this suffix. */
const GENERATION = /~life-\d+/;
const HANDLERS = ['onsuccess', 'onerror', 'oncomplete', 'onabort', 'onupgradeneeded', 'onblocked'];
let generations = 0;

/** Never responds, like IndexedDB for a killed page. */
const noop: unknown = new Proxy(() => noop, {
  get: (_target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : noop),
  set: () => true,
  apply: () => noop,
});

/** Lets several pages of one device run in one Node realm and be killed separately. */
export function killableStore(): KillableStore {
  generations += 1;
  const generation = `~life-${generations}`;
  const runningTransactions = new Set<IDBTransaction>();
  const requests = new Set<IDBRequest>();
  const openDatabases = new Set<IDBDatabase>();
  let isDead = false;

  const track = (transaction: IDBTransaction) => {
    runningTransactions.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => runningTransactions.delete(transaction));
    }
    return transaction;
  };
  const trackDatabase = (database: IDBDatabase) => {
    const openTransaction = database.transaction.bind(database);
    openDatabases.add(database);
    database.transaction = (...args: Parameters<typeof openTransaction>) =>
      isDead ? (noop as IDBTransaction) : track(openTransaction(...args));
  };
  const factory: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'cmp' | 'databases'> = {
    open(name, version) {
      if (isDead) return noop as IDBOpenDBRequest;
      const request = indexedDB.open(name.replace(GENERATION, ''), version);
      requests.add(request);
      request.addEventListener('upgradeneeded', () => {
        if (request.transaction) track(request.transaction);
      });
      request.addEventListener('success', () => {
        requests.delete(request);
        trackDatabase(request.result);
      });
      return request;
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name.replace(GENERATION, '')),
    cmp: (a, b) => indexedDB.cmp(a, b),
    databases: () => indexedDB.databases(),
  };
  const dexie = getRxStorageDexie({ indexedDB: factory as IDBFactory, IDBKeyRange });
  const storage: RxStorage<unknown, unknown> = {
    // RxDB opens a database once per realm and storage name.
    name: dexie.name + generation,
    rxdbVersion: dexie.rxdbVersion,
    async createStorageInstance(params) {
      const databaseName = params.databaseName + generation;
      const instanceParams = { ...params, databaseName, multiInstance: false };
      const instance = await dexie.createStorageInstance(instanceParams as never);
      // Other pages refer to the database by its real name.
      Object.assign(instance, { databaseName: params.databaseName });
      addRxStorageMultiInstanceSupport(dexie.name, params as never, instance as never);
      return instance as never;
    },
  };

  return {
    indexedDB: factory as IDBFactory,
    storage,
    kill() {
      isDead = true;
      for (const target of [
        ...requests,
        ...runningTransactions,
        ...[...runningTransactions].flatMap(requestsOf),
      ]) {
        for (const handler of HANDLERS) {
          if (handler in target) (target as unknown as Record<string, unknown>)[handler] = null;
        }
      }
      for (const transaction of runningTransactions) {
        try {
          transaction.abort();
        } catch {
          // The transaction has already been committed, so its edit counts.
        }
      }
      for (const database of openDatabases) database.close();
    },
  };
}

/** Pending requests of a transaction, from a private field of fake-indexeddb. */
function requestsOf(transaction: IDBTransaction): IDBRequest[] {
  const { _requests: requests } = transaction as unknown as {
    _requests: { request: IDBRequest }[];
  };
  return requests.map(({ request }) => request);
}
