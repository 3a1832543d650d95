import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createDurableKeyValue, type TextStorage } from '#sync/store/durable-key-value.ts';

/** A browser's localStorage; `saved` is its delayed copy on disk. */
function lateTexts(): TextStorage & { save(): void; kill(): void } {
  let saved = new Map<string, string>();
  let now = new Map<string, string>();
  return {
    getItem: (key) => now.get(key) ?? null,
    setItem: (key, text) => void now.set(key, text),
    removeItem: (key) => void now.delete(key),
    save: () => (saved = new Map(now)),
    kill: () => (now = new Map(saved)),
  };
}

const alone = () => () => undefined;
const start = (texts: TextStorage) => createDurableKeyValue(texts, alone);
/** Resolves after all earlier transactions. */
const settled = async () => {
  const opened = indexedDB.open('club-texts');
  await new Promise((resolve) => (opened.onsuccess = resolve));
  const reading = opened.result.transaction('texts').objectStore('texts').count();
  await new Promise((resolve) => (reading.onsuccess = resolve));
  opened.result.close();
};

let texts: ReturnType<typeof lateTexts>;
beforeEach(() => {
  texts = lateTexts();
  globalThis.indexedDB = new IDBFactory();
});

test('a text that the browser hadn’t written when killed is restored', async () => {
  const store = await start(texts);
  store.set('a', 'first');
  texts.save();
  store.set('a', 'second');
  store.set('b', 'new');
  await settled();
  texts.kill();
  expect(texts.getItem('a')).toBe('first');

  const again = await start(texts);
  expect(again.get('a')).toBe('second');
  expect(again.get('b')).toBe('new');
});

test('a removed text stays removed, even if the browser lost the removal', async () => {
  const store = await start(texts);
  store.set('session', 'token');
  texts.save();
  store.remove('session');
  await settled();
  texts.kill();
  expect(texts.getItem('session')).toBe('token');
  expect((await start(texts)).get('session')).toBeNull();
});

test('an older copy never replaces a newer text', async () => {
  const store = await start(texts);
  store.set('a', 'first');
  await settled();
  // Another tab has written, but its copy is missing when this tab starts.
  texts.setItem('a', 'second');
  texts.setItem('club.turn', '2');
  expect((await start(texts)).get('a')).toBe('second');
});
