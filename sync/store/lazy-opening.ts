import type { Dexie } from 'dexie';
import {
  getRxStorageDexie,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { rxdbDatabaseName } from './device-databases.ts';

/** What opens those databases that are still closed, by their names; RxDB, too, keeps one of each in a realm. */
const closed = new Map<string, () => void>();

export interface LazyOpenOptions {
  /** Resolves when the rest may be opened. */
  readonly startIsOver: Promise<unknown>;
  /** Called with each before it is opened. */
  readonly onCreate: (database: Dexie) => void;
}

/**
 * RxDB's storage on Dexie, which keeps each collection in a database of its own. By itself it opens all of
 * them at once, more than a dozen, of which the first screen needs two thirds. Here each is opened when somebody
 * reads or writes it for the first time, or when the start is over.
 */
export function lazyDexieStorage({ startIsOver, onCreate }: LazyOpenOptions): RxStorageDexie {
  const storage = getRxStorageDexie({
    onCreate(database, name) {
      onCreate(database);
      return new Promise<void>((open) => {
        closed.set(name, open);
        startIsOver.then(() => open(), open);
      }).finally(() => closed.delete(name));
    },
  });
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async (params) => {
    const instance = await create(params);
    const { databaseName, collectionName, schema } = params;
    const name = rxdbDatabaseName(databaseName, collectionName, schema.version);
    openWhenNeeded(instance, () => closed.get(name)?.());
    return instance;
  };
  return storage;
}

/** Whatever reads, writes or closes asks for the internals first. */
function openWhenNeeded<Document>(instance: RxStorageInstanceDexie<Document>, open: () => void) {
  const { internals } = instance;
  // Whoever asks for it is told of a failure; until then there is nobody to tell.
  internals.catch(() => undefined);
  Object.defineProperty(instance, 'internals', {
    get() {
      open();
      return internals;
    },
  });
}
