import type { Dexie } from 'dexie';
import {
  getRxStorageDexie,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { rxdbDatabaseName } from './device-databases.ts';
import { DOCUMENTS } from './raw-database.ts';

/** Callbacks that open databases on demand, by name. RxDB has only one instance of each database per realm. */
const openCallbacks = new Map<string, () => void>();

interface LazyOpenOptions {
  /** Resolves when the remaining databases may be opened. */
  readonly startupDone: Promise<unknown>;
  /** Called with each database before it opens. */
  readonly onCreate: (database: Dexie) => void;
}

/**
 * RxDB's Dexie storage, with one database per collection. RxDB would open more than a dozen databases at once,
 * although the first screen only needs two thirds of them. Here, each database opens at its first read or write, or
 * after the start.
 */
export function lazyDexieStorage({ startupDone, onCreate }: LazyOpenOptions): RxStorageDexie {
  const storage = getRxStorageDexie({
    onCreate(database, name) {
      createUsedIndexesOnly(database);
      onCreate(database);
      return new Promise<void>((open) => {
        openCallbacks.set(name, open);
        startupDone.then(() => open(), open);
      }).finally(() => openCallbacks.delete(name));
    },
  });
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async (params) => {
    const instance = await create(params);
    const { databaseName, collectionName, schema } = params;
    const name = rxdbDatabaseName(databaseName, collectionName, schema.version);
    openWhenNeeded(instance, () => openCallbacks.get(name)?.());
    return instance;
  };
  return storage;
}

/** RxDB's indexes that no query uses: one is for its cleanup plugin, the other for collections without indexes. */
const UNUSED_INDEXES = /, (_meta\.lwt|\[_deleted\+\w+\])(?=,|$)/g;

/**
 * Leaves out the indexes that RxDB adds to each new database and that we never use: each makes every write slower.
 * Databases that have them keep them. An older build adds them when it opens the database.
 */
function createUsedIndexesOnly(database: Dexie): void {
  const createVersion = database.version.bind(database);
  database.version = (number) => {
    const version = createVersion(number);
    const createStores = version.stores.bind(version);
    version.stores = (tables) => {
      const usedIndexes = tables[DOCUMENTS]?.replace(UNUSED_INDEXES, '');
      // Without declared indexes, RxDB's queries use its own. The primary key and the index by time are always there.
      if (usedIndexes?.split(', ')[2]) tables[DOCUMENTS] = usedIndexes;
      return createStores(tables);
    };
    return version;
  };
}

/** Opens the database when `internals` is first accessed. Every read, write and close starts with such an access. */
function openWhenNeeded<Document>(instance: RxStorageInstanceDexie<Document>, open: () => void) {
  const { internals } = instance;
  // Code that awaits `internals` gets the error. Until then, the rejection must not count as unhandled.
  internals.catch(() => undefined);
  Object.defineProperty(instance, 'internals', {
    get() {
      open();
      return internals;
    },
  });
}
