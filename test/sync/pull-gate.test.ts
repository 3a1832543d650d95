import { expect, test } from 'vitest';
import { createPullGate } from '#sync/engine/pull.ts';

test('a held collection is pulled once when it is released, the others at once', () => {
  const pulled: string[] = [];
  const pullGate = createPullGate((name: string) => pulled.push(name));
  const release = pullGate.hold('scans');
  expect(pullGate.isAnyHeld()).toBe(true);
  for (const name of ['scans', 'projects', 'scans']) pullGate.request(name);
  expect(pulled).toEqual(['projects']);
  release();
  expect([pulled, pullGate.isAnyHeld()]).toEqual([['projects', 'scans'], false]);
  pullGate.request('scans');
  expect(pulled).toEqual(['projects', 'scans', 'scans']);
});

test('a held collection that wasn’t requested isn’t pulled', () => {
  const pulled: string[] = [];
  const pullGate = createPullGate((name: string) => pulled.push(name));
  pullGate.hold('scans')();
  expect(pulled).toEqual([]);
});
