import { describe, expect, test } from 'vitest';
import { groupByDay } from '#src/data/time/group-by-day.ts';

/** A local time as an ISO string. */
const at = (...parts: [number, number, number, number?]) => {
  const [year, month, day, hour = 12] = parts;
  return new Date(year, month - 1, day, hour).toISOString();
};

const itemAt = (created_at: string) => ({ created_at });

describe('day groups', () => {
  test('are today, yesterday and older days, in order', () => {
    const list = [
      at(2026, 5, 4, 9),
      at(2026, 5, 4, 0),
      at(2026, 5, 3, 23),
      at(2026, 5, 1),
      at(2025, 5, 4),
    ].map(itemAt);
    const days = groupByDay(list, new Date(2026, 4, 4, 10).getTime());
    expect(days.map(({ key, age, items }) => [key, age, items.length])).toEqual([
      ['2026-05-04', 'today', 2],
      ['2026-05-03', 'yesterday', 1],
      ['2026-05-01', 'older', 1],
      ['2025-05-04', 'older', 1],
    ]);
    expect(days.flatMap(({ items }) => items)).toEqual(list);
  });

  test('yesterday is the previous day, even at the end of a month and when the clocks change', () => {
    const [month] = groupByDay([itemAt(at(2026, 4, 30))], new Date(2026, 4, 1, 0, 30).getTime());
    expect(month?.age).toBe('yesterday');
    const [clocks] = groupByDay([itemAt(at(2026, 3, 28))], new Date(2026, 2, 29, 23, 30).getTime());
    expect(clocks?.age).toBe('yesterday');
  });

  test('entries from a server whose clock is ahead belong to today', () => {
    const [day] = groupByDay([itemAt(at(2026, 5, 5))], new Date(2026, 4, 4, 23).getTime());
    expect(day?.age).toBe('today');
  });
});
