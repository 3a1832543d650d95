import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { HOUR_MS, DAY_MS } from '#schemas/durations.ts';
import { regions } from '#schemas/regions.ts';
import { sortByDeadline } from '#src/data/time/sort-by-deadline.ts';
import { type RegionalClock, endOfYear, isDueSoon, timeLeft } from '#src/data/time/time-left.ts';

/** Noon in Poland. */
const now = Date.parse('2026-05-04T10:00:00.000Z');
const warsaw: RegionalClock = { now, region: 'PL' };
const remaining = (end: string, clock = warsaw) => timeLeft(end, clock);

const codes = regions.map(({ code }) => code);
const clocks = fc.record({
  now: fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2031-01-01') }),
  region: fc.constantFrom(...codes),
});
const later = (clock: RegionalClock, ms: number) => new Date(clock.now + ms).toISOString();

test('without a deadline there is no time left', () => {
  expect(timeLeft(null, warsaw)).toBeNull();
  expect(isDueSoon(null, 7)).toBe(false);
});

test.each([
  ['2026-05-06T08:00:00.000Z', { unit: 'days', count: 2, lastDay: '2026-05-06' }],
  ['2026-05-06T12:00:00.000Z', { unit: 'days', count: 2, lastDay: '2026-05-06' }],
  ['2026-05-05T12:00:00.000Z', { unit: 'days', count: 1, lastDay: '2026-05-05' }],
  ['2026-05-05T10:00:00.000Z', { unit: 'hours', count: 24, lastDay: '2026-05-05' }],
  // The deadline is midnight in Poland, so the previous day is the last day.
  ['2026-05-09T22:00:00.000Z', { unit: 'days', count: 5, lastDay: '2026-05-09' }],
  ['2026-05-04T10:00:01.000Z', { unit: 'hours', count: 1, lastDay: '2026-05-04' }],
  ['2026-05-04T10:00:00.000Z', { unit: 'over' }],
  ['2026-05-01T10:00:00.000Z', { unit: 'over' }],
])('the time left until %s', (end, expected) => {
  expect(remaining(end)).toEqual(expected);
});

test('days change at midnight in the region, not at the time of the deadline', () => {
  const end = '2026-05-09T12:00:00.000Z';
  const at = (moment: string) => remaining(end, { now: Date.parse(moment), region: 'PL' });
  expect(at('2026-05-04T21:59:59.000Z')).toMatchObject({ count: 5 });
  expect(at('2026-05-04T22:00:00.000Z')).toMatchObject({ count: 4 });
  expect(at('2026-05-05T21:00:00.000Z')).toMatchObject({ count: 4 });
});

describe('in every region', () => {
  test('time only decreases: a later moment never has more time left', () => {
    const hours = (clock: RegionalClock, end: string) => {
      const shown = timeLeft(end, clock);
      if (!shown || shown.unit === 'over') return 0;
      return shown.count * (shown.unit === 'days' ? 24 : 1);
    };
    const delay = fc.integer({ min: 0, max: 90 * DAY_MS });
    fc.assert(
      fc.property(
        clocks,
        delay,
        fc.integer({ min: -HOUR_MS, max: 90 * DAY_MS }),
        (clock, elapsed, ms) => {
          const end = later(clock, ms);
          const afterDelay = { ...clock, now: clock.now + elapsed };
          expect(hours(afterDelay, end)).toBeLessThanOrEqual(hours(clock, end));
        },
      ),
    );
  });

  test('today plus the number of days left is the last day', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 26 * HOUR_MS, max: 90 * DAY_MS }), (clock, ms) => {
        const shown = timeLeft(later(clock, ms), clock);
        const count = shown && 'count' in shown ? shown.count : 0;
        const lastDay = addDays(dayIn(clock.region, clock.now), count);
        expect(shown).toEqual({ unit: 'days', count, lastDay });
      }),
    );
  });

  test('hours are counted on the last day, including the current one', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 1, max: DAY_MS }), (clock, ms) => {
        const count = Math.ceil(ms / HOUR_MS);
        expect(timeLeft(later(clock, ms), clock)).toMatchObject({ unit: 'hours', count });
      }),
    );
  });

  test('a year ends with its last day', () => {
    fc.assert(
      fc.property(clocks, (clock) => {
        const end = Date.parse(endOfYear(clock));
        const year = dayIn(clock.region, clock.now).slice(0, 4);
        expect(dayIn(clock.region, end - 1)).toBe(`${year}-12-31`);
        expect(dayIn(clock.region, end)).toBe(`${Number(year) + 1}-01-01`);
      }),
    );
  });
});

test('“soon” means few days, hours, or expired', () => {
  expect(isDueSoon(remaining(later(warsaw, 2 * DAY_MS)), 2)).toBe(true);
  expect(isDueSoon(remaining(later(warsaw, 3 * DAY_MS)), 2)).toBe(false);
  expect(isDueSoon(remaining(later(warsaw, HOUR_MS)), 2)).toBe(true);
  expect(isDueSoon(remaining(later(warsaw, -HOUR_MS)), 2)).toBe(true);
});

test('sorting by deadline puts expired items first and items without a deadline last, and keeps each item once', () => {
  const endOffsets = fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { maxLength: 20 });
  fc.assert(
    fc.property(endOffsets, (days) => {
      const items = days.map((day, place) => ({
        place,
        end: day === null ? null : later(warsaw, day * DAY_MS),
      }));
      const sorted = sortByDeadline(items, ({ end }) => end);
      expect(sorted.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(
        items.map(({ place }) => place),
      );
      const moments = sorted.map(({ end, place }) => ({
        at: end === null ? Infinity : Date.parse(end),
        place,
      }));
      moments.slice(1).forEach(({ at, place }, index) => {
        const before = moments[index];
        const isSorted = before && (before.at < at || (before.at === at && before.place < place));
        expect(isSorted).toBe(true);
      });
    }),
  );
});
