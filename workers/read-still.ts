/** Finds every code of a still picture. Nobody aims a picture, and there is no next frame: it may take longer. */
import { sortByDistance, readCodes } from './decode.ts';
import {
  frameSize,
  isSameCode,
  type CodeHit,
  type Crop,
  type FrameReading,
  type Pass,
  type Pixels,
} from './frame.ts';

/** A pallet full of labels; the limit bounds what a picture made for it could cost. */
const SYMBOLS_MAX = 100;
/** A longer side is scaled down to this for the look at full size: 12 megapixels of the usual 4:3. */
const FULL_SIDE = 4096;
/** Full size is looked at in parts with at most this side, in scaled pixels: 16 MB each, whatever the picture has. */
const PART_SIDE = 2048;
/** What neighbouring parts share. A code that was too small for the other looks is not cut in two by it. */
const PART_OVERLAP = 512;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One look: a rectangle of the source, the size in pixels it is scaled to, and how hard to look. */
export interface ReadAttempt {
  readonly part: Crop;
  readonly size: Size;
  readonly pass: Pass;
}

/** The looks at a picture of that size: whole in both passes, then at full size in parts, where that is more. */
export function planAttempts(source: Size): readonly ReadAttempt[] {
  const whole = wholeOf(source);
  const looks = (['fast', 'thorough'] as const).map((pass): ReadAttempt => ({
    part: whole,
    size: frameSize(whole, pass),
    pass,
  }));
  const side = Math.max(source.width, source.height);
  const scale = Math.min(1, FULL_SIDE / side);
  const full = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  // The thorough pass has seen it at full size then.
  if (looks.some(({ size }) => Math.max(size.width, size.height) === side)) return looks;
  for (const row of spans(full.height)) {
    for (const column of spans(full.width)) {
      const part = {
        x: column.from / scale,
        y: row.from / scale,
        width: column.length / scale,
        height: row.length / scale,
      };
      looks.push({ part, size: { width: column.length, height: row.length }, pass: 'thorough' });
    }
  }
  return looks;
}

/** A bitmap's size is no property of its own: it is lost where one is spread. */
function wholeOf({ width, height }: Size): Crop {
  return { x: 0, y: 0, width, height };
}

/** Cuts a length of whole pixels into the fewest equal spans that are short enough and overlap. */
function spans(total: number): readonly { from: number; length: number }[] {
  if (total <= PART_SIDE) return [{ from: 0, length: total }];
  const count = Math.ceil((total - PART_OVERLAP) / (PART_SIDE - PART_OVERLAP));
  const step = (total - PART_OVERLAP) / count;
  const length = Math.ceil(step) + PART_OVERLAP;
  return Array.from({ length: count }, (_, index) => ({
    from: Math.min(Math.floor(index * step), total - length),
    length,
  }));
}

/**
 * Reads every code of a picture, the one nearest its middle first. What several looks found at one place
 * is told once; one text at two places is two codes.
 * @param pixelsOf scales a part of the picture; what it gave before is not needed any more then
 */
export async function readStill(
  source: Size,
  pixelsOf: (look: ReadAttempt) => Pixels | Promise<Pixels>,
): Promise<FrameReading> {
  const hits: CodeHit[] = [];
  let brightness: number | null = null;
  let msToDecode = 0;
  for (const look of planAttempts(source)) {
    const reading = await readCodes(await pixelsOf(look), look.part, look.pass, SYMBOLS_MAX);
    for (const hit of reading.hits) {
      if (!hits.some((other) => isSameCode(other, hit))) hits.push(hit);
    }
    brightness ??= reading.brightness;
    msToDecode += reading.msToDecode;
  }
  return { hits: sortByDistance(hits, wholeOf(source)), brightness: brightness ?? 0, msToDecode };
}
