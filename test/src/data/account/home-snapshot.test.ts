import { describe, expect, test } from 'vitest';
import {
  type HomeSnapshot,
  saveHomeSnapshot,
  readHomeSnapshot,
} from '#src/data/account/home-snapshot.ts';

const snapshot: HomeSnapshot = {
  name: 'Anna',
  points: 4876,
  count: 1,
  lifeDays: 90,
  projects: [
    {
      uuid: '3f2f7a44-5c1d-4e36-9c0f-0d3c2d8a1b11',
      title: 'ul. Lipowa 12',
      town: 'Wieliczka',
      products: 2,
      points: 120,
      status: { id: 1 },
      expires_at: '2026-12-24T10:00:00.000Z',
      mark: 'waiting',
      waiting: 2,
    },
  ],
};

function memory(texts: Record<string, string> = {}) {
  const storage = new Map(Object.entries(texts));
  return {
    kept: storage,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  };
}

describe('the snapshot of home', () => {
  test('is restored unchanged, only for the same person', () => {
    const store = memory();
    saveHomeSnapshot(store, 'a', snapshot);
    expect(readHomeSnapshot(store, 'a')).toEqual(snapshot);
    expect(readHomeSnapshot(store, 'b')).toBeNull();
  });

  test('is deleted with the account’s drafts, because of its key', () => {
    const store = memory();
    saveHomeSnapshot(store, 'a', snapshot);
    expect([...store.kept.keys()]).toEqual(['draft:a:home']);
  });

  test('is deleted once outdated', () => {
    const store = memory();
    saveHomeSnapshot(store, 'a', snapshot);
    saveHomeSnapshot(store, 'a', null);
    expect(readHomeSnapshot(store, 'a')).toBeNull();
  });

  test('isn’t written again if nothing changed', () => {
    const store = memory();
    saveHomeSnapshot(store, 'a', snapshot);
    const failingStore = { ...store, setItem: () => expect.unreachable() };
    saveHomeSnapshot(failingStore, 'a', { ...snapshot });
    expect(store.kept.size).toBe(1);
  });

  test.each(['', 'null', '{', '{"points":1}', JSON.stringify({ ...snapshot, points: '1' })])(
    'is empty if the stored data has another format: %s',
    (text) => {
      expect(readHomeSnapshot(memory({ 'draft:a:home': text }), 'a')).toBeNull();
    },
  );

  test('fails silently on a full device', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    };
    expect(() => saveHomeSnapshot(full, 'a', snapshot)).not.toThrow();
  });
});
