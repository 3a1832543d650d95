import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REACHABLE_FOR_MS, debouncedConnection } from '#src/data/sync/use-sync-status.ts';
import type { Connection } from '#sync/http/connectivity.ts';

let now: Connection;
let listeners: Set<(connection: Connection) => void>;
const become = (connection: Connection) => {
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

/** Subscribes like a notice and records each shown state. */
function watch() {
  const shown: Connection[] = [];
  const connection = debouncedConnection(connectivity);
  const stop = connection.subscribe(() => shown.push(connection.state()));
  return { shown, connection, stop };
}

test('an outage is shown at once, its end only after a stable period', () => {
  const { shown } = watch();
  become('offline');
  expect(shown).toEqual(['offline']);
  become('online');
  vi.advanceTimersByTime(REACHABLE_FOR_MS - 1);
  expect(shown).toEqual(['offline']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['offline', 'online']);
});

test('the notice stays while calls alternately succeed and fail', () => {
  const { connection } = watch();
  for (let turn = 0; turn < 20; turn += 1) {
    become('offline');
    vi.advanceTimersByTime(700);
    become('online');
    vi.advanceTimersByTime(REACHABLE_FOR_MS - 100);
    expect(connection.state()).toBe('offline');
  }
});

test('maintenance replaces offline at once', () => {
  const { shown } = watch();
  become('offline');
  become('maintenance');
  expect(shown).toEqual(['offline', 'maintenance']);
});

test('a new subscriber gets a change that happened before it subscribed', () => {
  const connection = debouncedConnection(connectivity);
  become('offline');
  connection.subscribe(() => undefined);
  expect(connection.state()).toBe('offline');
});

test('unsubscribing leaves no timer and no listener', () => {
  const { shown, stop } = watch();
  become('offline');
  become('online');
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
  expect(shown).toEqual(['offline']);
});
