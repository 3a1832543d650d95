import { Dexie, type Table } from 'dexie';
import { databaseName } from '#sync/store/device-databases.ts';

/** The rows of a collection as they lie in a closed account's store, whatever its version. */
export async function inStore<T>(
  userId: string,
  collection: string,
  work: (rows: Table<unknown, string>) => Promise<T>,
): Promise<T> {
  const name = (await storesOf(userId)).find((one) => one.endsWith(`--${collection}`));
  return inDatabase(name ?? `${startOf(userId)}${collection}`, work);
}

/** How far an account's replications have stored that they pulled; to be compared with what it was. */
export async function storedCheckpoints(userId: string): Promise<string> {
  const found = (await storesOf(userId)).filter((name) => name.includes('replication-meta'));
  const checkpoints = found
    .toSorted()
    .map((name) =>
      inDatabase<{ isCheckpoint?: string }, unknown>(name, async (rows) =>
        (await rows.toArray()).filter(({ isCheckpoint }) => isCheckpoint === '1'),
      ),
    );
  return JSON.stringify(await Promise.all(checkpoints));
}

const startOf = (userId: string) => `rxdb-dexie-${databaseName(userId)}--`;

/** The names of an account's databases: one for each collection, and RxDB's own. */
async function storesOf(userId: string): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(startOf(userId)));
}

async function inDatabase<Row, T>(
  name: string,
  work: (rows: Table<Row, string>) => Promise<T>,
): Promise<T> {
  const database = await new Dexie(name).open();
  try {
    return await work(database.table('docs'));
  } finally {
    database.close();
  }
}
