/** Evens out the light of a frame, so that a code in the dark, in a shadow or under a lamp can be read. */

import type { Pixels } from './frame.ts';

/** A picture in grey, a byte a pixel. */
interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** 28 of 29 hard dark frames are read with it, 27 or 28 with 0.3, 0.5 and 0.6, and 18 as they are. */
const GAMMA = 0.4;
/**
 * In pixels. With 19, 25, 31, 39 and 51 of them 59, 88, 88, 86 and 81 of 101 pale or shaded frames are read (67 as
 * they are): a square that lies within the ink of a near label's corner finds no paper, a large one holds two lights.
 */
const WINDOW = 39;
/** In steps of brightness. With 1, 2, 4 and 6 of them 28, 30, 29 and 26 of 41 frames: grain on one side, faint ink on the other. */
const BELOW_MEAN = 2;

const LIFTED = Uint8Array.from({ length: 256 }, (_, grey) =>
  Math.round(255 * (grey / 255) ** GAMMA),
);
/** RGBA of each grey as one number, in the machine's own order of bytes. */
const RGBA_OF = new Uint32Array(
  Uint8Array.from({ length: 256 * 4 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2)).buffer,
);

/** Kept from frame to frame: new ones would be a megabyte of garbage each. */
let grey = new Uint8Array(0);
let evened = new Uint8Array(0);

/** Spreads the dark tones of a frame with little light, in place and without its colours. */
export function brightenDark(pixels: Pixels): void {
  repaint(pixels, brighten);
}

/** Makes a frame black and white by the light around each pixel, in place. */
export function binarise(pixels: Pixels): void {
  repaint(pixels, adaptiveThreshold);
}

function repaint(
  { width, height, data }: Pixels,
  change: (from: Grey, out: Uint8Array) => void,
): void {
  const count = width * height;
  if (grey.length < count) {
    grey = new Uint8Array(count);
    evened = new Uint8Array(count);
  }
  for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 4) {
    // The usual weights of red, green and blue, in parts of 256.
    grey[pixel] =
      (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8;
  }
  change({ width, height, data: grey }, evened);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, count);
  for (let pixel = 0; pixel < count; pixel += 1) {
    pixels[pixel] = RGBA_OF[evened[pixel] ?? 0] ?? 0;
  }
}

/** Spreads the dark tones: black stays black, white white, and none changes its place in the order of tones. */
export function brighten({ width, height, data }: Grey, out: Uint8Array): void {
  for (let at = 0; at < width * height; at += 1) out[at] = LIFTED[data[at] ?? 0] ?? 0;
}

/** What stands in each column of the window, and in all columns before one; kept from frame to frame. */
let columns = new Int32Array(0);
let before = new Int32Array(0);

/**
 * Makes a picture black and white: a pixel is white (255) unless it is darker than the mean of the square
 * around it by `below` or more. At the borders only what lies in the picture counts.
 * @param window the square's side in pixels, odd
 * @param below in steps of brightness
 */
export function adaptiveThreshold(
  { width, height, data }: Grey,
  out: Uint8Array,
  window = WINDOW,
  below = BELOW_MEAN,
): void {
  if (columns.length < width) {
    columns = new Int32Array(width);
    before = new Int32Array(width + 1);
  }
  columns.fill(0);
  const half = window >> 1;
  for (let row = 0; row < Math.min(half, height); row += 1) addRow(data, row * width, width, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + half < height) addRow(data, (y + half) * width, width, 1);
    if (y - half > 0) addRow(data, (y - half - 1) * width, width, -1);
    for (let x = 0; x < width; x += 1) before[x + 1] = (before[x] ?? 0) + (columns[x] ?? 0);
    const rows = Math.min(height, y + half + 1) - Math.max(0, y - half);
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const left = Math.max(0, x - half);
      const right = Math.min(width, x + half + 1);
      const sum = (before[right] ?? 0) - (before[left] ?? 0);
      // No division: as many times as dark as there are pixels in the square.
      out[at] = ((data[at] ?? 0) + below) * rows * (right - left) > sum ? 255 : 0;
    }
  }
}

/** Adds a row to the columns of the window (`sign` 1) or takes it out of them (-1). */
function addRow(data: Uint8Array, from: number, width: number, sign: 1 | -1): void {
  for (let x = 0; x < width; x += 1) {
    columns[x] = (columns[x] ?? 0) + sign * (data[from + x] ?? 0);
  }
}
