import { Dexie, type Table } from 'dexie';
import { databaseName } from '#sync/store/device-databases.ts';

/** Reads a collection's stored rows of a closed account, in any version. */
export async function withStoredRows<T>(
  userId: string,
  collection: string,
  action: (rows: Table<unknown, string>) => Promise<T>,
): Promise<T> {
  const name = (await storesOf(userId)).find((storeName) => storeName.endsWith(`--${collection}`));
  return inDatabase(name ?? `${prefixOf(userId)}${collection}`, action);
}

/** Reads an account's checkpoints, for comparison. */
export async function storedCheckpoints(userId: string): Promise<string> {
  const name = (await storesOf(userId)).find((storeName) =>
    storeName.endsWith('plugin-local-documents-'),
  );
  if (name === undefined) return '[]';
  return inDatabase<{ id: string; data: unknown }, string>(name, async (rows) => {
    const checkpointRows = (await rows.toArray()).filter(({ id }) => id.startsWith('checkpoint '));
    const byId = checkpointRows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return JSON.stringify(byId.map(({ id, data }) => [id, data]));
  });
}

const prefixOf = (userId: string) => `rxdb-dexie-${databaseName(userId)}--`;

/** Lists an account's databases: one per collection, and RxDB's own. */
async function storesOf(userId: string): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(prefixOf(userId)));
}

async function inDatabase<Row, T>(
  name: string,
  action: (rows: Table<Row, string>) => Promise<T>,
): Promise<T> {
  const database = await new Dexie(name).open();
  try {
    return await action(database.table('docs'));
  } finally {
    database.close();
  }
}
