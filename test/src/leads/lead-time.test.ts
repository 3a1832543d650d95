import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeLeft } from '#src/features/leads/lead-time.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');
const HOUR = 3_600_000;
const left = (ms: number) => timeLeft(new Date(now + ms).toISOString(), now);

test('where no time runs nothing is left to say', () => {
  expect(timeLeft(null, now)).toBeNull();
});

test.each([
  [7 * 24 * HOUR, { unit: 'days', count: 7, isSoon: false }],
  [2 * 24 * HOUR + 1, { unit: 'days', count: 3, isSoon: false }],
  [2 * 24 * HOUR, { unit: 'days', count: 2, isSoon: true }],
  [24 * HOUR + 1, { unit: 'days', count: 2, isSoon: true }],
  [24 * HOUR, { unit: 'hours', count: 24, isSoon: true }],
  [1, { unit: 'hours', count: 1, isSoon: true }],
  [0, { unit: 'over', isSoon: true }],
  [-HOUR, { unit: 'over', isSoon: true }],
])('%d ms left', (ms, words) => {
  expect(left(ms)).toEqual(words);
});

test('time only ever runs out: later never says more', () => {
  const hours = (ms: number) => {
    const said = left(ms);
    if (!said || said.unit === 'over') return 0;
    return said.count * (said.unit === 'days' ? 24 : 1);
  };
  const moment = fc.integer({ min: -HOUR, max: 90 * 24 * HOUR });
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      expect(hours(Math.min(a, b))).toBeLessThanOrEqual(hours(Math.max(a, b)));
      // Never less than there is.
      expect(hours(a) * HOUR).toBeGreaterThanOrEqual(a);
    }),
  );
});
