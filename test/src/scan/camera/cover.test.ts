import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverScale, toBox } from '#src/features/scan/camera/cover.ts';

const size = fc.record({
  width: fc.integer({ min: 100, max: 4000 }),
  height: fc.integer({ min: 100, max: 4000 }),
});

describe('a video that covers its box', () => {
  it('fills it, and touches two of its sides', () => {
    fc.assert(
      fc.property(size, size, (video, box) => {
        const scale = coverScale(video, box);
        expect(video.width * scale).toBeGreaterThanOrEqual(box.width - 1e-6);
        expect(video.height * scale).toBeGreaterThanOrEqual(box.height - 1e-6);
        const unusedSize = Math.min(
          video.width * scale - box.width,
          video.height * scale - box.height,
        );
        expect(Math.abs(unusedSize)).toBeLessThan(1e-6);
      }),
    );
  });

  it('has the same centre as the box', () => {
    fc.assert(
      fc.property(size, size, (video, box) => {
        const centre = toBox({ x: video.width / 2, y: video.height / 2 }, video, box);
        expect(centre.x).toBeCloseTo(box.width / 2);
        expect(centre.y).toBeCloseTo(box.height / 2);
      }),
    );
  });

  it('isn’t scaled before its size is known', () => {
    expect(coverScale({ width: 0, height: 0 }, { width: 390, height: 500 })).toBe(1);
  });
});
