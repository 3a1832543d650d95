/** How large a photo is kept. Pure; the worker does the drawing. */

/** Product photos are kept at a quarter of their size, each side (spec 1 §5). */
const PHOTO_SHRINK = 1 / 4;
/** JPEG quality of kept photos, 0 to 1 (spec 1 §5). */
export const PHOTO_JPEG_QUALITY = 0.65;
/** A small photo is not made so small that nobody can read the tag on it: pixels of the longer side. */
const PHOTO_SIDE_MIN = 800;
/** iOS draws nothing on a canvas with more pixels. */
export const MAX_CANVAS_PIXELS = 16_777_216;

/** Each time a photo is to be made smaller once more: each side, and the quality of the JPEG. */
const REDUCE = 0.7;
export const REDUCED_JPEG_QUALITY = 0.5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size a photo is kept at, in whole pixels.
 * @param keepSize true on iOS, where photos are only encoded anew (spec 1 §5), as far as a canvas holds
 */
export function downscaledSize(original: Size, keepSize: boolean): Size {
  const scale = keepSize ? canvasScale(original) : shrinkScale(original);
  return {
    width: Math.max(1, Math.floor(original.width * scale)),
    height: Math.max(1, Math.floor(original.height * scale)),
  };
}

/**
 * The next smaller size of a photo that is still too large for the way, in whole pixels: about half its bytes.
 * @returns null where nobody could read the tag on a smaller one
 */
export function reducedSize({ width, height }: Size): Size | null {
  const least = PHOTO_SIDE_MIN / Math.max(width, height);
  if (least >= 1) return null;
  const scale = Math.max(REDUCE, least);
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) };
}

/** The largest square in the middle of a picture, in whole pixels. */
export function squareCrop({ width, height }: Size): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

function canvasScale({ width, height }: Size): number {
  return Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
}

function shrinkScale({ width, height }: Size): number {
  const least = PHOTO_SIDE_MIN / Math.max(width, height);
  return Math.min(1, Math.max(PHOTO_SHRINK, least));
}
