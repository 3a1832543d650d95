import { expect, test } from 'vitest';
import { collectionState } from '#src/data/live/collection-state.ts';

const pulled = { isFirstPullDone: true, unreadable: {} };

test('an empty list before the first pull is unknown', () => {
  const fresh = { isFirstPullDone: false, unreadable: { projects: 1 } };
  expect(collectionState('projects', fresh, 'online')).toBe('loading');
  expect(collectionState('projects', fresh, 'offline')).toBe('not_loaded');
  expect(collectionState('projects', fresh, 'maintenance')).toBe('not_loaded');
});

test('a collection with documents that only a newer build can read is unknown, not empty (F15)', () => {
  const skewed = { ...pulled, unreadable: { projects: 2 } };
  for (const connection of ['online', 'offline'] as const) {
    expect(collectionState('projects', skewed, connection)).toBe('unreadable');
    expect(collectionState('leads', skewed, connection)).toBe('empty');
  }
});

test('a pulled empty list is empty, online and offline', () => {
  expect(collectionState('leads', pulled, 'online')).toBe('empty');
  expect(collectionState('leads', pulled, 'offline')).toBe('empty');
});
