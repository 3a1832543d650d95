import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REACHABLE_FOR_MS, debouncedConnection } from '#src/data/sync/use-sync-status.ts';
import type { Connection } from '#sync/http/connectivity.ts';

let now: Connection;
let listeners: Set<(connection: Connection) => void>;
const setConnection = (connection: Connection) => {
  now = connection;
  listeners.forEach((listener) => listener(connection));
};
const connectivity: Parameters<typeof debouncedConnection>[0] = {
  state: () => now,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  now = 'online';
  listeners = new Set();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Subscribes like a notice, and records each state shown. */
function observe() {
  const states: Connection[] = [];
  const connection = debouncedConnection(connectivity);
  const stop = connection.subscribe(() => states.push(connection.state()));
  return { states, connection, stop };
}

test('an outage is shown immediately, and its end only after a stable period', () => {
  const { states } = observe();
  setConnection('offline');
  expect(states).toEqual(['offline']);
  setConnection('online');
  vi.advanceTimersByTime(REACHABLE_FOR_MS - 1);
  expect(states).toEqual(['offline']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['offline', 'online']);
});

test('the notice stays while calls alternately succeed and fail', () => {
  const { connection } = observe();
  for (let round = 0; round < 20; round += 1) {
    setConnection('offline');
    vi.advanceTimersByTime(700);
    setConnection('online');
    vi.advanceTimersByTime(REACHABLE_FOR_MS - 100);
    expect(connection.state()).toBe('offline');
  }
});

test('maintenance immediately replaces the offline state', () => {
  const { states } = observe();
  setConnection('offline');
  setConnection('maintenance');
  expect(states).toEqual(['offline', 'maintenance']);
});

test('a new subscriber gets a change that happened before it subscribed', () => {
  const connection = debouncedConnection(connectivity);
  setConnection('offline');
  connection.subscribe(() => undefined);
  expect(connection.state()).toBe('offline');
});

test('unsubscribing leaves no timer and no listener', () => {
  const { states, stop } = observe();
  setConnection('offline');
  setConnection('online');
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
  expect(states).toEqual(['offline']);
});
