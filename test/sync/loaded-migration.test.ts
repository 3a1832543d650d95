import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#sync/store/database.ts';
// The app may load this module with others, before it opens a database.
import '#sync/store/migration.ts';

const name = 'club-00000000-0000-4000-8000-000000000001';

test('opening current data doesn’t look for older data in each collection', async () => {
  await (await openDatabase({ name })).close();
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await (await openDatabase({ name })).close();
  const databases = transactions.mock.contexts.map((database) => (database as IDBDatabase).name);
  // RxDB's internal database is opened four times: Dexie reads the indexes, RxDB writes its token and the collections,
  // and the app looks for older versions once.
  expect(databases.filter((database) => database.endsWith('_rxdb_internal'))).toHaveLength(4);
});
