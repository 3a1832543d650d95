import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secondsLeft } from '#src/features/verify-email/code-form.tsx';

const sentAt = '2026-05-04T10:00:00.000Z';
const sentAtMs = Date.parse(sentAt);

test('another code can be requested 60 s after the last code, but not earlier', () => {
  expect(secondsLeft(sentAt, sentAtMs)).toBe(60);
  expect(secondsLeft(sentAt, sentAtMs + 59_999)).toBe(1);
  expect(secondsLeft(sentAt, sentAtMs + 60_000)).toBe(0);
  expect(secondsLeft(null, sentAtMs)).toBe(0);
});

test('the countdown stays between 0 and 60 s for any clocks, and never grows', () => {
  const moments = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(moments, fc.nat(1e9), (offset, later) => {
      const first = secondsLeft(sentAt, sentAtMs + offset);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThanOrEqual(60);
      expect(secondsLeft(sentAt, sentAtMs + offset + later)).toBeLessThanOrEqual(first);
    }),
  );
});
