import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointEvents, variation } from '#schemas/ledger.ts';
import { totalEarned, earnedMonths } from '#src/features/balance/month-bars.tsx';

const clock = { now: Date.parse('2026-05-04T10:00:00.000Z'), region: 'PL' } as const;
const YEAR_START = Date.parse('2025-12-31T23:00:00.000Z');

const entries = fc.array(
  fc.record({
    created_at: fc
      .integer({ min: Date.parse('2025-06-01T00:00:00.000Z'), max: clock.now })
      .map((time) => new Date(time).toISOString()),
    event: fc.constantFrom(...pointEvents.filter((event) => event !== 'project_correction')),
    points: fc.integer({ min: 1, max: 500 }),
    variation: fc.constantFrom(...variation.options),
    project_uuid: fc.constant(null),
  }),
  { maxLength: 30 },
);

test('every point earned this year counts in exactly one month, and returned points count in none', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const months = earnedMonths(all, clock);
      expect(months.map(({ day }) => day)).toEqual(
        ['01', '02', '03', '04', '05'].map((month) => `2026-${month}-01`),
      );
      const earned = all.filter(
        (one) =>
          one.variation === 'positive' &&
          !one.event.startsWith('order_') &&
          one.event !== 'points_expired' &&
          Date.parse(one.created_at) >= YEAR_START,
      );
      expect(totalEarned(months)).toBe(earned.reduce((sum, { points }) => sum + points, 0));
    }),
  );
});

test('a month starts at midnight in the region', () => {
  const entry = { event: 'project_closed', variation: 'positive', project_uuid: null } as const;
  const months = earnedMonths(
    [
      { ...entry, points: 1, created_at: '2025-12-31T22:59:59.999Z' },
      { ...entry, points: 10, created_at: '2025-12-31T23:00:00.000Z' },
      { ...entry, points: 100, created_at: '2026-03-31T21:59:59.999Z' },
      { ...entry, points: 1000, created_at: '2026-03-31T22:00:00.000Z' },
    ],
    clock,
  );
  expect(months.map(({ points }) => points)).toEqual([10, 0, 100, 1000, 0]);
});

test('a correction changes the month in which its project earned, or none if that was in an earlier year', () => {
  const closed = {
    event: 'project_closed',
    variation: 'positive',
    points: 300,
    project_uuid: 'a',
    created_at: '2026-02-10T10:00:00.000Z',
  } as const;
  const correction = { ...closed, event: 'project_correction', points: 50 } as const;
  const months = earnedMonths(
    [
      closed,
      { ...correction, variation: 'negative', created_at: '2026-04-01T10:00:00.000Z' },
      { ...correction, points: 20, created_at: '2026-05-01T10:00:00.000Z' },
      { ...correction, project_uuid: 'b', created_at: '2026-05-02T10:00:00.000Z' },
    ],
    clock,
  );
  expect(months.map(({ points }) => points)).toEqual([0, 270, 0, 0, 0]);
});
