import { openTextsDatabase, TEXTS_DATABASE } from './durable-key-value.ts';
import { SyncError } from './sync-error.ts';
import { withTimeout } from './with-timeout.ts';

/** After this time (ms), IndexedDB counts as hung. */
const LIST_TIMEOUT_MS = 5_000;
/** Timeout for other tabs to close their connections, in ms. */
const DELETE_TIMEOUT_MS = 10_000;

/** RxDB's name for a collection's Dexie database. */
const RXDB_NAME = /^rxdb-dexie-(?<database>.+)--(?<version>\d+)--(?<collection>.+)$/;
const PHOTOS_SUFFIX = '-photos';
const OPERATIONS_SUFFIX = '-acts';
const ATTACHMENTS_SUFFIX = '-attachments';

/** @param version of the collection's schema */
export function rxdbDatabaseName(database: string, collection: string, version: number): string {
  return `rxdb-dexie-${database}--${version}--${collection}`;
}

/** Returns the name of the account's database. Each account has its own, so that no other user sees its work (F29). */
export function databaseName(userId: string): string {
  return `club-${userId.toLowerCase()}`;
}

/** Name of the account's photo database. */
export function photosDatabaseName(database: string): string {
  return database + PHOTOS_SUFFIX;
}

/** Name of the database with the contents of the account's attachments. */
export function attachmentsDatabaseName(database: string): string {
  return database + ATTACHMENTS_SUFFIX;
}

/** Name of the account's operation log database. */
export function operationsDatabaseName(database: string): string {
  return database + OPERATIONS_SUFFIX;
}

/**
 * Lists this origin's IndexedDB databases. WebKit returns an empty list after losing its IndexedDB
 * server, so the list counts only if it contains a database opened here as a probe.
 * @throws SyncError `database_hung` if IndexedDB doesn't respond
 */
export async function listDatabaseNames(): Promise<string[]> {
  return withTimeout(listDatabases(), LIST_TIMEOUT_MS).catch((error: unknown) => {
    throw new SyncError('database_hung', error);
  });
}

async function listDatabases(): Promise<string[]> {
  const texts = await openTextsDatabase();
  try {
    const databases = await indexedDB.databases();
    const names = databases.flatMap(({ name }) => (name === undefined ? [] : [name]));
    if (!names.includes(TEXTS_DATABASE)) throw new Error('The list of databases is incomplete.');
    return names;
  } finally {
    texts.close();
  }
}

/** Returns the highest stored version of each collection. */
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

/** Returns all stored databases of a collection, oldest version first. */
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

/** Returns the databases that RxDB's replication plugin created. */
export function replicationMetaDatabases(database: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const parts = RXDB_NAME.exec(name)?.groups;
    return (
      parts?.['database'] === database &&
      (parts['collection'] ?? '').startsWith('rx-replication-meta-')
    );
  });
}

/** Returns the databases that belong to an account's database name. */
export function accountDatabasesIn(database: string, names: readonly string[]): string[] {
  return names.filter(
    (name) =>
      name === photosDatabaseName(database) ||
      name === operationsDatabaseName(database) ||
      name === attachmentsDatabaseName(database) ||
      RXDB_NAME.exec(name)?.groups?.['database'] === database,
  );
}

/**
 * Lists an account's databases on this device.
 * @throws like `listDatabaseNames`
 */
export async function listAccountDatabases(userId: string): Promise<string[]> {
  return accountDatabasesIn(databaseName(userId), await listDatabaseNames());
}

/**
 * Deletes all databases of an account and verifies that they are gone.
 * @throws SyncError `database_hung` if IndexedDB doesn't respond, or another tab keeps one open
 */
export async function deleteAccountDatabases(userId: string): Promise<void> {
  await deleteDatabases(await listAccountDatabases(userId));
  const remainingDatabases = await listAccountDatabases(userId);
  if (remainingDatabases.length > 0) throw new SyncError('database_hung');
}

/**
 * Deletes databases entirely; RxDB's own removal only empties them. All connections in this tab
 * must be closed; other tabs close theirs on versionchange.
 * @throws SyncError `database_hung` if another tab keeps one open
 */
export async function deleteDatabases(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(deleteDatabase));
}

function deleteDatabase(name: string): Promise<void> {
  const deletion = new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('The database was not deleted.'));
  });
  return withTimeout(deletion, DELETE_TIMEOUT_MS).catch((error: unknown) => {
    throw new SyncError('database_hung', error);
  });
}
