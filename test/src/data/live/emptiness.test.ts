import { expect, test } from 'vitest';
import { emptinessOf } from '#src/data/live/collection-state.ts';

const pulled = { firstPullDone: true, unreadable: {} };

test('before the first pull an empty list says nothing of what there is', () => {
  const fresh = { firstPullDone: false, unreadable: { projects: 1 } };
  expect(emptinessOf('projects', fresh, 'online')).toBe('loading');
  expect(emptinessOf('projects', fresh, 'offline')).toBe('not_loaded');
  expect(emptinessOf('projects', fresh, 'maintenance')).toBe('not_loaded');
});

test('what only a newer build can read is not nothing, in its own collection (F15)', () => {
  const skewed = { ...pulled, unreadable: { projects: 2 } };
  for (const connection of ['online', 'offline'] as const) {
    expect(emptinessOf('projects', skewed, connection)).toBe('unreadable');
    expect(emptinessOf('leads', skewed, connection)).toBe('empty');
  }
});

test('a list that was pulled and is empty says so, with or without a network', () => {
  expect(emptinessOf('leads', pulled, 'online')).toBe('empty');
  expect(emptinessOf('leads', pulled, 'offline')).toBe('empty');
});
