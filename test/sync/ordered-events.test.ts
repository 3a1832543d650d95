import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { addRxStorageMultiInstanceSupport, type RxCollection, type RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { from, lastValueFrom, type ObservedValueOf, toArray } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { rxSchemasOf } from '#schemas/rx-schemas.ts';
import { openDatabase } from '#sync/store/database.ts';
import {
  accountDatabasesIn,
  listDatabaseNames,
  deleteDatabases,
} from '#sync/store/device-databases.ts';
import { endWithNewest } from '#sync/store/ordered-events.ts';

const name = 'club-00000000-0000-4000-8000-000000000030';
afterEach(async () => deleteDatabases(accountDatabasesIn(name, await listDatabaseNames())));

type Bulk = ObservedValueOf<Parameters<typeof endWithNewest>[0]>;
type Note = { uuid: string; text: string };
const note = v.object({
  uuid: v.pipe(v.string(), v.maxLength(36)),
  text: v.pipe(v.string(), v.maxLength(20)),
});
const registry = {
  schemas: rxSchemasOf({ notes: { document: note, version: 0, indexes: ['text'] } }),
  migrations: { notes: {} },
};

/** Messages between the tabs, held until released. */
function slowMessages() {
  type Listener = (message: unknown) => void;
  const heldMessages: unknown[] = [];
  const listeners = new Set<Listener>();
  return {
    sender: { postMessage: (message: unknown) => void heldMessages.push(message) },
    receiver: {
      postMessage: () => undefined,
      addEventListener: (_type: string, listener: Listener) => void listeners.add(listener),
      removeEventListener: (_type: string, listener: Listener) => void listeners.delete(listener),
    },
    release: () =>
      heldMessages.splice(0).forEach((one) => listeners.forEach((listener) => listener(one))),
  };
}

let tabs = 0;
/** Storage for a tab with this channel to the others. */
function tabStorage(channel: object): RxStorage<unknown, unknown> {
  const dexie = getRxStorageDexie();
  return {
    ...dexie,
    // RxDB opens a database once per realm and storage name: give each tab its own.
    name: dexie.name + (tabs += 1),
    async createStorageInstance(params) {
      const singleInstance = { ...params, multiInstance: false };
      const instance = await dexie.createStorageInstance(singleInstance as never);
      const noListeners = {
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      };
      const channelOverride = { ...noListeners, ...channel } as never;
      addRxStorageMultiInstanceSupport(
        dexie.name,
        params as never,
        instance as never,
        channelOverride,
      );
      return instance as never;
    },
  };
}

async function openTab(channel: object) {
  const storage = tabStorage(channel);
  const database = await openDatabase({ name, registry, storage });
  // This test uses its own registry.
  const { notes } = database.collections as unknown as { notes: RxCollection<Note> };
  return { database, notes };
}

test('F30: a late event from another tab doesn’t hide this tab’s newer change', async () => {
  const messages = slowMessages();
  const receivingTab = await openTab(messages.receiver);
  const sendingTab = await openTab(messages.sender);
  const visibleTexts = async () => (await receivingTab.notes.find().exec()).map(({ text }) => text);
  const countNotes = (text: string) => receivingTab.notes.count({ selector: { text } }).exec();
  expect([await visibleTexts(), await countNotes('waiting'), await countNotes('sent')]).toEqual([
    [],
    0,
    0,
  ]);

  await sendingTab.notes.insert({ uuid: 'one', text: 'waiting' });
  const [previous] = await receivingTab.notes.storageInstance.findDocumentsById(['one'], false);
  if (!previous) throw new Error('The tabs have no store in common.');
  await receivingTab.notes.storageInstance.bulkWrite(
    [{ previous, document: { ...previous, text: 'sent' } }],
    'test',
  );
  expect(await visibleTexts()).toEqual(['sent']);
  messages.release();
  expect(await visibleTexts()).toEqual(['sent']);
  expect([await countNotes('waiting'), await countNotes('sent')]).toEqual([0, 1]);
  await receivingTab.database.close();
  await sendingTab.database.close();
});

test('F30: a change that the tab has already read appears once when its event arrives', async () => {
  const messages = slowMessages();
  const receivingTab = await openTab(messages.receiver);
  const sendingTab = await openTab(messages.sender);
  await sendingTab.notes.insert({ uuid: 'one', text: 'waiting' });
  const visibleTexts = async () => (await receivingTab.notes.find().exec()).map(({ text }) => text);
  const countNotes = () => receivingTab.notes.count({ selector: { text: 'waiting' } }).exec();
  expect([await visibleTexts(), await countNotes()]).toEqual([['waiting'], 1]);
  messages.release();
  expect([await visibleTexts(), await countNotes()]).toEqual([['waiting'], 1]);
  // The tab also follows later changes.
  const one = await sendingTab.notes.findOne('one').exec();
  await one?.incrementalPatch({ text: 'sent' });
  messages.release();
  expect([await visibleTexts(), await countNotes()]).toEqual([['sent'], 0]);
  await receivingTab.database.close();
  await sendingTab.database.close();
});

test('whatever the order of arrival, the last event of each document has its newest state', async () => {
  const state = (id: string, writes: number, isDeleted: boolean) => ({
    id,
    _rev: `${writes}-x`,
    _deleted: isDeleted,
    _meta: { lwt: writes },
    _attachments: {},
  });
  const documents = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  });
  const history = documents.chain((documentHistories) => {
    const events = documentHistories.flatMap((documentHistory, index) =>
      documentHistory.map((isDeleted, write) => ({
        operation: 'UPDATE' as const,
        documentId: String(index),
        documentData: state(
          String(index),
          write + 1,
          isDeleted && write === documentHistory.length - 1,
        ),
        previousDocumentData: state(String(index), write, false),
      })),
    );
    return fc.shuffledSubarray(events, { minLength: events.length }).map((order) => ({
      order,
      lengths: documentHistories.map((documentHistory) => documentHistory.length),
    }));
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ order, lengths }) => {
      const bulks = order.map((event) => ({
        id: '',
        events: [event],
        checkpoint: null,
        context: '',
      }));
      const bulks$ = endWithNewest(from(bulks as unknown as Bulk[])).pipe(toArray());
      const events = (await lastValueFrom(bulks$)).flatMap((bulk) => bulk.events);
      for (const [index, length] of lengths.entries()) {
        const last = events.findLast(({ documentId }) => documentId === String(index));
        expect(last?.documentData._rev).toBe(`${length}-x`);
      }
      // Each step of a document is emitted once; the other events are no-ops.
      const steps = events.filter((event) => event.documentData !== event.previousDocumentData);
      expect(steps).toHaveLength(order.length);
    }),
  );
});
