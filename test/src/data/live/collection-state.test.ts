import { expect, test } from 'vitest';
import { collectionState } from '#src/data/live/collection-state.ts';

const pulled = { firstPullDone: true, unreadable: {} };

test('before the first pull an empty list says nothing of what there is', () => {
  const fresh = { firstPullDone: false, unreadable: { projects: 1 } };
  expect(collectionState('projects', fresh, 'online')).toBe('loading');
  expect(collectionState('projects', fresh, 'offline')).toBe('not_loaded');
  expect(collectionState('projects', fresh, 'maintenance')).toBe('not_loaded');
});

test('what only a newer build can read is not nothing, in its own collection (F15)', () => {
  const skewed = { ...pulled, unreadable: { projects: 2 } };
  for (const connection of ['online', 'offline'] as const) {
    expect(collectionState('projects', skewed, connection)).toBe('unreadable');
    expect(collectionState('leads', skewed, connection)).toBe('empty');
  }
});

test('a list that was pulled and is empty says so, with or without a network', () => {
  expect(collectionState('leads', pulled, 'online')).toBe('empty');
  expect(collectionState('leads', pulled, 'offline')).toBe('empty');
});
