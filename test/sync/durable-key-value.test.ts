import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createDurableKeyValue, type TextStorage } from '#sync/store/durable-key-value.ts';

/** Creates a localStorage like a browser's; `saved` is the delayed copy on its disk. */
function createDelayedStorage(): TextStorage & { save(): void; kill(): void } {
  let savedTexts = new Map<string, string>();
  let current = new Map<string, string>();
  return {
    getItem: (key) => current.get(key) ?? null,
    setItem: (key, text) => void current.set(key, text),
    removeItem: (key) => void current.delete(key),
    save: () => (savedTexts = new Map(current)),
    kill: () => (current = new Map(savedTexts)),
  };
}

const noop = () => () => undefined;
const start = (texts: TextStorage) => createDurableKeyValue(texts, noop);
/** Resolves after all earlier transactions. */
const waitForWrites = async () => {
  const opened = indexedDB.open('club-texts');
  await new Promise((resolve) => (opened.onsuccess = resolve));
  const countRequest = opened.result.transaction('texts').objectStore('texts').count();
  await new Promise((resolve) => (countRequest.onsuccess = resolve));
  opened.result.close();
};

let texts: ReturnType<typeof createDelayedStorage>;
beforeEach(() => {
  texts = createDelayedStorage();
  globalThis.indexedDB = new IDBFactory();
});

test('a text is restored if the browser was killed before writing it to disk', async () => {
  const store = await start(texts);
  store.set('a', 'first');
  texts.save();
  store.set('a', 'second');
  store.set('b', 'new');
  await waitForWrites();
  texts.kill();
  expect(texts.getItem('a')).toBe('first');

  const reopenedStore = await start(texts);
  expect(reopenedStore.get('a')).toBe('second');
  expect(reopenedStore.get('b')).toBe('new');
});

test('a removed text stays removed, even if the browser lost the removal', async () => {
  const store = await start(texts);
  store.set('session', 'token');
  texts.save();
  store.remove('session');
  await waitForWrites();
  texts.kill();
  expect(texts.getItem('session')).toBe('token');
  expect((await start(texts)).get('session')).toBeNull();
});

test('an older copy never replaces a newer text', async () => {
  const store = await start(texts);
  store.set('a', 'first');
  await waitForWrites();
  // Another tab has written, but its copy is missing when this tab starts.
  texts.setItem('a', 'second');
  texts.setItem('club.turn', '2');
  expect((await start(texts)).get('a')).toBe('second');
});
