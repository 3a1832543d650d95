import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REACHABLE_FOR_MS, toldConnection } from '#src/data/sync/told-connection.ts';
import type { Connection, Connectivity } from '#sync/http/connectivity.ts';

let now: Connection;
let listeners: Set<(connection: Connection) => void>;
const become = (connection: Connection) => {
  now = connection;
  listeners.forEach((listener) => listener(connection));
};
const connectivity: Pick<Connectivity, 'state' | 'subscribe'> = {
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

/** A notice that looks at it, and all that it told so far. */
function watch() {
  const told: Connection[] = [];
  const connection = toldConnection(connectivity);
  const stop = connection.subscribe(() => told.push(connection.state()));
  return { told, connection, stop };
}

test('trouble is told at once, its end when it has lasted', () => {
  const { told } = watch();
  become('offline');
  expect(told).toEqual(['offline']);
  become('online');
  vi.advanceTimersByTime(REACHABLE_FOR_MS - 1);
  expect(told).toEqual(['offline']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['offline', 'online']);
});

test('where one call gets through and the next does not, the notice stands still', () => {
  const { connection } = watch();
  for (let turn = 0; turn < 20; turn += 1) {
    become('offline');
    vi.advanceTimersByTime(700);
    become('online');
    vi.advanceTimersByTime(REACHABLE_FOR_MS - 100);
    expect(connection.state()).toBe('offline');
  }
});

test('maintenance takes the place of offline at once', () => {
  const { told } = watch();
  become('offline');
  become('maintenance');
  expect(told).toEqual(['offline', 'maintenance']);
});

test('what changed before a notice looked is what it tells first', () => {
  const connection = toldConnection(connectivity);
  become('offline');
  connection.subscribe(() => undefined);
  expect(connection.state()).toBe('offline');
});

test('a notice that is gone leaves nothing behind', () => {
  const { told, stop } = watch();
  become('offline');
  become('online');
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
  expect(told).toEqual(['offline']);
});
