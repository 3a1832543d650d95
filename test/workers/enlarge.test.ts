import { beforeAll, describe, expect, it } from 'vitest';
import { SIDE, hardWindow } from '#test/film/hard-frames.ts';
import { readCodes } from '#workers/decode.ts';
import { enlargeMiddle, enlargedToFrame } from '#workers/scale-frame.ts';
import { prepareDecoder } from './prepare-decoder.ts';
import { toPixels } from './to-pixels.ts';

describe('the enlarged middle of a frame', () => {
  beforeAll(prepareDecoder);

  it('shows small labels that the other passes can’t read', async () => {
    const crop = { x: 0, y: 0, width: SIDE, height: SIDE };
    const { kind, text, frames } = hardWindow(12_254);
    expect(kind).toBe('small');
    for (const frame of frames()) {
      for (const pass of ['fast', 'thorough', 'binarised', 'fine'] as const) {
        expect((await readCodes(toPixels(frame), crop, pass)).hits).toEqual([]);
      }
      const [hit] = (await readCodes(toPixels(frame), crop, 'close')).hits;
      expect(hit?.text).toBe(text);
      // The label is in the middle, and its code is 41 pixels wide.
      const [topLeft, , bottomRight] = hit?.corners ?? [];
      const [dx, dy] = [
        (bottomRight?.x ?? 0) - (topLeft?.x ?? 0),
        (bottomRight?.y ?? 0) - (topLeft?.y ?? 0),
      ];
      expect(Math.hypot(dx, dy) / Math.SQRT2).toBeCloseTo(41, -1);
      return;
    }
  });

  it('isn’t read from a frame that is too small to have one', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 50],
      [50, 1],
    ] as const) {
      const pixels = { width, height, data: new Uint8ClampedArray(4 * width * height) };
      expect((await readCodes(pixels, { x: 0, y: 0, width, height }, 'close')).hits).toEqual([]);
    }
  });

  it.each([
    [40, 40],
    [41, 23],
    [1, 1],
  ])('is drawn twice as large, interpolated, from a frame of %i × %i', (width, height) => {
    const level = (x: number, y: number) => 20 + 2 * x + 3 * y;
    const data = Uint8Array.from({ length: width * height }, (_, index) =>
      level(index % width, Math.floor(index / width)),
    );
    const middle = enlargeMiddle({ width, height, data });
    expect([middle.width, middle.height]).toEqual([2 * (width >> 1), 2 * (height >> 1)]);
    for (let index = 0; index < middle.width * middle.height; index += 1) {
      const centre = { x: (index % middle.width) + 0.5, y: Math.floor(index / middle.width) + 0.5 };
      const { x, y } = enlargedToFrame(centre, { width, height });
      const expected = level(x - 0.5, y - 0.5);
      expect(Math.abs((middle.data[4 * index] ?? 0) - expected)).toBeLessThanOrEqual(0.5);
    }
  });
});
