import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchWhileSending } from '#sync/engine/leader-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathering() {
  const asked: (readonly string[])[] = [];
  const sending = { now: false };
  const { changed, close } = batchWhileSending(
    () => sending.now,
    (collections) => asked.push(collections),
  );
  return { asked, sending, changed, close };
}

test('a change is pulled at once', () => {
  const { asked, changed } = gathering();
  changed(['projects']);
  changed(['projects', 'leads']);
  expect(asked).toEqual([['projects'], ['projects', 'leads']]);
});

test('while the page sends edits, all changes within two seconds are pulled together', () => {
  const { asked, sending, changed } = gathering();
  sending.now = true;
  changed(['projects', 'scans']);
  vi.advanceTimersByTime(1_999);
  changed(['projects', 'leads']);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual([['projects', 'scans', 'leads']]);
  vi.advanceTimersByTime(10_000);
  expect(asked).toHaveLength(1);
});

test('changes collected when sending ends are pulled on time, and none is lost', () => {
  const { asked, sending, changed } = gathering();
  sending.now = true;
  changed(['projects']);
  sending.now = false;
  changed(['leads']);
  vi.advanceTimersByTime(2_000);
  expect(asked).toEqual([['projects', 'leads']]);
  changed(['chats']);
  expect(asked.at(-1)).toEqual(['chats']);
});

test('nothing is pulled after closing', () => {
  const { asked, sending, changed, close } = gathering();
  sending.now = true;
  changed(['projects']);
  close();
  vi.advanceTimersByTime(10_000);
  expect(asked).toEqual([]);
});
