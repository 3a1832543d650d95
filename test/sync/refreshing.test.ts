import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStatusStore } from '#sync/status/status.ts';
import { REFRESH_INTERVAL_MS, startRefreshing, type RefreshReason } from '#sync/tabs/refreshing.ts';

type Listener<Args extends unknown[]> = (...args: Args) => void;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts refreshing with fake ports and records the reasons. */
function start(isVisible: boolean) {
  const reasons: RefreshReason[] = [];
  const listeners: {
    connection?: Listener<['online', boolean]>;
    visibility?: Listener<['visible']>;
  } = {};
  const stop = startRefreshing({
    connectivity: {
      subscribe: (listener: Listener<['online', boolean]>) => {
        listeners.connection = listener;
        return () => undefined;
      },
    } as never,
    pageSignals: {
      visible: () => isVisible,
      subscribe: (listener: Listener<['visible']>) => {
        listeners.visibility = listener;
        return () => undefined;
      },
    } as never,
    statusStore: createStatusStore('online'),
    wake: (reason) => reasons.push(reason),
  });
  return { reasons, listeners, stop };
}

test('F14: a refresh by a timer, unlike one by a person, doesn’t refill the request budget', () => {
  const { reasons, listeners, stop } = start(true);
  vi.advanceTimersByTime(2 * REFRESH_INTERVAL_MS);
  expect(reasons).toEqual(['interval', 'interval']);
  listeners.visibility?.('visible');
  listeners.connection?.('online', true);
  listeners.connection?.('online', false);
  expect(reasons).toEqual(['interval', 'interval', 'visible', 'reconnected']);
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
