import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchWhileSending } from '#sync/engine/leader-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createBatcher() {
  const batches: (readonly string[])[] = [];
  const sending = { now: false };
  const { changed, close } = batchWhileSending(
    () => sending.now,
    (collections) => batches.push(collections),
  );
  return { batches, sending, changed, close };
}

test('a change is pulled at once', () => {
  const { batches, changed } = createBatcher();
  changed(['projects']);
  changed(['projects', 'leads']);
  expect(batches).toEqual([['projects'], ['projects', 'leads']]);
});

test('while the page sends edits, all changes within two seconds are pulled together', () => {
  const { batches, sending, changed } = createBatcher();
  sending.now = true;
  changed(['projects', 'scans']);
  vi.advanceTimersByTime(1_999);
  changed(['projects', 'leads']);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([['projects', 'scans', 'leads']]);
  vi.advanceTimersByTime(10_000);
  expect(batches).toHaveLength(1);
});

test('changes collected when sending ends are pulled on time, and none is lost', () => {
  const { batches, sending, changed } = createBatcher();
  sending.now = true;
  changed(['projects']);
  sending.now = false;
  changed(['leads']);
  vi.advanceTimersByTime(2_000);
  expect(batches).toEqual([['projects', 'leads']]);
  changed(['chats']);
  expect(batches.at(-1)).toEqual(['chats']);
});

test('nothing is pulled after closing', () => {
  const { batches, sending, changed, close } = createBatcher();
  sending.now = true;
  changed(['projects']);
  close();
  vi.advanceTimersByTime(10_000);
  expect(batches).toEqual([]);
});
