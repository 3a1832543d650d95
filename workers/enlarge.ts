/**
 * Doubles the middle of a frame. The decoder misses labels whose modules are only one or two pixels wide, and
 * finds them if they are drawn larger.
 */
import { paint, type Grey } from './frame-contrast.ts';
import type { Pixels, Point } from './frame.ts';

/** Reused between frames; new buffers would be megabytes of garbage. */
let enlarged = new Uint8Array(0);
let painted = new Uint8ClampedArray(0);

/**
 * Draws the middle half of the width and height, twice as large. Each pixel is interpolated between
 * the four nearest ones.
 * @returns pixels that the next call overwrites
 */
export function enlargeMiddle({ width, height, data }: Grey): Pixels {
  const start = startOf({ width, height });
  const size = { width: 2 * (width >> 1), height: 2 * (height >> 1) };
  const count = size.width * size.height;
  if (enlarged.length < count) {
    enlarged = new Uint8Array(count);
    painted = new Uint8ClampedArray(4 * count);
  }
  for (let y = 0, index = 0; y < size.height; y += 1) {
    const row = start.y + (y >> 1);
    const otherRow = Math.min(height - 1, Math.max(0, row + (y & 1 ? 1 : -1)));
    for (let x = 0; x < size.width; x += 1, index += 1) {
      const column = start.x + (x >> 1);
      const otherColumn = Math.min(width - 1, Math.max(0, column + (x & 1 ? 1 : -1)));
      const here = 3 * (data[row * width + column] ?? 0) + (data[row * width + otherColumn] ?? 0);
      const beside =
        3 * (data[otherRow * width + column] ?? 0) + (data[otherRow * width + otherColumn] ?? 0);
      enlarged[index] = (3 * here + beside + 8) >> 4;
    }
  }
  const pixels = { ...size, data: painted.subarray(0, 4 * count) };
  paint({ ...size, data: enlarged }, pixels);
  return pixels;
}

/** Maps a point of the enlarged middle to the frame. */
export function enlargedToFrame({ x, y }: Point, frame: Pick<Grey, 'width' | 'height'>): Point {
  const start = startOf(frame);
  return { x: start.x + x / 2, y: start.y + y / 2 };
}

function startOf({ width, height }: Pick<Grey, 'width' | 'height'>): Point {
  return { x: width >> 2, y: height >> 2 };
}
