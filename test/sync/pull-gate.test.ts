import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPullGate } from '#sync/engine/pull-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createGate() {
  const pulled: string[][] = [];
  return { pulled, ...createPullGate((names: readonly string[]) => pulled.push([...names])) };
}

test('everything requested at the same moment is pulled together', () => {
  const { pulled, request } = createGate();
  request(['projects']);
  request(['leads', 'projects']);
  expect(pulled).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(pulled).toEqual([['projects', 'leads']]);
});

test('sending that starts at the same moment pauses the pulls', () => {
  const { pulled, request, pause } = createGate();
  request(['projects', 'scans']);
  const release = pause('scans', true);
  vi.advanceTimersByTime(0);
  expect(pulled).toEqual([]);
  release();
  expect(pulled).toEqual([['projects', 'scans']]);
});

test('a short request pauses only its own collection', () => {
  const { pulled, request, pause } = createGate();
  const release = pause('scans', false);
  for (const name of ['scans', 'projects', 'scans']) request([name]);
  vi.advanceTimersByTime(60_000);
  expect(pulled).toEqual([['projects']]);
  release();
  expect(pulled).toEqual([['projects'], ['scans']]);
});

test('a long run pauses the others for up to fifteen seconds, and its own collection until it ends', () => {
  const { pulled, request, pause } = createGate();
  const release = pause('scans', true);
  request(['scans', 'projects']);
  vi.advanceTimersByTime(10_000);
  request(['leads']);
  vi.advanceTimersByTime(4_999);
  expect(pulled).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(pulled).toEqual([['projects', 'leads']]);
  request(['projects']);
  vi.advanceTimersByTime(14_999);
  expect(pulled).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(pulled).toEqual([['projects', 'leads'], ['projects']]);
  release();
  expect(pulled.at(-1)).toEqual(['scans']);
});

test('a wait that ended with its run doesn’t shorten the wait of the next run', () => {
  const { pulled, request, pause } = createGate();
  const release = pause('scans', true);
  request(['projects']);
  vi.advanceTimersByTime(14_000);
  release();
  expect(pulled).toEqual([['projects']]);
  pause('scans', true);
  request(['projects']);
  vi.advanceTimersByTime(14_999);
  expect(pulled).toHaveLength(1);
});

test('nothing is pulled after a pause without requests, or after closing', () => {
  const { pulled, request, pause, close } = createGate();
  pause('scans', true)();
  request(['projects']);
  close();
  vi.advanceTimersByTime(60_000);
  expect(pulled).toEqual([]);
});

test('a pause that ends after closing pulls nothing', () => {
  const { pulled, request, pause, close } = createGate();
  const release = pause('scans', true);
  request(['projects']);
  vi.advanceTimersByTime(0);
  close();
  release();
  vi.advanceTimersByTime(60_000);
  expect(pulled).toEqual([]);
});
