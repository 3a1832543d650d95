import { openTextsDatabase, TEXTS_DATABASE } from './durable-key-value.ts';
import { SyncError } from './sync-error.ts';
import { withTimeout } from './with-timeout.ts';

/** An answer of IndexedDB that takes longer than this does not come, in ms. */
const LIST_TIMEOUT_MS = 5_000;
/** How long a deletion waits for other tabs to close their connections, in ms. */
const DELETE_TIMEOUT_MS = 10_000;

/** How RxDB on Dexie names the database of a collection. */
const RXDB_NAME = /^rxdb-dexie-(?<database>.+)--(?<version>\d+)--(?<collection>.+)$/;
const PHOTOS_SUFFIX = '-photos';
const ACTS_SUFFIX = '-acts';

/** @param version of the collection's schema */
export function rxdbDatabaseName(database: string, collection: string, version: number): string {
  return `rxdb-dexie-${database}--${version}--${collection}`;
}

/** One account, one database: nobody's work ever shows under another name (F29). */
export function databaseName(userId: string): string {
  return `club-${userId.toLowerCase()}`;
}

/** The account's table of photographs has a database of its own. */
export function photosDatabaseName(database: string): string {
  return database + PHOTOS_SUFFIX;
}

/** So have the acts that are not completed. */
export function operationsDatabaseName(database: string): string {
  return database + ACTS_SUFFIX;
}

/**
 * The names of all IndexedDB databases of this origin. WebKit answers a page that lost its IndexedDB server with an
 * empty list, so a list counts only with the database that is opened here for the purpose.
 * @throws SyncError `database_hung` where IndexedDB does not answer
 */
export async function listDatabaseNames(): Promise<string[]> {
  return withTimeout(listDatabases(), LIST_TIMEOUT_MS).catch((error: unknown) => {
    throw new SyncError('database_hung', error);
  });
}

async function listDatabases(): Promise<string[]> {
  const texts = await openTextsDatabase();
  try {
    const found = await indexedDB.databases();
    const names = found.flatMap(({ name }) => (name === undefined ? [] : [name]));
    if (!names.includes(TEXTS_DATABASE)) throw new Error('The list of databases is incomplete.');
    return names;
  } finally {
    texts.close();
  }
}

/** The highest version of each collection that the device holds. */
export function storedVersions(database: string, names: readonly string[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const name of names) {
    const parts = RXDB_NAME.exec(name)?.groups;
    if (!parts || parts['database'] !== database) continue;
    const collection = parts['collection'] ?? '';
    versions.set(collection, Math.max(versions.get(collection) ?? 0, Number(parts['version'])));
  }
  return versions;
}

/** All databases of a collection that the device holds, of the oldest version first. */
export function collectionDatabases(
  database: string,
  collection: string,
  names: readonly string[],
): string[] {
  return names
    .flatMap((name) => {
      const parts = RXDB_NAME.exec(name)?.groups;
      const isOurs = parts?.['database'] === database && parts['collection'] === collection;
      return isOurs ? [{ name, version: Number(parts['version']) }] : [];
    })
    .toSorted((a, b) => a.version - b.version)
    .map(({ name }) => name);
}

/** Which of them RxDB's replication plugin made for a database; its name of a collection begins so. */
export function replicationMetaDatabases(database: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const parts = RXDB_NAME.exec(name)?.groups;
    return (
      parts?.['database'] === database &&
      (parts['collection'] ?? '').startsWith('rx-replication-meta-')
    );
  });
}

/** Which of the databases belong to an account's database name. */
export function accountDatabasesIn(database: string, names: readonly string[]): string[] {
  return names.filter(
    (name) =>
      name === photosDatabaseName(database) ||
      name === operationsDatabaseName(database) ||
      RXDB_NAME.exec(name)?.groups?.['database'] === database,
  );
}

/** The names of an account's databases on this device. @throws as `databaseNames` */
export async function listAccountDatabases(userId: string): Promise<string[]> {
  return accountDatabasesIn(databaseName(userId), await listDatabaseNames());
}

/**
 * Deletes all databases of an account and checks that they are gone.
 * @throws SyncError `database_hung` where IndexedDB does not answer, or another tab keeps one open
 */
export async function deleteAccountDatabases(userId: string): Promise<void> {
  await deleteDatabases(await listAccountDatabases(userId));
  const left = await listAccountDatabases(userId);
  if (left.length > 0) throw new SyncError('database_hung');
}

/**
 * Deletes databases: RxDB's own removal only empties them. All connections in this tab must be closed; other tabs close
 * theirs at the versionchange event.
 * @throws SyncError `database_hung` where one stays open elsewhere
 */
export async function deleteDatabases(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(deleteDatabase));
}

function deleteDatabase(name: string): Promise<void> {
  const deleted = new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('database not deleted'));
  });
  return withTimeout(deleted, DELETE_TIMEOUT_MS).catch((error: unknown) => {
    throw new SyncError('database_hung', error);
  });
}
