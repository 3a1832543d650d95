import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  startOfDay,
  dayIn,
  latestSelectableDay,
  startOfUtcDay,
} from '#schemas/calendar-day.ts';
import { day, moment, newestFirstKey } from '#schemas/primitives.ts';
import { regionCodes } from '#schemas/regions.ts';

const anyDay = fc
  .date({
    min: new Date('1900-01-01T00:00:00.000Z'),
    max: new Date('9900-12-31T00:00:00.000Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const invalidDays = [
  '2027-13-45',
  '2027-02-30',
  '2027-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '20271-12-01',
  '+020271-12-01',
  '2026-1-1',
  '２０２６-01-01',
  '',
];

describe('a day in the schemas', () => {
  test.each(invalidDays)('can’t be “%s”', (text) => {
    expect(v.is(day, text)).toBe(false);
  });

  test('can be any calendar day, including leap days', () => {
    expect(v.is(day, '2028-02-29')).toBe(true);
    expect(v.is(day, '2000-02-29')).toBe(true);
    fc.assert(fc.property(anyDay, (text) => v.is(day, text)));
  });
});

describe('a moment in the schemas', () => {
  test.each([
    '2026-02-30T10:00:00.000Z',
    '2026-05-04T24:00:00.000Z',
    '2026-05-04T10:60:00.000Z',
    '2026-05-04T10:00:61.000Z',
    '2026-13-04T10:00:00.000Z',
    '0000-05-04T10:00:00.000Z',
    '2026-05-04T10:00:00Z',
    '2026-05-04',
  ])('can’t be “%s”', (text) => {
    expect(v.is(moment, text)).toBe(false);
  });

  test('can be any time of the years 1 to 9999', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00.000Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => v.is(moment, date.toISOString()),
      ),
    );
  });
});

describe('date arithmetic', () => {
  test.each(invalidDays.filter((text) => text !== '0000-01-01'))(
    'leaves “%s” unchanged',
    (text) => {
      expect(addDays(text, 3)).toBe(text);
      expect(addMonths(text, 3)).toBe(text);
      expect(startOfUtcDay(text)).toBeNaN();
      for (const region of regionCodes) expect(startOfDay(region, text)).toBeNaN();
    },
  );

  test('never throws, for any text and number', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), (text, count) => {
        expect(addDays(text, count)).toBeTypeOf('string');
        expect(addMonths(text, count)).toBeTypeOf('string');
      }),
    );
  });

  test('keeps the year within four digits', () => {
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addMonths('9999-12-01', 1)).toBe('9999-12-01');
  });

  test('returns the same day after adding and subtracting the same days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -30_000, max: 30_000 }), (text, count) => {
        expect(addDays(addDays(text, count), -count)).toBe(text);
      }),
    );
  });

  test('clamps to the last day of a shorter month', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2026-11-23', 6)).toBe('2027-05-23');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', 24)).toBe('2028-01-31');
  });

  test('lets a date field go five years ahead', () => {
    expect(latestSelectableDay('2026-05-04')).toBe('2031-05-04');
    expect(latestSelectableDay('2028-02-29')).toBe('2033-02-28');
  });
});

test('an invalid time has no day, and sorts last', () => {
  for (const time of [Number.NaN, Infinity, -Infinity, 9e15]) expect(dayIn('PL', time)).toBe('');
  expect(newestFirstKey(Number.NaN)).toBe(newestFirstKey(0));
});
