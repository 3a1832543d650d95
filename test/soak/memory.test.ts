import { expect, test } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import { memorySlope, type MemorySample } from './memory.ts';

const MIB = 2 ** 20;

/** Samples, taken every 5 s, of a process that grows from 100 MiB after its first minute. */
function growingProcess(pid: number, minutes: number, growth: number): MemorySample[] {
  return Array.from({ length: minutes * 12 + 1 }, (_, index) => {
    const minute = index / 12;
    // The first minute grows so fast that including it would hide the slope.
    const bytes = minute <= 1 ? 50 * MIB * minute : (100 + growth * minute) * MIB;
    return { pid, sampledAt: minute * MINUTE_MS, bytes };
  });
}

test('growth per minute is averaged over the lifetime of the processes, without their first minute', () => {
  expect(memorySlope(growingProcess(1, 11, 3))).toContain(
    '3.0 MiB a minute on average, over 1 processes',
  );
  expect(memorySlope([...growingProcess(1, 11, 3), ...growingProcess(2, 11, -1)])).toContain(
    '1.0 MiB a minute',
  );
});

test('processes that ran only briefly aren’t counted', () => {
  expect(memorySlope([...growingProcess(1, 11, 3), ...growingProcess(2, 1, 90)])).toContain(
    '3.0 MiB a minute',
  );
  expect(memorySlope(growingProcess(1, 1, 3))).toBe(
    'no process ran long enough to measure its growth',
  );
});
