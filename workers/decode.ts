/** Reads the QR codes in one frame's pixels. Requires zxing's WebAssembly to be prepared. */
import { readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
import { binarise, brightenDark } from './frame-contrast.ts';
import {
  DARK_THRESHOLD,
  type CodeHit,
  type Crop,
  type FrameReading,
  type Pass,
  type Pixels,
  type Point,
} from './frame.ts';

/** A camera view never shows more labels; the limit bounds the worst case. */
const MAX_SYMBOLS = 8;

const common: ReaderOptions = {
  // Format of the labels. "QRCode" also includes Micro QR, rMQR and model 1, and detected a small code that
  // wasn't there.
  formats: ['QRCodeModel2'],
  downscaleThreshold: 200,
  downscaleFactor: 2,
  textMode: 'Plain',
};

const fast: ReaderOptions = { ...common, tryHarder: false };
const thorough: ReaderOptions = { ...common, tryHarder: true, tryDenoise: true };
/**
 * Binarised pixels need no threshold in the decoder. Inverted codes are left to the other passes: looking for
 * them here raises the slowest frames from 15 to 21 ms.
 */
const blackAndWhite: ReaderOptions = { ...thorough, binarizer: 'FixedThreshold', tryInvert: false };

/** Prepares the pixels for a pass. @returns the decoder's options */
function prepare(pixels: Pixels, pass: Pass, light: number): ReaderOptions {
  if (pass === 'fast') return fast;
  const isDark = light < DARK_THRESHOLD;
  if (isDark) brightenDark(pixels);
  if (isDark || pass === 'thorough') return thorough;
  binarise(pixels);
  return blackAndWhite;
}

/**
 * Decodes the codes of a frame, nearest to the crop's centre first.
 * @param pixels the scaled frame; the `evened` pass overwrites it
 * @param crop position of the frame in the source; corners are in source pixels
 * @param maxSymbols maximum number of codes, at most 255
 */
export async function readCodes(
  pixels: Pixels,
  crop: Crop,
  pass: Pass,
  maxSymbols = MAX_SYMBOLS,
): Promise<FrameReading> {
  const light = brightness(pixels);
  const startedAt = performance.now();
  const options = prepare(pixels, pass, light);
  // The decoder only reads width, height and data, so a full ImageData isn't needed.
  const results = await readBarcodes(pixels as ImageData, {
    ...options,
    maxNumberOfSymbols: maxSymbols,
  });
  const msToDecode = performance.now() - startedAt;
  const hits = results.filter((result) => result.isValid && result.text !== '');
  return {
    hits: sortByDistance(
      hits.map((result) => toHit(result, pixels, crop)),
      crop,
    ),
    brightness: light,
    msToDecode,
  };
}

function toHit(result: ReadResult, pixels: Pixels, crop: Crop): CodeHit {
  const toSource = ({ x, y }: Point): Point => ({
    x: crop.x + (x * crop.width) / pixels.width,
    y: crop.y + (y * crop.height) / pixels.height,
  });
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  return {
    text: result.text,
    corners: [toSource(topLeft), toSource(topRight), toSource(bottomRight), toSource(bottomLeft)],
  };
}

/** Sorts hits by distance from the crop's centre, where people aim. */
export function sortByDistance(hits: readonly CodeHit[], crop: Crop): readonly CodeHit[] {
  const centre = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  return hits.toSorted((a, b) => distance(a, centre) - distance(b, centre));
}

function distance({ corners }: CodeHit, to: Point): number {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  return Math.hypot(x - to.x, y - to.y);
}

/** Every 64th pixel is enough for the mean. */
const BRIGHTNESS_STRIDE = 64 * 4;

/** Returns the mean luma, 0 to 1 (Rec. 601 weights). */
export function brightness({ data }: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += BRIGHTNESS_STRIDE) {
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 0 : sum / count / 255;
}
