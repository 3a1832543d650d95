import 'fake-indexeddb/auto';
import { addRxPlugin, createRxDatabase, type RxStorage } from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { rxSchemasOf } from '#schemas/rx-schemas.ts';
import { openDatabase } from '#sync/store/database.ts';
import {
  accountDatabasesIn,
  deleteDatabases,
  listDatabaseNames,
  rxdbDatabaseName,
} from '#sync/store/device-databases.ts';
import { openExisting } from '#sync/store/raw-database.ts';

addRxPlugin(RxDBLocalDocumentsPlugin);
const name = 'club-00000000-0000-4000-8000-000000000001';
afterEach(async () => deleteDatabases(accountDatabasesIn(name, await listDatabaseNames())));

const note = v.object({
  uuid: v.pipe(v.string(), v.maxLength(36)),
  state: v.pipe(v.string(), v.maxLength(10)),
});
const schemas = rxSchemasOf({ notes: { document: note, version: 0, indexes: ['state'] } });
const byState = '[_deleted+state+uuid]';
const byTime = '[_meta.lwt+uuid]';
const usedIndexes = [byState, byTime];
const allOfRxdb = ['[_deleted+uuid]', byState, byTime, '_meta.lwt'];

interface Notes {
  insert(document: object): Promise<unknown>;
  find(query?: object): { exec(): Promise<{ readonly uuid: string }[]> };
}

/** Opens the notes with this build's code. */
async function openAsThisBuild() {
  const database = await openDatabase({ name, registry: { schemas, migrations: { notes: {} } } });
  // This test uses its own registry.
  return { database, notes: (database.collections as unknown as { notes: Notes }).notes };
}

/** Opens the notes like older builds, which created all indexes. */
async function openAsOlderBuild() {
  const storage = getRxStorageDexie() as RxStorage<unknown, unknown>;
  const database = await createRxDatabase({ name, storage, localDocuments: true });
  const { notes } = await database.addCollections({ notes: { schema: schemas['notes'] as never } });
  return { database, notes: notes as unknown as Notes };
}

async function indexesOf(collection: string): Promise<string[]> {
  const database = await openExisting(rxdbDatabaseName(name, collection, 0));
  const indexes = [...database.transaction('docs').objectStore('docs').indexNames];
  database.close();
  return indexes;
}

const idsIn = async (notes: Notes, query?: object) =>
  (await notes.find(query).exec()).map(({ uuid }) => uuid).toSorted();

test('a new database has only indexes that are used, and an older build can read and write it, too', async () => {
  const first = await openAsThisBuild();
  await first.notes.insert({ uuid: 'a', state: 'sent' });
  await first.database.close();
  expect(await indexesOf('notes')).toEqual(usedIndexes);

  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const older = await openAsOlderBuild();
  expect(await idsIn(older.notes)).toEqual(['a']);
  await older.notes.insert({ uuid: 'b', state: 'sent' });
  await older.database.close();
  expect(await indexesOf('notes')).toEqual(allOfRxdb.toSorted());

  const again = await openAsThisBuild();
  await again.notes.insert({ uuid: 'c', state: 'waiting' });
  expect(await idsIn(again.notes)).toEqual(['a', 'b', 'c']);
  expect(await idsIn(again.notes, { selector: { state: 'sent' } })).toEqual(['a', 'b']);
  await again.database.close();
});

test('a database of an older build keeps its indexes', async () => {
  const older = await openAsOlderBuild();
  await older.notes.insert({ uuid: 'a', state: 'sent' });
  await older.database.close();
  const current = await openAsThisBuild();
  await current.notes.insert({ uuid: 'b', state: 'sent' });
  expect(await idsIn(current.notes)).toEqual(['a', 'b']);
  await current.database.close();
  expect(await indexesOf('notes')).toEqual(allOfRxdb.toSorted());
});

test('collections without declared indexes keep those of RxDB', async () => {
  await (await openAsThisBuild()).database.close();
  expect(await indexesOf('_rxdb_internal')).toContain('[_deleted+id]');
});
