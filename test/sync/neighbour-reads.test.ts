import 'fake-indexeddb/auto';
import fc from 'fast-check';
import type { RxDocumentData, RxJsonSchema } from 'rxdb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lazyDexieStorage } from '#sync/store/lazy-opening.ts';

interface Note {
  uuid: string;
  state: string;
  newest_first: number;
  _deleted: boolean;
}
type Stored = RxDocumentData<Note>;

const schema: RxJsonSchema<Stored> = {
  version: 0,
  primaryKey: 'uuid',
  type: 'object',
  properties: {
    uuid: { type: 'string', maxLength: 36 },
    state: { type: 'string', maxLength: 10 },
    newest_first: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 1 },
    _deleted: { type: 'boolean' },
    _rev: { type: 'string' },
    _meta: { type: 'object' },
    _attachments: { type: 'object' },
  } as never,
  required: ['uuid', 'state', 'newest_first', '_deleted'],
  indexes: [['_deleted', 'state', 'newest_first', 'uuid']],
};
const COUNT = 300;
/** In the index’s order, unlike the ids. */
const notes = Array.from({ length: COUNT }, (_, at): Stored => {
  return {
    uuid: `note-${String((at * 7919) % COUNT).padStart(4, '0')}`,
    state: at < 200 ? 'waiting' : 'sent',
    newest_first: at,
    _deleted: at % 50 === 49,
    _rev: '1-a',
    _meta: { lwt: 1 },
    _attachments: {},
  };
});
const byId = new Map(notes.map((note) => [note.uuid, note]));
const inOrder = (state: string) =>
  notes.filter((note) => note.state === state && !note._deleted).map(({ uuid }) => uuid);

const open = (databaseName: string) =>
  lazyDexieStorage({
    startupDone: Promise.resolve(),
    onCreate: () => undefined,
  }).createStorageInstance<Stored>({
    ...{ databaseInstanceToken: databaseName, databaseName, collectionName: 'notes', schema },
    ...{ options: {}, multiInstance: false, devMode: false },
  } as never);
let store: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  store = await open('read');
  await store.bulkWrite(notes.map((document) => ({ document })) as never, 'test');
});
afterAll(() => store.close());

/** Counts the documents that IndexedDB reads one by one during the work. */
async function singleReadsOf(work: () => Promise<unknown>): Promise<number> {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  await work();
  const { length } = get.mock.calls;
  get.mockRestore();
  return length;
}

test('any ids in any order give the same documents as single reads', async () => {
  const known = fc.shuffledSubarray(notes.map(({ uuid }) => uuid));
  const neighbours = fc
    .record({ from: fc.nat(199), size: fc.nat(120), isOldestFirst: fc.boolean() })
    .map(({ from, size, isOldestFirst }) => {
      const ids = notes.slice(from, from + size).map(({ uuid }) => uuid);
      return isOldestFirst ? ids.toReversed() : ids;
    });
  const unknown = fc.constantFrom('note-9999', 'other');
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(known, neighbours),
      fc.array(unknown, { maxLength: 2 }),
      async (ids, others) => {
        const found = await store.findDocumentsById([...ids, ...others], true);
        expect(found).toEqual(ids.map((id) => byId.get(id)));
      },
    ),
    { numRuns: 60 },
  );
});

test('neighbours are read together, other documents one by one', async () => {
  const waiting = inOrder('waiting');
  const read = (ids: string[]) => () => store.findDocumentsById(ids, true);
  expect(await singleReadsOf(read(waiting.slice(20, 120)))).toBe(2);
  expect(await singleReadsOf(read(waiting.slice(20, 120).toReversed()))).toBe(2);
  const mixed = [...waiting.slice(0, 20), ...inOrder('sent').slice(0, 20)];
  expect(await singleReadsOf(read(mixed))).toBe(42);
});

test('a bulk write of neighbours checks each revision in the same transaction', async () => {
  const written = await open('write');
  await written.bulkWrite(notes.map((document) => ({ document })) as never, 'test');
  const batch = inOrder('waiting')
    .slice(0, 100)
    .map((id) => byId.get(id) as Stored);
  const change = (note: Stored, revision: string) => ({
    previous: note,
    document: { ...note, state: 'sent', _rev: revision, _meta: { lwt: 2 } },
  });
  const edited = batch[50] as Stored;
  await written.bulkWrite([change(edited, '2-other')] as never, 'test');
  const writes = batch.map((note) => change(note, '2-mine'));
  const reads = vi.spyOn(IDBIndex.prototype, 'getAll');
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
  const { error } = await written.bulkWrite(writes as never, 'test');
  const used = [
    ...reads.mock.contexts.map((index) => (index as IDBIndex).objectStore.transaction),
    ...puts.mock.contexts.map((table) => (table as IDBObjectStore).transaction),
  ];
  expect([used.length, new Set(used).size]).toEqual([100, 1]);
  reads.mockRestore();
  puts.mockRestore();
  expect(error.map(({ status, documentId }) => [status, documentId])).toEqual([[409, edited.uuid]]);
  const stored = await written.findDocumentsById(
    batch.map(({ uuid }) => uuid),
    true,
  );
  const revisions = new Set(stored.map(({ uuid, _rev }) => (uuid === edited.uuid ? 'x' : _rev)));
  expect([stored.length, revisions]).toEqual([100, new Set(['2-mine', 'x'])]);
  await written.close();
});
