import { beforeAll, describe, expect, it } from 'vitest';
import { SIDE, hardWindow } from '#test/film/hard-frames.ts';
import type { Luma } from '#test/film/scene.ts';
import { readCodes } from '#workers/decode.ts';
import type { CodeHit } from '#workers/frame.ts';
import { squeeze, unsqueeze } from '#workers/scale-frame.ts';
import { prepareDecoder } from './prepare-decoder.ts';
import { toPixels } from './to-pixels.ts';

/** The text of a label seen from a steep angle, and its first frame. */
function steepLabel(index: number): { text: string; frame: Luma } {
  const { kind, text, frames } = hardWindow(index);
  expect(kind).toBe('steep');
  for (const frame of frames()) return { text, frame };
  throw new Error('The window has no frame.');
}

/** Turns a square picture clockwise by 90°. */
function turnClockwise({ width, height, data }: Luma): Luma {
  const turnedData = data.map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return data[(width - 1 - x) * width + y] ?? 0;
  });
  return { width, height, data: turnedData };
}

async function readFast(frame: Luma): Promise<readonly CodeHit[]> {
  const { width, height } = frame;
  const { hits } = await readCodes(toPixels(frame), { x: 0, y: 0, width, height }, 'fast');
  return hits;
}

/** Grey levels of a picture; its red channel. */
const greys = (data: Uint8ClampedArray) => [...data].filter((_, index) => index % 4 === 0);

describe('a squeezed frame', () => {
  beforeAll(prepareDecoder);

  it.each([12_003, 12_855])(
    'shows a label seen from a steep angle, leaning backwards or sideways (%i)',
    async (index) => {
      const { text, frame } = steepLabel(index);
      const [upright] = await readFast(frame);
      const [sideways] = await readFast(turnClockwise(frame));
      expect([upright?.text, sideways?.text]).toEqual([text, text]);
      upright?.corners.forEach(({ x, y }, corner) => {
        const other = sideways?.corners[corner] ?? { x: 0, y: 0 };
        expect(Math.hypot(SIDE - 1 - y - other.x, x - other.y)).toBeLessThan(8);
      });
    },
  );

  it('has half the width or height, and each of its pixels is the mean of two pixels', () => {
    const frame = { width: 3, height: 3, data: Uint8Array.of(0, 10, 99, 20, 40, 99, 90, 92, 99) };
    const across = squeeze(frame, 'x');
    expect([across.width, across.height, ...greys(across.data)]).toEqual([1, 3, 5, 30, 91]);
    const down = squeeze(frame, 'y');
    expect([down.width, down.height, ...greys(down.data)]).toEqual([3, 1, 10, 25, 99]);
  });

  it('maps points back to the frame', () => {
    expect(unsqueeze({ x: 3, y: 5 }, 'x')).toEqual({ x: 6, y: 5 });
    expect(unsqueeze({ x: 3, y: 5 }, 'y')).toEqual({ x: 3, y: 10 });
  });
});
