import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binarise,
  brighten,
  brightenDark,
  adaptiveThreshold,
  grainOf,
  soften,
  toGrey,
} from '#workers/frame-contrast.ts';
import { addGrain, grain } from '#test/film/noise.ts';
import { toPixels } from './to-pixels.ts';

const grey = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      data: fc.uint8Array({ minLength: width * height, maxLength: width * height }),
    }),
  );
const windows = fc.integer({ min: 0, max: 30 }).map((half) => 2 * half + 1);

type Grey = { width: number; height: number; data: Uint8Array };

function applyThreshold(picture: Grey, window: number, threshold: number): Uint8Array {
  const result = new Uint8Array(picture.data.length);
  adaptiveThreshold(picture, result, window, threshold);
  return result;
}

/** Reference implementation: the mean of the square's pixels inside the picture. */
function referenceThreshold(
  { width, height, data }: Grey,
  window: number,
  threshold: number,
): Uint8Array {
  const half = (window - 1) / 2;
  return data.map((value, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - half); row <= Math.min(height - 1, y + half); row += 1) {
      for (
        let column = Math.max(0, x - half);
        column <= Math.min(width - 1, x + half);
        column += 1
      ) {
        sum += data[row * width + column] ?? 0;
        count += 1;
      }
    }
    return (value + threshold) * count > sum ? 255 : 0;
  });
}

describe('the threshold based on the mean around a pixel', () => {
  it('has its defined value, for pictures and windows of any size', () => {
    fc.assert(
      fc.property(grey, windows, fc.integer({ min: 1, max: 9 }), (picture, window, threshold) => {
        expect(applyThreshold(picture, window, threshold)).toEqual(
          referenceThreshold(picture, window, threshold),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('makes a uniform picture of any brightness white', () => {
    fc.assert(
      fc.property(grey, windows, fc.nat(255), (picture, window, value) => {
        const uniform = { ...picture, data: picture.data.map(() => value) };
        expect(new Set(applyThreshold(uniform, window, 2))).toEqual(new Set([255]));
        const darker = { ...picture, data: picture.data.map((value) => value >> 1) };
        const lighter = { ...picture, data: darker.data.map((value) => value + 100) };
        expect(applyThreshold(lighter, window, 2)).toEqual(applyThreshold(darker, window, 2));
      }),
      { numRuns: 60 },
    );
  });

  it('doesn’t depend on the previous picture', () => {
    fc.assert(
      fc.property(grey, grey, windows, (first, second, window) => {
        const expected = applyThreshold(second, window, 2);
        applyThreshold(first, window, 2);
        expect(applyThreshold(second, window, 2)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('brightening dark areas', () => {
  it('keeps black, white and the order of tones, and darkens none', () => {
    const tones = {
      width: 256,
      height: 1,
      data: Uint8Array.from({ length: 256 }, (_, index) => index),
    };
    const result = new Uint8Array(256);
    brighten(tones, result);
    expect([result[0], result[255]]).toEqual([0, 255]);
    expect(result).toEqual(result.toSorted());
    result.forEach((value, tone) => expect(value).toBeGreaterThanOrEqual(tone));
    // The differences between the darkest tones are increased.
    expect((result[10] ?? 0) - (result[2] ?? 0)).toBeGreaterThan(30);
  });
});

describe('softening to reduce grain', () => {
  const uniform = (value: number) => ({
    width: 9,
    height: 7,
    data: new Uint8Array(63).fill(value),
  });

  it('doesn’t change uniform pictures, and never makes a picture darker or lighter than its extremes', () => {
    fc.assert(
      fc.property(grey, fc.integer({ min: 0, max: 255 }), (picture, value) => {
        expect([...soften(uniform(value)).data.subarray(0, 63)]).toEqual([...uniform(value).data]);
        const count = picture.width * picture.height;
        const soft = soften(picture).data.subarray(0, count);
        expect(Math.min(...soft)).toBeGreaterThanOrEqual(Math.min(...picture.data));
        expect(Math.max(...soft)).toBeLessThanOrEqual(Math.max(...picture.data));
      }),
    );
  });

  it('spreads a single bright pixel equally to all sides', () => {
    const dot = uniform(0);
    dot.data[3 * 9 + 4] = 81;
    const soft = soften(dot).data;
    const row = (y: number) => [...soft.subarray(y * 9 + 2, y * 9 + 7)];
    expect([1, 2, 3, 4, 5].map(row)).toEqual([
      [1, 2, 3, 2, 1],
      [2, 4, 6, 4, 2],
      [3, 6, 9, 6, 3],
      [2, 4, 6, 4, 2],
      [1, 2, 3, 2, 1],
    ]);
  });

  it('the strength of grain is estimated, even in a picture with edges', () => {
    for (const strength of [2, 5, 10, 20]) {
      const data = Uint8Array.from({ length: 200 * 200 }, (_, index) =>
        index % 40 < 20 ? 80 : 160,
      );
      addGrain(data, grain(strength, 3), 0);
      const estimate = grainOf({ width: 200, height: 200, data });
      expect(estimate).toBeGreaterThan(strength * 0.7);
      expect(estimate).toBeLessThan(strength * 1.4);
    }
  });
});

describe('a frame with evened-out light', () => {
  it('is grey and opaque, whatever the previous frame was', () => {
    fc.assert(
      fc.property(grey, grey, fc.boolean(), (before, picture, isDark) => {
        const previous = toPixels(before);
        brightenDark(toGrey(previous), previous);
        const pixels = toPixels(picture);
        (isDark ? brightenDark : binarise)(toGrey(pixels), pixels);
        const expected = new Uint8Array(picture.data.length);
        if (isDark) brighten(picture, expected);
        else adaptiveThreshold(picture, expected);
        expect(pixels.data).toEqual(toPixels({ ...picture, data: expected }).data);
      }),
      { numRuns: 40 },
    );
  });

  it('weighs colours by perceived brightness', () => {
    const data = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
    const [red = 0, green = 0, blue = 0] = toGrey({ width: 3, height: 1, data }).data;
    expect(green).toBeGreaterThan(red);
    expect(red).toBeGreaterThan(blue);
  });
});
