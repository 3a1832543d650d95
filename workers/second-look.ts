/**
 * Takes a second look at a code that was found but not decoded: flattens the code to a square patch and binarises it
 * by local brightness, so that the decoder can read the patch instead of the frame.
 */
import { paint, type Grey } from './frame-contrast.ts';
import type { Corners, Pixels, Point } from './frame.ts';

/** Side of the patch in pixels. */
export const PATCH_SIDE = 300;
/** Background around the code in the patch, as a share of the code's side. */
const MARGIN = 0.1;
/** Sides of the two squares around a pixel, in pixels. The pixel is compared with their mean brightness. */
const NEAR_SIDE = 15;
const WIDE_SIDE = 61;
/** Side of the square whose mean is compared instead of the single pixel, to reduce grain. */
const CENTRE_SIDE = 5;
/** Weight of the near square's mean, 0 to 1; the wide square's mean gets the rest. */
const NEAR_SHARE = 2 / 3;
/** A pixel is black if it's darker than the mean by at least this many grey levels. */
const BELOW_MEAN = 2 / 3;

/** Codes with a shorter side have too few pixels; codes with a longer one fill most of the image. */
const MIN_SIDE = 36;
const MAX_SIDE = 860;

/** Reused for all patches. */
const patch = { width: PATCH_SIDE, height: PATCH_SIDE, data: new Uint8Array(PATCH_SIDE ** 2) };
const sums = new Uint32Array((PATCH_SIDE + 1) ** 2);
const [centreMeans, nearMeans, wideMeans] = [rowOfMeans(), rowOfMeans(), rowOfMeans()];
const blackAndWhite = { ...patch, data: new Uint8Array(PATCH_SIDE ** 2) };
const paintedPatch: Pixels = { ...patch, data: new Uint8ClampedArray(4 * PATCH_SIDE ** 2) };

function rowOfMeans(): Float64Array {
  return new Float64Array(PATCH_SIDE);
}

/** True if a code has a size for which a second look can help. */
export function isWorthSecondLook(corners: Corners): boolean {
  const sides = corners.map((corner, index) => {
    const nextCorner = corners[(index + 1) % 4] ?? corner;
    return Math.hypot(nextCorner.x - corner.x, nextCorner.y - corner.y);
  });
  return Math.min(...sides) >= MIN_SIDE && Math.max(...sides) <= MAX_SIDE;
}

/**
 * Draws a code as a black and white square.
 * @param corners of the code in the frame
 * @returns pixels that the next call overwrites
 */
export function flatten(frame: Grey, corners: Corners): Pixels {
  rectify(frame, corners, patch.data);
  sumAreas(patch, sums);
  for (let y = 0, index = 0; y < PATCH_SIDE; y += 1) {
    computeRowMeans(sums, PATCH_SIDE, y, CENTRE_SIDE, centreMeans);
    computeRowMeans(sums, PATCH_SIDE, y, NEAR_SIDE, nearMeans);
    computeRowMeans(sums, PATCH_SIDE, y, WIDE_SIDE, wideMeans);
    for (let x = 0; x < PATCH_SIDE; x += 1, index += 1) {
      const mean = NEAR_SHARE * (nearMeans[x] ?? 0) + (1 - NEAR_SHARE) * (wideMeans[x] ?? 0);
      blackAndWhite.data[index] = (centreMeans[x] ?? 0) > mean - BELOW_MEAN ? 255 : 0;
    }
  }
  paint(blackAndWhite, paintedPatch);
  return paintedPatch;
}

/** Maps a point of the patch to the frame. */
export function patchToFrame(corners: Corners): (point: Point) => Point {
  const [xu, xv, x0, yu, yv, y0, g, h] = perspectiveTo(corners);
  return ({ x, y }) => {
    const [u, v] = [toUnit(x), toUnit(y)];
    const depth = g * u + h * v + 1;
    return { x: (xu * u + xv * v + x0) / depth, y: (yu * u + yv * v + y0) / depth };
  };
}

/**
 * Position in the patch relative to the code: 0 at its left or top side, 1 at its right or bottom
 * side.
 */
function toUnit(pixels: number): number {
  return (pixels / PATCH_SIDE) * (1 + 2 * MARGIN) - MARGIN;
}

/** Samples the frame into the patch, interpolating between four pixels. */
function rectify({ width, height, data }: Grey, corners: Corners, out: Uint8Array): void {
  const [xu, xv, x0, yu, yv, y0, g, h] = perspectiveTo(corners);
  for (let row = 0, index = 0; row < PATCH_SIDE; row += 1) {
    const v = toUnit(row + 0.5);
    for (let column = 0; column < PATCH_SIDE; column += 1, index += 1) {
      const u = toUnit(column + 0.5);
      const depth = g * u + h * v + 1;
      const x = Math.min(width - 1, Math.max(0, (xu * u + xv * v + x0) / depth));
      const y = Math.min(height - 1, Math.max(0, (yu * u + yv * v + y0) / depth));
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const pixel = top * width + left;
      const right = left + 1 < width ? 1 : 0;
      const down = top + 1 < height ? width : 0;
      const topLeft = data[pixel] ?? 0;
      const above = topLeft + ((data[pixel + right] ?? 0) - topLeft) * (x - left);
      const bottomLeft = data[pixel + down] ?? 0;
      const below = bottomLeft + ((data[pixel + down + right] ?? 0) - bottomLeft) * (x - left);
      out[index] = above + (below - above) * (y - top) + 0.5;
    }
  }
}

/**
 * Perspective that maps the unit square to four corners (Heckbert 1989): x is (xu·u + xv·v + x0) /
 * depth, y is (yu·u + yv·v + y0) / depth, and depth is g·u + h·v + 1.
 * @returns xu, xv, x0, yu, yv, y0, g, h
 */
function perspectiveTo([a, b, c, d]: Corners) {
  const [dx1, dy1] = [b.x - c.x, b.y - c.y];
  const [dx2, dy2] = [d.x - c.x, d.y - c.y];
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [xu, yu] = [b.x - a.x + g * b.x, b.y - a.y + g * b.y];
  const [xv, yv] = [d.x - a.x + h * d.x, d.y - a.y + h * d.y];
  return [xu, xv, a.x, yu, yv, a.y, g, h] as const;
}

/** Computes a summed-area table, in which each entry is the sum of all pixels above and left of it. */
export function sumAreas({ width, height, data }: Grey, out: Uint32Array): void {
  const stride = width + 1;
  out.fill(0, 0, stride);
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    out[(y + 1) * stride] = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      out[(y + 1) * stride + x + 1] = row + (out[y * stride + x + 1] ?? 0);
    }
  }
}

/**
 * Computes the means of the squares around each pixel of a row. Pixels outside the image don't count.
 * @param window side of the squares in pixels, odd
 */
export function computeRowMeans(
  table: Uint32Array,
  side: number,
  y: number,
  window: number,
  out: Float64Array,
): void {
  const halfWindow = window >> 1;
  const [top, bottom] = [Math.max(0, y - halfWindow), Math.min(side, y + halfWindow + 1)];
  const [above, below] = [top * (side + 1), bottom * (side + 1)];
  for (let x = 0; x < side; x += 1) {
    const left = Math.max(0, x - halfWindow);
    const right = Math.min(side, x + halfWindow + 1);
    const down = (table[below + right] ?? 0) - (table[below + left] ?? 0);
    const up = (table[above + right] ?? 0) - (table[above + left] ?? 0);
    out[x] = (down - up) / ((right - left) * (bottom - top));
  }
}
