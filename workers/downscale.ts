/** Computes the sizes of stored photos. These functions are pure; the worker does the drawing. */

/** Scale of each side of a product photo (spec 1 §5). */
const PHOTO_SHRINK = 1 / 4;
/** JPEG quality of stored photos, 0 to 1 (spec 1 §5). */
export const PHOTO_JPEG_QUALITY = 0.65;
/** Minimum length of the longer side in pixels, so that the data plate stays readable. */
const MIN_PHOTO_SIDE = 800;
/** Maximum number of pixels in a canvas, because iOS draws nothing on a larger one. */
export const MAX_CANVAS_PIXELS = 16_777_216;

/** Scale of each side of a photo that must shrink further. */
const REDUCED_SCALE = 0.7;
/** JPEG quality of a photo that must shrink further, 0 to 1. */
export const REDUCED_JPEG_QUALITY = 0.5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of the stored photo, in whole pixels.
 * @param keepSize true on iOS, where photos are only re-encoded (spec 1 §5), within the canvas size limit
 */
export function downscaledSize(originalSize: Size, keepSize: boolean): Size {
  const scale = keepSize ? canvasScale(originalSize) : shrinkScale(originalSize);
  return {
    width: Math.max(1, Math.floor(originalSize.width * scale)),
    height: Math.max(1, Math.floor(originalSize.height * scale)),
  };
}

/**
 * Returns the next smaller size, in whole pixels, for a photo that is still too large to upload. The smaller photo has
 * about half the bytes.
 * @returns null if the data plate would become unreadable
 */
export function reducedSize({ width, height }: Size): Size | null {
  const minScale = MIN_PHOTO_SIDE / Math.max(width, height);
  if (minScale >= 1) return null;
  const scale = Math.max(REDUCED_SCALE, minScale);
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) };
}

/** Returns a photo's size, in whole pixels, with its longer side reduced to at most `maxSide`. Never enlarges it. */
export function fittedSize({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Returns the largest centred square, in whole pixels. */
export function squareCrop({ width, height }: Size): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

function canvasScale({ width, height }: Size): number {
  return Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
}

function shrinkScale({ width, height }: Size): number {
  const minScale = MIN_PHOTO_SIDE / Math.max(width, height);
  return Math.min(1, Math.max(PHOTO_SHRINK, minScale));
}
