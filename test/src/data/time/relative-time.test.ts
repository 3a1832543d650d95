import { expect, test } from 'vitest';
import { SECOND_MS, MINUTE_MS } from '#schemas/durations.ts';
import { relativeTime } from '#src/data/time/relative-time.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');

test.each([
  [0, 'now'],
  [-4 * SECOND_MS, 'now'],
  [-38 * SECOND_MS, '40 seconds ago'],
  [42 * SECOND_MS, 'in 40 seconds'],
  [-2 * MINUTE_MS - 50 * SECOND_MS, '2 minutes ago'],
  [-3 * 60 * MINUTE_MS, '3 hours ago'],
  [-30 * 60 * MINUTE_MS, 'yesterday'],
  [-50 * 60 * MINUTE_MS, '2 days ago'],
])('%i ms from now is %s', (offset, text) => {
  expect(relativeTime(now + offset, now, 'en-GB')).toBe(text);
});

test('a relative time is in the person’s language', () => {
  expect(relativeTime(now - 5 * MINUTE_MS, now, 'pl')).toBe('5 minut temu');
});
