import { expect, test } from 'vitest';
import { relativeTime } from '#src/data/time/relative-time.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test.each([
  [0, 'now'],
  [-4 * SECOND, 'now'],
  [-38 * SECOND, '40 seconds ago'],
  [42 * SECOND, 'in 40 seconds'],
  [-2 * MINUTE - 50 * SECOND, '2 minutes ago'],
  [-3 * 60 * MINUTE, '3 hours ago'],
  [-30 * 60 * MINUTE, 'yesterday'],
  [-50 * 60 * MINUTE, '2 days ago'],
])('%i ms from now is %s', (offset, text) => {
  expect(relativeTime(now + offset, now, 'en-GB')).toBe(text);
});

test('is in the person’s language', () => {
  expect(relativeTime(now - 5 * MINUTE, now, 'pl')).toBe('5 minut temu');
});
