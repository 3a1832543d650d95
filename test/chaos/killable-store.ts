import 'fake-indexeddb/auto';
import { addRxStorageMultiInstanceSupport, type RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

/** A page's own way to the device's IndexedDB, which can be cut off as a killed page's is. */
export interface KillableStore {
  readonly indexedDB: IDBFactory;
  readonly storage: RxStorage<unknown, unknown>;
  /** What had not been committed is rolled back, and the page hears of nothing any more. */
  kill(): void;
}

/** RxDB keeps one connection per database name and realm: each page gets names of its own, by this. */
const LIFE = /~life-\d+/;
const HANDLERS = ['onsuccess', 'onerror', 'oncomplete', 'onabort', 'onupgradeneeded', 'onblocked'];
let lives = 0;

/** Answers nothing, for ever: what a killed page would get. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : nothing),
  set: () => true,
  apply: () => nothing,
});

/** Several pages of one device in one realm of Node, each of which can be killed by itself. */
export function killableStore(): KillableStore {
  lives += 1;
  const life = `~life-${lives}`;
  const running = new Set<IDBTransaction>();
  const asked = new Set<IDBRequest>();
  const open = new Set<IDBDatabase>();
  let isDead = false;

  const follow = (transaction: IDBTransaction) => {
    running.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => running.delete(transaction));
    }
    return transaction;
  };
  const tap = (database: IDBDatabase) => {
    const begin = database.transaction.bind(database);
    open.add(database);
    database.transaction = (...given: Parameters<typeof begin>) =>
      isDead ? (nothing as IDBTransaction) : follow(begin(...given));
  };
  const factory: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'cmp' | 'databases'> = {
    open(name, version) {
      if (isDead) return nothing as IDBOpenDBRequest;
      const request = indexedDB.open(name.replace(LIFE, ''), version);
      asked.add(request);
      request.addEventListener('upgradeneeded', () => {
        if (request.transaction) follow(request.transaction);
      });
      request.addEventListener('success', () => {
        asked.delete(request);
        tap(request.result);
      });
      return request;
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name.replace(LIFE, '')),
    cmp: (a, b) => indexedDB.cmp(a, b),
    databases: () => indexedDB.databases(),
  };
  const dexie = getRxStorageDexie({ indexedDB: factory as IDBFactory, IDBKeyRange });
  const storage: RxStorage<unknown, unknown> = {
    // RxDB opens a database once by realm and by the storage's name.
    name: dexie.name + life,
    rxdbVersion: dexie.rxdbVersion,
    async createStorageInstance(params) {
      const databaseName = params.databaseName + life;
      const own = { ...params, databaseName, multiInstance: false };
      const instance = await dexie.createStorageInstance(own as never);
      // Known to the other pages by the database's real name.
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
      for (const target of [...asked, ...running, ...[...running].flatMap(requestsOf)]) {
        for (const handler of HANDLERS) {
          if (handler in target) (target as unknown as Record<string, unknown>)[handler] = null;
        }
      }
      for (const transaction of running) {
        try {
          transaction.abort();
        } catch {
          // Just committed: then it counts.
        }
      }
      for (const database of open) database.close();
    },
  };
}

/** What a transaction still has to answer; fake-indexeddb keeps it in a field of its own. */
function requestsOf(transaction: IDBTransaction): IDBRequest[] {
  const { _requests: waiting } = transaction as unknown as { _requests: { request: IDBRequest }[] };
  return waiting.map(({ request }) => request);
}
