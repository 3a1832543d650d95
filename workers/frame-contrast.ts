/** Improves the contrast of a frame, so that codes in the dark, in shadow or under a lamp can be read. */

import type { Pixels } from './frame.ts';

/** Greyscale image, one byte per pixel. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Exponent of the gamma curve. Of 29 dark test frames, 28 can be read with it, 27 or 28 with 0.3, 0.5 or 0.6, and 18
 * without the curve.
 */
const GAMMA = 0.4;
/**
 * Sides of the two windows, in pixels. Of 101 pale or shaded test frames, 59, 88, 88, 86 and 81 can be read with sides
 * of 19, 25, 31, 39 and 51. Without a threshold, 67 can be read. A window inside a finder pattern sees only ink, so a
 * label that fills the frame needs the larger window. The smaller window reads more of the other labels in shadow and
 * reflections.
 */
const WINDOW = 39;
const FINE_WINDOW = 25;
/**
 * Number of grey levels by which ink must be darker than the mean. Of 41 test frames, 28, 30, 29 and 26 can be read
 * with 1, 2, 4 and 6. Lower values pick up grain, and higher ones lose faint ink.
 */
const BELOW_MEAN = 2;

const BRIGHTENED = Uint8Array.from({ length: 256 }, (_, grey) =>
  Math.round(255 * (grey / 255) ** GAMMA),
);
/** RGBA of each grey level as one number, in the machine's byte order. */
const RGBA_BY_GREY = new Uint32Array(
  Uint8Array.from({ length: 256 * 4 }, (_, index) => (index % 4 === 3 ? 255 : index >> 2)).buffer,
);

/** Buffers that are reused between frames. New ones would leave a megabyte of garbage each. */
let grey = new Uint8Array(0);
let contrastPixels = new Uint8Array(0);

/** Converts a frame to greyscale. The next call overwrites the result. */
export function toGrey({ width, height, data }: Pixels): Grey {
  const count = width * height;
  if (grey.length < count) grey = new Uint8Array(count);
  const out = grey;
  for (let pixel = 0, byte = 0; pixel < count; pixel += 1, byte += 4) {
    // Rec. 601 luma weights, in 1/256.
    out[pixel] =
      (77 * (data[byte] ?? 0) + 150 * (data[byte + 1] ?? 0) + 29 * (data[byte + 2] ?? 0)) >> 8;
  }
  return { width, height, data: grey };
}

/** Repaints a frame with brighter dark tones. */
export function brightenDark(source: Grey, frame: Pixels): void {
  repaint(source, brighten, frame);
}

/** Repaints a frame in black and white, with a threshold that adapts to the local brightness. */
export function binarise(source: Grey, frame: Pixels): void {
  repaint(source, adaptiveThreshold, frame);
}

/** Repaints a frame in black and white, like `binarise`, but compares smaller areas. */
export function binariseFinely(source: Grey, frame: Pixels): void {
  repaint(source, (from, output) => adaptiveThreshold(from, output, FINE_WINDOW), frame);
}

/** Repaints a frame in greyscale. */
export function paint({ width, height, data: grey }: Grey, { data }: Pixels): void {
  const paintedPixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    paintedPixels[pixel] = RGBA_BY_GREY[grey[pixel] ?? 0] ?? 0;
  }
}

function repaint(
  from: Grey,
  change: (source: Grey, output: Uint8Array) => void,
  frame: Pixels,
): void {
  const count = from.width * from.height;
  if (contrastPixels.length < count) contrastPixels = new Uint8Array(count);
  change(from, contrastPixels);
  paint({ ...from, data: contrastPixels }, frame);
}

/** Weighted sums (1-2-3-2-1) of five pixels in a row; reused between frames. */
let rowSums = new Uint16Array(0);
let blurredPixels = new Uint8Array(0);

/**
 * Softens an image to reduce grain, roughly a Gaussian blur of 1.15 pixels. The next call
 * overwrites the result.
 */
export function soften({ width, height, data }: Grey): Grey {
  const count = width * height;
  if (blurredPixels.length < count) {
    blurredPixels = new Uint8Array(count);
    rowSums = new Uint16Array(count);
  }
  const [sums, out] = [rowSums, blurredPixels];
  for (let y = 0, index = 0; y < height; y += 1) {
    const rowStart = y * width;
    const rowEnd = rowStart + width - 1;
    for (let x = 0; x < width; x += 1, index += 1) {
      const outer =
        (data[Math.max(rowStart, index - 2)] ?? 0) + (data[Math.min(rowEnd, index + 2)] ?? 0);
      const inner =
        (data[Math.max(rowStart, index - 1)] ?? 0) + (data[Math.min(rowEnd, index + 1)] ?? 0);
      sums[index] = outer + 2 * inner + 3 * (data[index] ?? 0);
    }
  }
  for (let y = 0, index = 0; y < height; y += 1) {
    const up2 = (Math.max(0, y - 2) - y) * width;
    const up = (Math.max(0, y - 1) - y) * width;
    const down = (Math.min(height - 1, y + 1) - y) * width;
    const down2 = (Math.min(height - 1, y + 2) - y) * width;
    for (let x = 0; x < width; x += 1, index += 1) {
      const outer = (sums[index + up2] ?? 0) + (sums[index + down2] ?? 0);
      const inner = (sums[index + up] ?? 0) + (sums[index + down] ?? 0);
      out[index] = (outer + 2 * inner + 3 * (sums[index] ?? 0) + 40) / 81;
    }
  }
  return { width, height, data: blurredPixels };
}

/**
 * Distance between sampled pixels, because not all pixels are needed. It's a prime, so that the samples don't fall into
 * the same columns of every row.
 */
const GRAIN_STRIDE = 61;
/**
 * For white noise: the median of |a - 2b + c| over three neighbouring pixels, divided by the noise's standard
 * deviation.
 */
const MEDIAN_OF_NOISE = 0.6745 * Math.sqrt(6);

/**
 * Estimates the standard deviation of an image's grain, in grey levels. Uses a median, because edges hardly
 * change it.
 */
export function grainOf({ width, height, data }: Grey): number {
  const counts = new Uint32Array(4 * 255 + 1);
  let sampleCount = 0;
  for (let index = 1; index < width * height - 1; index += GRAIN_STRIDE) {
    const change = Math.abs(
      (data[index - 1] ?? 0) - 2 * (data[index] ?? 0) + (data[index + 1] ?? 0),
    );
    counts[change] = (counts[change] ?? 0) + 1;
    sampleCount += 1;
  }
  let median = 0;
  for (let below = counts[0] ?? 0; 2 * below < sampleCount; below += counts[median] ?? 0)
    median += 1;
  return median / MEDIAN_OF_NOISE;
}

/** Applies the gamma curve: keeps black, white and the order of tones. */
export function brighten({ width, height, data }: Grey, output: Uint8Array): void {
  for (let index = 0; index < width * height; index += 1)
    output[index] = BRIGHTENED[data[index] ?? 0] ?? 0;
}

/** Column sums of the window, and their prefix sums; reused between frames. */
let columnSums = new Int32Array(0);
let prefixSums = new Int32Array(0);

/**
 * Applies an adaptive threshold: a pixel is white (255) unless it's darker than the mean of the surrounding square by
 * `below` or more. At the borders, only pixels inside the image count.
 * @param window side of the square in pixels, odd
 * @param below grey levels
 */
export function adaptiveThreshold(
  { width, height, data }: Grey,
  output: Uint8Array,
  window = WINDOW,
  below = BELOW_MEAN,
): void {
  if (columnSums.length < width) {
    columnSums = new Int32Array(width);
    prefixSums = new Int32Array(width + 1);
  }
  columnSums.fill(0);
  const halfWindow = window >> 1;
  for (let row = 0; row < Math.min(halfWindow, height); row += 1)
    addRow(data, row * width, width, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + halfWindow < height) addRow(data, (y + halfWindow) * width, width, 1);
    if (y - halfWindow > 0) addRow(data, (y - halfWindow - 1) * width, width, -1);
    for (let x = 0; x < width; x += 1)
      prefixSums[x + 1] = (prefixSums[x] ?? 0) + (columnSums[x] ?? 0);
    const rows = Math.min(height, y + halfWindow + 1) - Math.max(0, y - halfWindow);
    for (let x = 0, index = y * width; x < width; x += 1, index += 1) {
      const left = Math.max(0, x - halfWindow);
      const right = Math.min(width, x + halfWindow + 1);
      const sum = (prefixSums[right] ?? 0) - (prefixSums[left] ?? 0);
      // Instead of dividing the sum by the number of pixels, multiply the pixel's value by that number.
      output[index] = ((data[index] ?? 0) + below) * rows * (right - left) > sum ? 255 : 0;
    }
  }
}

/** Adds a row to the column sums (`sign` 1) or subtracts it (-1). */
function addRow(data: Uint8Array, from: number, width: number, sign: 1 | -1): void {
  for (let x = 0; x < width; x += 1) {
    columnSums[x] = (columnSums[x] ?? 0) + sign * (data[from + x] ?? 0);
  }
}
