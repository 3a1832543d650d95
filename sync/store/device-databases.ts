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
export function photosName(database: string): string {
  return database + PHOTOS_SUFFIX;
}

/** So have the acts that are not completed. */
export function actsName(database: string): string {
  return database + ACTS_SUFFIX;
}

/** The names of all IndexedDB databases of this origin; empty where the browser can't tell. */
export async function databaseNames(): Promise<string[]> {
  // Firefox before 126 has no such list.
  if (typeof indexedDB.databases !== 'function') return [];
  const found = await indexedDB.databases();
  return found.flatMap(({ name }) => (name === undefined ? [] : [name]));
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
export function replicationMetaOf(database: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const parts = RXDB_NAME.exec(name)?.groups;
    return (
      parts?.['database'] === database &&
      (parts['collection'] ?? '').startsWith('rx-replication-meta-')
    );
  });
}

/** Which of the databases belong to an account's database name. */
export function belonging(database: string, names: readonly string[]): string[] {
  return names.filter(
    (name) =>
      name === photosName(database) ||
      name === actsName(database) ||
      RXDB_NAME.exec(name)?.groups?.['database'] === database,
  );
}

/** What is on the device of an account. */
export async function databasesOfAccount(userId: string): Promise<string[]> {
  return belonging(databaseName(userId), await databaseNames());
}

/**
 * Deletes an account's databases themselves: RxDB's own removal only empties them. All handles of
 * them must be closed in this tab; another tab's are closed by the browser's versionchange event.
 */
export async function deleteDatabases(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(deleteDatabase));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('database not deleted'));
  });
}
