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
  test('one that the app was killed in is finished by the next start', async () => {
    const store = memory();
    createErasures(store, () => Promise.reject(new Error('not reached'))).begin('a');
    const erased: string[] = [];
    const later = createErasures(store, (userId) => {
      erased.push(userId);
      return Promise.resolve();
    });
    await later.finish();
    await later.finish();
    expect(erased).toEqual(['a']);
    expect(store.size()).toBe(0);
  });

  test('F37: one that fails stays written down and stops no other', async () => {
    const store = memory();
    let blocked = true;
    const erased: string[] = [];
    const erasures = createErasures(store, (userId) => {
      if (blocked && userId === 'a') return Promise.reject(new Error('blocked'));
      erased.push(userId);
      return Promise.resolve();
    });
    erasures.begin('a');
    erasures.begin('b');
    erasures.begin('a');
    await erasures.finish();
    expect(erased).toEqual(['b']);
    expect(erasures.isPending('a')).toBe(true);
    expect(erasures.isPending('b')).toBe(false);
    blocked = false;
    await erasures.finish();
    expect(erased).toEqual(['b', 'a']);
  });
});
