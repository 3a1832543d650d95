import { describe, expect, test } from 'vitest';
import { createErasures } from '#src/data/account/erasures.ts';

function memory() {
  const map = new Map<string, string>();
  return {
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
    subscribe: () => () => undefined,
    size: () => map.size,
  };
}

describe('erasures', () => {
  test('that were interrupted by a closed page are completed at the next start', async () => {
    const store = memory();
    createErasures(store, () => Promise.reject(new Error('not reached'))).schedule('a');
    const erasedIds: string[] = [];
    const secondErasures = createErasures(store, (userId) => {
      erasedIds.push(userId);
      return Promise.resolve();
    });
    await secondErasures.finish();
    await secondErasures.finish();
    expect(erasedIds).toEqual(['a']);
    expect(store.size()).toBe(0);
  });

  test('F37: that fail stay recorded, and don’t block other erasures', async () => {
    const store = memory();
    let blocked = true;
    const erasedIds: string[] = [];
    const erasures = createErasures(store, (userId) => {
      if (blocked && userId === 'a') return Promise.reject(new Error('blocked'));
      erasedIds.push(userId);
      return Promise.resolve();
    });
    erasures.schedule('a');
    erasures.schedule('b');
    erasures.schedule('a');
    await erasures.finish();
    expect(erasedIds).toEqual(['b']);
    expect(erasures.isPending('a')).toBe(true);
    expect(erasures.isPending('b')).toBe(false);
    blocked = false;
    await erasures.finish();
    expect(erasedIds).toEqual(['b', 'a']);
  });

  test('of one person that are requested concurrently run once, and all callers wait for the result', async () => {
    const end = Promise.withResolvers<void>();
    let startedCount = 0;
    const erasures = createErasures(memory(), () => {
      startedCount += 1;
      return end.promise;
    });
    erasures.schedule('a');
    const first = erasures.finish();
    const second = erasures.finish('a');
    end.resolve();
    await second;
    expect(erasures.isPending('a')).toBe(false);
    await first;
    expect(startedCount).toBe(1);
  });

  test('that never end don’t block other erasures', async () => {
    const erasedIds: string[] = [];
    const erasures = createErasures(memory(), (userId) => {
      if (userId === 'a') return new Promise(() => undefined);
      erasedIds.push(userId);
      return Promise.resolve();
    });
    erasures.schedule('a');
    erasures.schedule('b');
    await erasures.finish('b');
    expect(erasedIds).toEqual(['b']);
    expect(erasures.isPending('a')).toBe(true);
    expect(erasures.isPending('b')).toBe(false);
  });
});
