import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { storedCollections, type StoredCollectionName } from '#schemas/collections.ts';
import { migrations } from '#schemas/migrations.ts';
import { rxSchema } from '#schemas/rx-schema.ts';
import { rxSchemas, rxSchemasOf } from '#schemas/rx-schemas.ts';
import { openDatabase, type Registry } from '#sync/store/database.ts';
import {
  accountDatabasesIn,
  listDatabaseNames,
  listAccountDatabases,
  deleteAccountDatabases,
  deleteDatabases,
} from '#sync/store/device-databases.ts';

const name = 'club-00000000-0000-4000-8000-000000000001';
afterEach(async () => deleteDatabases(accountDatabasesIn(name, await listDatabaseNames())));

const noteV0 = v.object({ uuid: v.pipe(v.string(), v.maxLength(36)), text: v.string() });
const noteV1 = v.object({ ...noteV0.entries, length: v.number() });
const version = (number: 0 | 1, step = (old: Record<string, unknown>) => old): Registry => ({
  schemas: rxSchemasOf({
    notes: { document: number === 0 ? noteV0 : noteV1, version: number, indexes: [] },
  }),
  migrations: { notes: number === 0 ? {} : { 1: step } },
});
async function notesOf(registry: Registry) {
  const database = await openDatabase({ name, registry });
  // This test uses its own registry.
  const notes = (
    database.collections as unknown as Record<
      string,
      {
        find(): { exec(): Promise<{ toJSON(): object }[]> };
        bulkInsert(docs: object[]): Promise<unknown>;
      }
    >
  )['notes'];
  if (!notes) throw new Error('The database has no notes.');
  return { database, notes };
}

// Must run first: RxDB logs its advertisement once per page.
test('RxDB’s advertisement doesn’t appear on the console, but every other warning does', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { database, notes } = await notesOf(version(0));
  await notes.bulkInsert([{ uuid: 'note-1', text: 'a' }]);
  await database.close();
  expect(warned).not.toHaveBeenCalled();
  expect(console.warn).toBe(warned);

  const opening = notesOf(version(0));
  console.warn('Something else', 1);
  await (await opening).database.close();
  expect(warned).toHaveBeenCalledExactlyOnceWith('Something else', 1);
});

test('F26: a new version migrates all old documents', async () => {
  const old = await notesOf(version(0));
  const rows = Array.from({ length: 250 }, (_, index) => ({
    uuid: `note-${index}`,
    text: 'a'.repeat(index),
  }));
  await old.notes.bulkInsert(rows);
  await old.database.close();
  const step = (note: Record<string, unknown>) => ({
    ...note,
    length: String(note['text']).length,
  });
  const { database, notes } = await notesOf(version(1, step));
  const documents = await notes.find().exec();
  expect(documents).toHaveLength(250);
  expect(documents.map((note) => note.toJSON())).toContainEqual({
    uuid: 'note-3',
    text: 'aaa',
    length: 3,
  });
  await database.close();
});

test('F26: migrated collections aren’t migrated again, and the others follow at a later start', async () => {
  const old = await notesOf(version(0));
  await old.notes.bulkInsert([{ uuid: 'note-1', text: 'a' }]);
  await old.database.close();
  const step = vi.fn<(note: Record<string, unknown>) => Record<string, unknown>>((note) => ({
    ...note,
    length: 1,
  }));
  for (let start = 0; start < 3; start += 1) {
    const { database, notes } = await notesOf(version(1, step));
    expect(await notes.find().exec()).toHaveLength(1);
    await database.close();
  }
  expect(step).toHaveBeenCalledOnce();
});

test('F27: an older build doesn’t open data written by a newer one', async () => {
  const newer = await notesOf(version(1));
  await newer.database.close();
  await expect(openDatabase({ name, registry: version(0) })).rejects.toMatchObject({
    code: 'database_newer',
  });
});

test('F23: opening a database that never responds ends with an error instead of waiting forever', async () => {
  const never = { ...indexedDB, databases: () => new Promise<never>(() => undefined) };
  vi.stubGlobal('indexedDB', never);
  await expect(openDatabase({ name, timeoutMs: 50 })).rejects.toMatchObject({
    code: 'database_hung',
  });
  vi.unstubAllGlobals();
});

describe('F37: a page that has lost its IndexedDB server', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('doesn’t trust an empty list of databases: it opens none, and reports none as erased', async () => {
    const { database } = await notesOf(version(0));
    await database.close();
    const userId = name.slice('club-'.length);
    // WebKit's response in this case.
    vi.stubGlobal(
      'indexedDB',
      Object.create(indexedDB, { databases: { value: () => Promise.resolve([]) } }),
    );
    await expect(deleteAccountDatabases(userId)).rejects.toMatchObject({ code: 'database_hung' });
    await expect(openDatabase({ name })).rejects.toMatchObject({ code: 'database_hung' });
    vi.unstubAllGlobals();
    expect(await listAccountDatabases(userId)).not.toEqual([]);
    await deleteAccountDatabases(userId);
    expect(await listAccountDatabases(userId)).toEqual([]);
  });

  test('an erasure blocked by another tab isn’t successful', async () => {
    const { database } = await notesOf(version(0));
    const userId = name.slice('club-'.length);
    vi.stubGlobal(
      'indexedDB',
      Object.create(indexedDB, { deleteDatabase: { value: () => new EventTarget() } }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const erasing = deleteAccountDatabases(userId).catch((error: unknown) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(1), { timeout: 5_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await erasing).toMatchObject({ code: 'database_hung' });
    await database.close();
  });
});

test('erasing leaves no database behind', async () => {
  const { database } = await notesOf(version(0));
  await database.close();
  expect(accountDatabasesIn(name, await listDatabaseNames()).length).toBeGreaterThan(0);
  await deleteDatabases(accountDatabasesIn(name, await listDatabaseNames()));
  expect(accountDatabasesIn(name, await listDatabaseNames())).toEqual([]);
});

test('every collection has a schema that the store can index, and all collections together stay below the store’s limit', () => {
  const plans = Object.values(storedCollections);
  expect(plans.length).toBeLessThanOrEqual(13);
  for (const schema of Object.values(rxSchemas)) {
    expect(schema.required).toContain('uuid');
    for (const path of schema.indexes.flat()) {
      const property = path
        .split('.')
        .reduce(
          (at, step) => at?.properties?.[step],
          schema as never as
            | { properties?: Record<string, never>; maxLength?: number; maximum?: number }
            | undefined,
        );
      expect(property?.maxLength ?? property?.maximum).toBeTypeOf('number');
    }
  }
});

test('every version of a collection has its migration step', () => {
  for (const name of Object.keys(storedCollections) as StoredCollectionName[]) {
    const versions = Array.from({ length: storedCollections[name].version }, (_, index) =>
      String(index + 1),
    );
    expect([name, Object.keys(migrations[name])]).toEqual([name, versions]);
  }
});

test('a field without bounds can’t be indexed', () => {
  const unboundedSchema = v.object({ uuid: v.pipe(v.string(), v.maxLength(36)), text: v.string() });
  const indexed = () =>
    rxSchema(unboundedSchema, { version: 0, primaryKey: 'uuid', indexes: ['text'] });
  expect(indexed).toThrow('text');
});
