import type { Dexie } from 'dexie';
import {
  addRxPlugin,
  createRxDatabase,
  getPrimaryKeyOfInternalDocument,
  INTERNAL_CONTEXT_COLLECTION,
  type RxCollection,
  type RxCollectionCreator,
  type RxDatabase,
  type RxStorage,
} from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import type { DocumentOf, StoredCollectionName } from '#schemas/collections.ts';
import { type Migrations, migrations } from '#schemas/migrations.ts';
import type { RxSchema } from '#schemas/rx-schema.ts';
import { rxSchemas } from '#schemas/rx-schemas.ts';
import { listDatabaseNames, storedVersions } from './device-databases.ts';
import { lazyDexieStorage } from './lazy-opening.ts';
import {
  createHealthMonitor,
  type HealthMonitor,
  autoReconnect,
  withReconnect,
} from './reconnecting-storage.ts';
import { withOrderedEvents } from './ordered-events.ts';
import { withPagedReads } from './paged-reads.ts';
import { toSyncError, SyncError } from './sync-error.ts';
import { withTimeout } from './with-timeout.ts';

addRxPlugin(RxDBLocalDocumentsPlugin);

/** All collections, typed by document. */
export type Collections = {
  readonly [Name in StoredCollectionName]: RxCollection<DocumentOf<Name>>;
};
export type ClubDatabase = RxDatabase<Collections>;

/** Timeout for opening, in ms (F23). */
const OPEN_TIMEOUT_MS = 20_000;

/** Start of RxDB's advertisement. */
const RXDB_NOTICE = '-------------- RxDB Open Core RxStorage';

/** Schemas and migrations by collection, as needed for opening. */
export interface Registry {
  readonly schemas: Readonly<Record<string, RxSchema>>;
  readonly migrations: Readonly<Record<string, Migrations>>;
}
const collections: Registry = { schemas: rxSchemas, migrations };

interface DatabaseOptions {
  readonly name: string;
  readonly storage?: RxStorage<unknown, unknown>;
  readonly registry?: Registry;
  readonly timeoutMs?: number;
  /** Reports lost and restored connections (F22). */
  readonly health?: HealthMonitor;
  /** Resolves after the first screen has rendered. Collections that this screen doesn't need are opened then. */
  readonly whenIdle?: () => Promise<void>;
  /** Only for tests, which open one database several times in the same realm. */
  readonly ignoreDuplicate?: boolean;
}

/**
 * Opens an account's local database, migrated to this build's version.
 * @throws SyncError `database_newer` (a newer build wrote it: nothing is opened, nothing written),
 *   `database_hung`, `migration_failed` (the old data is untouched), `storage_full`, `database_failed`
 */
export async function openDatabase(options: DatabaseOptions): Promise<ClubDatabase> {
  const { registry = collections, timeoutMs = OPEN_TIMEOUT_MS } = options;
  const unmute = muteNotice();
  const pendingDatabase = createDatabase(options, registry).finally(unmute);
  try {
    return await withTimeout(pendingDatabase, timeoutMs, new SyncError('database_hung'));
  } catch (error) {
    // The database may still open later, but nothing would use it.
    pendingDatabase.then((database) => database.close()).catch(() => undefined);
    throw toSyncError(error);
  }
}

async function createDatabase(options: DatabaseOptions, registry: Registry): Promise<ClubDatabase> {
  await rejectNewerDatabase(options.name, registry);
  const { health = createHealthMonitor(), storage = dexieStorage(options.whenIdle, health) } =
    options;
  const database = await createRxDatabase<Collections>({
    name: options.name,
    storage: withReconnect(withOrderedEvents(storage), health),
    multiInstance: true,
    eventReduce: true,
    localDocuments: true,
    ignoreDuplicate: options.ignoreDuplicate ?? false,
  });
  try {
    const [needsMigration] = await Promise.all([
      hasOlderVersion(database, registry),
      database.addCollections(collectionCreators(registry)),
    ]);
    if (needsMigration) await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function dexieStorage(
  whenIdle: () => Promise<void> = () => Promise.resolve(),
  health: HealthMonitor,
): RxStorage<unknown, unknown> {
  const onCreate = (database: Dexie) => void autoReconnect(database, health);
  const storage = withPagedReads(lazyDexieStorage({ startupDone: whenIdle(), onCreate }));
  // Safe, because the types of the storage's internals don't matter here.
  return storage as RxStorage<unknown, unknown>;
}

/**
 * Suppresses RxDB's console advertisement for its paid storages, which appears with the first write
 * and can only be turned off by paying customers. Other warnings pass.
 * @returns a function that restores the console
 */
function muteNotice(): () => void {
  const { console } = globalThis;
  const { warn } = console;
  const filteredWarn = (...args: unknown[]) => {
    if (!String(args[0]).startsWith(RXDB_NOTICE)) warn.apply(console, args);
  };
  console.warn = filteredWarn;
  return () => {
    if (console.warn === filteredWarn) console.warn = warn;
  };
}

function collectionCreators(registry: Registry): Record<keyof Collections, RxCollectionCreator> {
  const creators = Object.entries(registry.schemas).map(([name, schema]) => [
    name,
    {
      schema,
      migrationStrategies: registry.migrations[name] ?? {},
      autoMigrate: false,
    },
  ]);
  // The registry has exactly these collections; `fromEntries` loses their names.
  return Object.fromEntries(creators) as Record<keyof Collections, RxCollectionCreator>;
}

/** Throws if a newer build wrote the database, because this older build must not write next to its data (F27). */
async function rejectNewerDatabase(name: string, registry: Registry): Promise<void> {
  const versions = storedVersions(name, await listDatabaseNames());
  for (const [collection, { version }] of Object.entries(registry.schemas)) {
    if ((versions.get(collection) ?? 0) > version) throw new SyncError('database_newer');
  }
}

/** True if a collection exists in an older version. RxDB removes the record of that version after migrating. */
async function hasOlderVersion(database: ClubDatabase, registry: Registry): Promise<boolean> {
  const olderVersions = Object.entries(registry.schemas).flatMap(([name, { version }]) =>
    Array.from({ length: version }, (_, olderVersion) => `${name}-${olderVersion}`),
  );
  const documentIds = olderVersions.map((key) =>
    getPrimaryKeyOfInternalDocument(key, INTERNAL_CONTEXT_COLLECTION),
  );
  if (documentIds.length === 0) return false;
  return (await database.internalStore.findDocumentsById(documentIds, false)).length > 0;
}

/** Loads the migration code on demand. If that fails, the old data is untouched. */
async function migrate(database: ClubDatabase): Promise<void> {
  try {
    const migration = await import('./migration.ts');
    await migration.migrate(database);
  } catch (error) {
    throw new SyncError('migration_failed', error);
  }
}
