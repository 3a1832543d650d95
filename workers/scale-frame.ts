/**
 * Scales frames with codes that the decoder can't measure or find: squeezes frames taken from a steep
 * angle, and enlarges the middle for small labels.
 */
import { paint, type Grey } from './frame-contrast.ts';
import type { Pixels, Point } from './frame.ts';

/** Reused between frames; new buffers would be megabytes of garbage. */
let drawnPixels = new Uint8Array(0);
let paintedPixels = new Uint8ClampedArray(0);

/**
 * Draws a frame in greyscale.
 * @param draw sets each pixel of the output
 * @returns pixels that the next call overwrites
 */
function drawGrey(
  size: { readonly width: number; readonly height: number },
  draw: (output: Uint8Array) => void,
): Pixels {
  const count = size.width * size.height;
  if (drawnPixels.length < count) {
    drawnPixels = new Uint8Array(count);
    paintedPixels = new Uint8ClampedArray(4 * count);
  }
  draw(drawnPixels);
  const pixels = { ...size, data: paintedPixels.subarray(0, 4 * count) };
  paint({ ...size, data: drawnPixels }, pixels);
  return pixels;
}

/** Axes in the order in which they're tried. Labels lean backwards more often than sideways. */
export const AXES = ['x', 'y'] as const;
type Axis = (typeof AXES)[number];

/**
 * Averages pairs of neighbouring pixels along an axis. An odd last pixel is dropped.
 * @returns pixels that the next call overwrites
 */
export function squeeze(frame: Grey, axis: Axis): Pixels {
  const isHorizontal = axis === 'x';
  const width = isHorizontal ? frame.width >> 1 : frame.width;
  const height = isHorizontal ? frame.height : frame.height >> 1;
  const rowLength = isHorizontal ? frame.width : 2 * frame.width;
  const neighbour = isHorizontal ? 1 : frame.width;
  const step = isHorizontal ? 2 : 1;
  return drawGrey({ width, height }, (output) => {
    for (let y = 0, index = 0; y < height; y += 1) {
      for (let x = 0, pixel = y * rowLength; x < width; x += 1, index += 1, pixel += step) {
        output[index] = ((frame.data[pixel] ?? 0) + (frame.data[pixel + neighbour] ?? 0)) >> 1;
      }
    }
  });
}

/** Maps a point of the squeezed frame to the frame. */
export function unsqueeze({ x, y }: Point, axis: Axis): Point {
  return axis === 'x' ? { x: 2 * x, y } : { x, y: 2 * y };
}

/**
 * Draws the middle half of the width and height, twice as large. Each pixel is interpolated between
 * the four nearest ones.
 * @returns pixels that the next call overwrites
 */
export function enlargeMiddle({ width, height, data }: Grey): Pixels {
  const start = startOf({ width, height });
  const size = { width: 2 * (width >> 1), height: 2 * (height >> 1) };
  return drawGrey(size, (output) => {
    for (let y = 0, index = 0; y < size.height; y += 1) {
      const row = start.y + (y >> 1);
      const otherRow = Math.min(height - 1, Math.max(0, row + (y & 1 ? 1 : -1)));
      for (let x = 0; x < size.width; x += 1, index += 1) {
        const column = start.x + (x >> 1);
        const otherColumn = Math.min(width - 1, Math.max(0, column + (x & 1 ? 1 : -1)));
        const rowPixel =
          3 * (data[row * width + column] ?? 0) + (data[row * width + otherColumn] ?? 0);
        const otherRowPixel =
          3 * (data[otherRow * width + column] ?? 0) + (data[otherRow * width + otherColumn] ?? 0);
        output[index] = (3 * rowPixel + otherRowPixel + 8) >> 4;
      }
    }
  });
}

/** Maps a point of the enlarged middle to the frame. */
export function enlargedToFrame({ x, y }: Point, frame: Pick<Grey, 'width' | 'height'>): Point {
  const start = startOf(frame);
  return { x: start.x + x / 2, y: start.y + y / 2 };
}

function startOf({ width, height }: Pick<Grey, 'width' | 'height'>): Point {
  return { x: width >> 2, y: height >> 2 };
}
