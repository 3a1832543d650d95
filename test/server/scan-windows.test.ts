import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countInWindow, WINDOW_MS } from '#server/review/find-signals.ts';

const minute = fc.integer({ min: 0, max: 40 }).map((count) => count * (WINDOW_MS / 10));

test('the count is that of the fullest window of ten minutes around a time', () => {
  fc.assert(
    fc.property(fc.array(minute, { maxLength: 60 }), minute, (others, time) => {
      const times = [...others, time];
      // A fullest window starts at one of the times.
      const counts = times
        .filter((start) => start <= time && time <= start + WINDOW_MS)
        .map((start) => times.filter((at) => start <= at && at <= start + WINDOW_MS).length);
      expect(countInWindow(times, time)).toBe(Math.max(...counts));
    }),
  );
});
