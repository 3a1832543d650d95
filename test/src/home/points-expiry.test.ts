import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { shouldWarnOfExpiry } from '#src/features/home/points-expiry.tsx';

const at = (year: number, month: number, day = 15) => new Date(year, month - 1, day, 12).getTime();
const dismissedAt = (date: string) => JSON.stringify({ expPtsSeen: date });

describe('the warning about expiring points', () => {
  test('appears from October to December, only where points expire', () => {
    const months = Array.from({ length: 12 }, (_, month) => month + 1);
    const warnedMonths = months.filter((month) => shouldWarnOfExpiry(10, '{}', at(2026, month)));
    expect(warnedMonths).toEqual([10, 11, 12]);
    expect(months.some((month) => shouldWarnOfExpiry(0, '{}', at(2026, month)))).toBe(false);
  });

  test('isn’t repeated within six months after it was seen', () => {
    expect(shouldWarnOfExpiry(10, dismissedAt('2026-10-02T08:00:00.000Z'), at(2026, 12))).toBe(
      false,
    );
    expect(shouldWarnOfExpiry(10, dismissedAt('2026-04-16T12:00:00.000Z'), at(2026, 10, 15))).toBe(
      false,
    );
    expect(shouldWarnOfExpiry(10, dismissedAt('2026-04-14T12:00:00.000Z'), at(2026, 10, 15))).toBe(
      true,
    );
  });

  test('counts as last seen on 1 January 2024 if unknown', () => {
    expect(shouldWarnOfExpiry(10, '{}', new Date(2023, 11, 31).getTime())).toBe(false);
    for (const options of ['', 'no json', '[]', '{"expPtsSeen":5}', dismissedAt('never')])
      expect(shouldWarnOfExpiry(10, options, at(2024, 10))).toBe(true);
  });

  test('appears once a year to those who always dismiss it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2024, max: 2040 }), (year) => {
        let options = '{}';
        let warnings = 0;
        for (let now = at(year, 1, 1); now < at(year + 1, 1, 1); now += DAY_MS) {
          if (!shouldWarnOfExpiry(10, options, now)) continue;
          warnings += 1;
          options = dismissedAt(new Date(now).toISOString());
        }
        expect(warnings).toBe(1);
      }),
    );
  });
});
