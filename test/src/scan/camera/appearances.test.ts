import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextAppearance,
  uncapturedCopies,
  type Appearance,
} from '#src/features/scan/camera/labels-in-view.ts';

/**
 * Counts the products of one label over frames.
 * @param readCounts number of copies per frame
 */
function countProducts(readCounts: readonly number[], msPerFrame: number): number {
  let appearance: Appearance | null = null;
  let count = 0;
  readCounts.forEach((copies, frame) => {
    if (copies === 0) return;
    appearance = nextAppearance(appearance, { readAt: 1000 + frame * msPerFrame, frame, copies });
    count += uncapturedCopies(appearance);
    appearance = { ...appearance, capturedCopies: appearance.copies };
  });
  return count;
}

const times = (count: number, copies: number) => Array.from({ length: count }, () => copies);

describe('a label without a serial number', () => {
  it.each([
    ['eight frames in a second', 125],
    ['four frames in a second', 250],
    ['two frames in a second', 500],
  ])('counts once for each appearance, a second apart, at %s', (_, ms) => {
    const visibleFrames = times(Math.max(2, Math.round(1000 / ms)), 1);
    const emptyFrames = times(Math.round(1000 / ms), 0);
    const film = [
      ...visibleFrames,
      ...emptyFrames,
      ...visibleFrames,
      ...emptyFrames,
      ...visibleFrames,
    ];
    expect(countProducts(film, ms)).toBe(3);
  });

  it('counts once if the decoder misses it for a few frames, however often', () => {
    const jitter = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 })),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(jitter, (segments) => {
        const film = segments.flatMap(([visibleCount, missedCount]) => [
          ...times(visibleCount, 1),
          ...times(missedCount, 0),
        ]);
        expect(countProducts([1, 1, ...film], 125)).toBe(1);
      }),
    );
  });

  it('counts once if only one pass of each round can read it', () => {
    const round = [0, 0, 1, 0, 0, 0];
    expect(countProducts([...round, ...round, ...round, ...round], 125)).toBe(1);
  });

  it('counts each copy visible at the same time, whichever frame shows all copies', () => {
    expect(countProducts([3], 125)).toBe(3);
    expect(countProducts([1, 2, 3, 2, 1, 3], 125)).toBe(3);
  });

  it('never counts fewer copies than were visible at the same time, or more than were visible in total', () => {
    const film = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(film, (readCounts) => {
        const count = countProducts(readCounts, 125);
        expect(count).toBeGreaterThanOrEqual(Math.max(0, ...readCounts));
        expect(count).toBeLessThanOrEqual(readCounts.reduce((sum, copies) => sum + copies, 0));
      }),
    );
  });
});
