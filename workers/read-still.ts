/** Finds all codes in a still image. There is no next frame to try, so this may take longer than a camera frame. */
import { sortByDistance, readCodes, type ReadLimits } from './decode.ts';
import {
  frameSize,
  isSameCode,
  type CodeHit,
  type Crop,
  type FrameReading,
  type Pixels,
  type StillPass,
} from './frame.ts';

/** This is enough for a pallet of labels, and limits the cost of a malicious image. */
const LIMITS: ReadLimits = { codes: 100, retriesAllCodes: true };
/** Limit for the longer side in the full-size attempt: 12 megapixels at 4:3. */
const FULL_SIDE = 4096;
/** Maximum side of a tile at full size, in scaled pixels: 16 MB each, however large the image is. */
const TILE_SIDE = 2048;
/** Overlap of neighbouring tiles, so that a small code is always complete in at least one of them. */
const TILE_OVERLAP = 512;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One attempt: a rectangle of the source, its scaled size in pixels, and the pass. */
export interface ReadAttempt {
  readonly part: Crop;
  readonly size: Size;
  readonly pass: StillPass;
}

/**
 * Plans the attempts for an image: first the whole image scaled down, then all of it at full size,
 * in tiles if it's large. The plain pass leaves dark images as they are, and reads some codes that
 * the other passes miss.
 */
export function planAttempts(source: Size): readonly ReadAttempt[] {
  const fullFrame = fullCrop(source);
  const attempts = (['fast', 'thorough'] as const).map((pass): ReadAttempt => ({
    part: fullFrame,
    size: frameSize(fullFrame, pass),
    pass,
  }));
  const side = Math.max(source.width, source.height);
  const scale = Math.min(1, FULL_SIDE / side);
  const fullSize = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  // The scaled image may already be full size.
  const isCovered = attempts.some(({ size }) => Math.max(size.width, size.height) === side);
  const passes = isCovered ? (['plain'] as const) : (['thorough', 'plain'] as const);
  for (const row of spans(fullSize.height)) {
    for (const column of spans(fullSize.width)) {
      const part = {
        x: column.start / scale,
        y: row.start / scale,
        width: column.length / scale,
        height: row.length / scale,
      };
      const size = { width: column.length, height: row.length };
      for (const pass of passes) attempts.push({ part, size, pass });
    }
  }
  return attempts;
}

/** Returns a crop of the whole source. Spreading a bitmap would lose its width and height, which are inherited. */
function fullCrop({ width, height }: Size): Crop {
  return { x: 0, y: 0, width, height };
}

/** Splits a length into the fewest equal, overlapping spans of allowed length, in whole pixels. */
function spans(total: number): readonly { start: number; length: number }[] {
  if (total <= TILE_SIDE) return [{ start: 0, length: total }];
  const count = Math.ceil((total - TILE_OVERLAP) / (TILE_SIDE - TILE_OVERLAP));
  const step = (total - TILE_OVERLAP) / count;
  const length = Math.ceil(step) + TILE_OVERLAP;
  return Array.from({ length: count }, (_, index) => ({
    start: Math.min(Math.floor(index * step), total - length),
    length,
  }));
}

/**
 * Reads all codes in an image, nearest to its centre first. A code found by several attempts is
 * reported once; the same text in two places counts as two codes.
 * @param pixelsOf scales part of the image; may reuse the previous result's memory
 */
export async function readStill(
  source: Size,
  pixelsOf: (attempt: ReadAttempt) => Pixels | Promise<Pixels>,
): Promise<FrameReading> {
  const hits: CodeHit[] = [];
  let brightness: number | null = null;
  let msToDecode = 0;
  for (const attempt of planAttempts(source)) {
    const reading = await readCodes(await pixelsOf(attempt), attempt.part, attempt.pass, LIMITS);
    for (const hit of reading.hits) {
      if (!hits.some((other) => isSameCode(other, hit))) hits.push(hit);
    }
    brightness ??= reading.brightness;
    msToDecode += reading.msToDecode;
  }
  return { hits: sortByDistance(hits, fullCrop(source)), brightness: brightness ?? 0, msToDecode };
}
