import { expect, test } from 'vitest';
import { createPullGate } from '#sync/engine/pull.ts';

test('a held collection is pulled once when it is released, the others at once', () => {
  const pulled: string[] = [];
  const turns = createPullGate((name: string) => pulled.push(name));
  const release = turns.hold('scans');
  expect(turns.isAnyHeld()).toBe(true);
  for (const name of ['scans', 'projects', 'scans']) turns.request(name);
  expect(pulled).toEqual(['projects']);
  release();
  expect([pulled, turns.isAnyHeld()]).toEqual([['projects', 'scans'], false]);
  turns.request('scans');
  expect(pulled).toEqual(['projects', 'scans', 'scans']);
});

test('a held collection that wasn’t requested isn’t pulled', () => {
  const pulled: string[] = [];
  const turns = createPullGate((name: string) => pulled.push(name));
  turns.hold('scans')();
  expect(pulled).toEqual([]);
});
