import 'fake-indexeddb/auto';
import type { RxJsonSchema } from 'rxdb';
import { expect, test } from 'vitest';
import { rxdbDatabaseName } from '#sync/store/device-databases.ts';
import { lazyDexieStorage } from '#sync/store/lazy-opening.ts';

const schema = {
  version: 3,
  primaryKey: 'uuid',
  type: 'object',
  properties: {
    uuid: { type: 'string', maxLength: 36 },
    _deleted: { type: 'boolean' },
    _rev: { type: 'string' },
    _meta: { type: 'object', properties: { lwt: { type: 'number' } } },
    _attachments: { type: 'object' },
  },
  required: ['uuid', '_deleted'],
  indexes: [['_deleted', 'uuid']],
} as unknown as RxJsonSchema<{ uuid: string; _deleted: boolean }>;

/** A database with two collections; the device has only the opened ones. */
async function openLazily(databaseName: string) {
  let endStart = () => {};
  const started = new Promise<void>((resolve) => (endStart = resolve));
  const createdNames: string[] = [];
  const storage = lazyDexieStorage({
    startupDone: started,
    onCreate: ({ name }) => void createdNames.push(name),
  });
  const instanceOf = (collectionName: string) =>
    storage.createStorageInstance<unknown>({
      databaseInstanceToken: databaseName,
      databaseName,
      collectionName,
      schema: schema as never,
      options: {},
      multiInstance: false,
      devMode: false,
    });
  const nameOf = (collection: string) => rxdbDatabaseName(databaseName, collection, 3);
  const exists = async (collection: string) =>
    (await indexedDB.databases()).some(({ name }) => name === nameOf(collection));
  const [notes, marks] = [await instanceOf('notes'), await instanceOf('marks')];
  return { notes, marks, created: createdNames, endStart, nameOf, exists };
}

test('the first read of a database opens only that database', async () => {
  const { notes, marks, created: createdNames, nameOf, exists } = await openLazily('read');
  expect(createdNames).toEqual([nameOf('notes'), nameOf('marks')]);
  expect(await notes.findDocumentsById(['a'], false)).toEqual([]);
  expect([await exists('notes'), await exists('marks')]).toEqual([true, false]);
  await Promise.all([notes.close(), marks.close()]);
});

test('unread databases are opened after start-up', async () => {
  const { notes, marks, endStart, exists } = await openLazily('later');
  endStart();
  await expect.poll(() => exists('notes')).toBe(true);
  await expect.poll(() => exists('marks')).toBe(true);
  await Promise.all([notes.close(), marks.close()]);
});

test('a database that was never opened can be closed', async () => {
  const { notes, marks } = await openLazily('closed');
  await Promise.all([notes.close(), marks.close()]);
  expect(notes).toMatchObject({ closed: expect.anything() as unknown });
});
