import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { prepareQuery, type RxDocumentData, type RxJsonSchema } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPagedReads } from '#sync/store/paged-reads.ts';

interface Note {
  uuid: string;
  state: string;
  newest_first: number;
  of: { id: number };
  _deleted: boolean;
}
type Stored = RxDocumentData<Note>;

const indexes = [
  ['_deleted', 'state', 'newest_first', 'uuid'],
  ['_deleted', 'of.id', 'newest_first', 'uuid'],
  ['_deleted', 'newest_first', 'uuid'],
  ['_deleted', 'uuid'],
];
const schema: RxJsonSchema<Stored> = {
  version: 0,
  primaryKey: 'uuid',
  type: 'object',
  properties: {
    uuid: { type: 'string', maxLength: 36 },
    state: { type: 'string', maxLength: 10 },
    newest_first: { type: 'number', minimum: 0, maximum: 10, multipleOf: 1 },
    of: { type: 'object', properties: { id: { type: 'number' } } },
    _deleted: { type: 'boolean' },
    _rev: { type: 'string' },
    _meta: { type: 'object' },
    _attachments: { type: 'object' },
  } as never,
  required: ['uuid', 'state', 'newest_first', 'of', '_deleted'],
  indexes,
};
const states = ['captured', 'waiting', 'sent', 'refused'];
const PAGE = 10;
const notes = Array.from({ length: 90 }, (_, index) => ({
  uuid: `note-${String((index * 7919) % 90).padStart(4, '0')}`,
  state: index % 2 === 0 ? 'sent' : (states[index % 4] ?? 'sent'),
  newest_first: index % 11,
  of: { id: index % 3 },
  _deleted: index % 13 === 0,
  _rev: '1-a',
  _meta: { lwt: 1 + index },
  _attachments: {},
}));

const params = (databaseName: string) => ({
  databaseInstanceToken: databaseName,
  databaseName,
  collectionName: 'notes',
  schema,
  options: {},
  multiInstance: false,
  devMode: false,
});
const storages = {
  plain: () => getRxStorageDexie().createStorageInstance<Stored>(params('plain') as never),
  paged: () =>
    withPagedReads(getRxStorageDexie(), PAGE).createStorageInstance<Stored>(
      params('paged') as never,
    ),
};
let plain: Awaited<ReturnType<typeof storages.plain>>;
let paged: Awaited<ReturnType<typeof storages.paged>>;
beforeAll(async () => {
  plain = await storages.plain();
  paged = await storages.paged();
  const rows = notes.map((document) => ({ document }));
  await plain.bulkWrite(rows as never, 'test');
  await paged.bulkWrite(rows as never, 'test');
});
afterAll(async () => {
  await plain.close();
  await paged.close();
});

const selectors = fc.record(
  {
    _deleted: fc.boolean().map(($eq) => ({ $eq })),
    state: fc.oneof(
      fc.constantFrom(...states).map(($eq) => ({ $eq })),
      fc.subarray(states, { minLength: 1 }).map(($in) => ({ $in })),
      fc.constantFrom(...states).map(($ne) => ({ $ne })),
    ),
    'of.id': fc.integer({ min: 0, max: 3 }).map(($eq) => ({ $eq })),
    newest_first: fc.integer({ min: 0, max: 10 }).map(($gt) => ({ $gt })),
  },
  { requiredKeys: ['_deleted'] },
);
const queries = fc.record({
  selector: selectors,
  sort: fc.constantFrom(
    [{ newest_first: 'asc' }, { uuid: 'asc' }],
    [{ newest_first: 'desc' }, { uuid: 'asc' }],
    [{ uuid: 'asc' }],
  ),
  skip: fc.constantFrom(0, 0, 3, 12),
  limit: fc.constantFrom(undefined, 0, 1, 9, 10, 11, 25),
  index: fc.constantFrom(undefined, ...indexes),
});

test('paged reads return the same as the storage, in the same order, for any query', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async ({ limit, index, ...queryParts }) => {
      const query = prepareQuery<Stored>(schema, {
        ...queryParts,
        ...(limit !== undefined && { limit }),
        ...(index && { index }),
      } as never);
      const [expected, pagedResult] = await Promise.all([plain.query(query), paged.query(query)]);
      expect(pagedResult.documents).toEqual(expected.documents);
    }),
    { numRuns: 100 },
  );
});
