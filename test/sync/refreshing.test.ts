import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStatusStore } from '#sync/status/status.ts';
import { REFRESH_INTERVAL_MS, startRefreshing, type RefreshReason } from '#sync/tabs/refreshing.ts';

type Listener<Given extends unknown[]> = (...given: Given) => void;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts refreshing with fake ports and records the reasons. */
function start(isVisible: boolean) {
  const reasons: RefreshReason[] = [];
  const heard: { connection?: Listener<['online', boolean]>; seen?: Listener<['visible']> } = {};
  const stop = startRefreshing({
    connectivity: {
      subscribe: (listener: Listener<['online', boolean]>) => {
        heard.connection = listener;
        return () => undefined;
      },
    } as never,
    visibility: {
      visible: () => isVisible,
      subscribe: (listener: Listener<['visible']>) => {
        heard.seen = listener;
        return () => undefined;
      },
    } as never,
    statusStore: createStatusStore('online'),
    wake: (reason) => reasons.push(reason),
  });
  return { reasons, heard, stop };
}

test('F14: a refresh by timer, unlike one by a person, doesn’t refill the request budget', () => {
  const { reasons, heard, stop } = start(true);
  vi.advanceTimersByTime(2 * REFRESH_INTERVAL_MS);
  expect(reasons).toEqual(['due', 'due']);
  heard.seen?.('visible');
  heard.connection?.('online', true);
  heard.connection?.('online', false);
  expect(reasons).toEqual(['due', 'due', 'seen', 'returned']);
  stop();
  vi.advanceTimersByTime(REFRESH_INTERVAL_MS);
  expect(reasons).toHaveLength(4);
});

test('nothing is due on a hidden page', () => {
  const { reasons, stop } = start(false);
  vi.advanceTimersByTime(3 * REFRESH_INTERVAL_MS);
  expect(reasons).toEqual([]);
  stop();
});
