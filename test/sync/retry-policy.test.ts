import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BACKOFF_BASE_MS, MAX_BACKOFF_MS, backoffMs } from '#sync/retry/retry-policy.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

test('a delay is never longer than the cap, and never shorter than half of the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), unit, (failures, random) => {
      const wait = backoffMs(failures, random);
      expect(wait).toBeLessThanOrEqual(MAX_BACKOFF_MS);
      expect(wait).toBeGreaterThanOrEqual(BACKOFF_BASE_MS / 2);
    }),
  );
});

test('more failures never shorten the delay', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), unit, (failures, random) => {
      expect(backoffMs(failures + 1, random)).toBeGreaterThanOrEqual(backoffMs(failures, random));
    }),
  );
});

test('devices that failed together don’t retry together', () => {
  expect(backoffMs(4, 0)).toBe(4000);
  expect(backoffMs(4, 0.999_999)).toBe(8000);
});
