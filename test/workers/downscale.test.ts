import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CANVAS_PIXELS, downscaledSize, squareCrop } from '#workers/downscale.ts';

describe('the size a photo is kept at', () => {
  it('is a quarter of each side', () => {
    expect(downscaledSize({ width: 4032, height: 3024 }, false)).toEqual({
      width: 1008,
      height: 756,
    });
    expect(downscaledSize({ width: 3024, height: 4032 }, false)).toEqual({
      width: 756,
      height: 1008,
    });
  });

  it('keeps 800 pixels of the longer side, so that a tag stays readable', () => {
    expect(downscaledSize({ width: 1600, height: 1200 }, false)).toEqual({
      width: 800,
      height: 600,
    });
  });

  it('never enlarges', () => {
    expect(downscaledSize({ width: 320, height: 240 }, false)).toEqual({ width: 320, height: 240 });
    expect(downscaledSize({ width: 1, height: 1 }, true)).toEqual({ width: 1, height: 1 });
  });

  it('keeps the size on iOS, as far as a canvas holds', () => {
    expect(downscaledSize({ width: 4032, height: 3024 }, true)).toEqual({
      width: 4032,
      height: 3024,
    });
    const large = downscaledSize({ width: 8064, height: 6048 }, true);
    expect(large.width * large.height).toBeLessThanOrEqual(MAX_CANVAS_PIXELS);
    expect(large.width / large.height).toBeCloseTo(8064 / 6048, 3);
  });
});

describe('the square of a picture', () => {
  it('is the largest in its middle, and lies within it', () => {
    const side = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { x, y, side: found } = squareCrop({ width, height });
        expect(found).toBe(Math.min(width, height));
        expect(x).toBe(Math.floor((width - found) / 2));
        expect(y).toBe(Math.floor((height - found) / 2));
      }),
    );
  });
});
