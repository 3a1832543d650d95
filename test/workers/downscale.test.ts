import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CANVAS_PIXELS, downscaledSize, squareCrop } from '#workers/downscale.ts';

describe('the size of a stored photo', () => {
  it('has a quarter of the width and height', () => {
    expect(downscaledSize({ width: 4032, height: 3024 }, false)).toEqual({
      width: 1008,
      height: 756,
    });
    expect(downscaledSize({ width: 3024, height: 4032 }, false)).toEqual({
      width: 756,
      height: 1008,
    });
  });

  it('keeps 800 pixels of the longer side, so that a data plate stays readable', () => {
    expect(downscaledSize({ width: 1600, height: 1200 }, false)).toEqual({
      width: 800,
      height: 600,
    });
  });

  it('is never larger than the original size', () => {
    expect(downscaledSize({ width: 320, height: 240 }, false)).toEqual({ width: 320, height: 240 });
    expect(downscaledSize({ width: 1, height: 1 }, true)).toEqual({ width: 1, height: 1 });
  });

  it('is the original size on iOS, unless the canvas limit is exceeded', () => {
    expect(downscaledSize({ width: 4032, height: 3024 }, true)).toEqual({
      width: 4032,
      height: 3024,
    });
    const large = downscaledSize({ width: 8064, height: 6048 }, true);
    expect(large.width * large.height).toBeLessThanOrEqual(MAX_CANVAS_PIXELS);
    expect(large.width / large.height).toBeCloseTo(8064 / 6048, 3);
  });
});

describe('the square crop of a picture', () => {
  it('is centred, and as large as the picture allows', () => {
    const side = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { x, y, side: cropSide } = squareCrop({ width, height });
        expect(cropSide).toBe(Math.min(width, height));
        expect(x).toBe(Math.floor((width - cropSide) / 2));
        expect(y).toBe(Math.floor((height - cropSide) / 2));
      }),
    );
  });
});
