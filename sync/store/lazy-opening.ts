import type { Dexie } from 'dexie';
import {
  getRxStorageDexie,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { rxdbDatabaseName } from './device-databases.ts';

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

/** Opens the database when `internals` is first accessed, which every read, write and close does first. */
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
