/**
 * Squeezes a frame to half of its width or height. In a frame from a steep angle, the decoder finds a label
 * but can't tell its size, because it's several times longer one way than the other.
 */
import { paint, type Grey } from './frame-contrast.ts';
import type { Pixels, Point } from './frame.ts';

/** In the order of trying: labels lean backwards more often than sideways. */
export const AXES = ['x', 'y'] as const;
type Axis = (typeof AXES)[number];

/** Reused between frames; new buffers would be megabytes of garbage. */
let averages = new Uint8Array(0);
let painted = new Uint8ClampedArray(0);

/**
 * Averages pairs of neighbouring pixels along an axis. An odd last pixel is dropped.
 * @returns pixels that the next call overwrites
 */
export function squeeze(frame: Grey, axis: Axis): Pixels {
  const isAcross = axis === 'x';
  const width = isAcross ? frame.width >> 1 : frame.width;
  const height = isAcross ? frame.height : frame.height >> 1;
  const count = width * height;
  if (averages.length < count) {
    averages = new Uint8Array(count);
    painted = new Uint8ClampedArray(4 * count);
  }
  const rowLength = isAcross ? frame.width : 2 * frame.width;
  const neighbour = isAcross ? 1 : frame.width;
  const step = isAcross ? 2 : 1;
  for (let y = 0, index = 0; y < height; y += 1) {
    for (let x = 0, pixel = y * rowLength; x < width; x += 1, index += 1, pixel += step) {
      averages[index] = ((frame.data[pixel] ?? 0) + (frame.data[pixel + neighbour] ?? 0)) >> 1;
    }
  }
  const squeezed = { width, height, data: painted.subarray(0, 4 * count) };
  paint({ width, height, data: averages }, squeezed);
  return squeezed;
}

/** Maps a point of the squeezed frame to the frame. */
export function unsqueeze({ x, y }: Point, axis: Axis): Point {
  return axis === 'x' ? { x: 2 * x, y } : { x, y: 2 * y };
}
