import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStatusStore, throttleWhileSending } from '#sync/status/status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watchStatus() {
  const store = createStatusStore('online');
  const emitted: (number | null)[] = [];
  const watch = throttleWhileSending(store.status$).subscribe(({ progress }) =>
    emitted.push(progress?.done ?? null),
  );
  const send = (done: number) => store.update({ progress: { done, total: 100 } });
  return { store, shown: emitted, send, watch };
}

test('a change shows immediately while nothing is being sent', () => {
  const { store, shown } = watchStatus();
  store.update({ isFirstPullDone: true });
  store.update({ isLeader: true });
  expect(shown).toHaveLength(3);
});

test('while sending, the first change shows immediately, then four a second, and the last one always', () => {
  const { store, shown, send } = watchStatus();
  for (let done = 1; done <= 20; done += 1) {
    send(done);
    vi.advanceTimersByTime(50);
  }
  expect(shown.slice(0, 2)).toEqual([null, 1]);
  expect(shown.length).toBeLessThanOrEqual(6);
  store.update({ progress: null });
  vi.advanceTimersByTime(250);
  expect(shown.at(-1)).toBeNull();
  store.update({ isLeader: true });
  expect(shown.slice(-2)).toEqual([null, null]);
});
