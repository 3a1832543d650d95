/** Reads the QR codes in one frame's pixels. Requires zxing's WebAssembly to be prepared. */
import {
  prepareZXingModule,
  readBarcodes,
  type ReaderOptions,
  type ReadResult,
} from 'zxing-wasm/reader';
import { binarise, brightenDark, toGrey, type Grey } from './frame-contrast.ts';
import {
  DARK_THRESHOLD,
  type CodeHit,
  type Corners,
  type Crop,
  type FrameReading,
  type Pass,
  type Pixels,
  type Point,
} from './frame.ts';
import { flatten, isWorthSecondLook, patchToFrame } from './second-look.ts';

/** A camera view never shows more labels; the limit bounds the worst case. */
const MAX_CODES = 8;
/** Codes that the decoder finds for each one that counts, because it can't decode some. */
const FOUND_PER_CODE = 2;

const common: ReaderOptions = {
  // Format of the labels. "QRCode" also includes Micro QR, rMQR and model 1, and detected a small code that
  // wasn't there.
  formats: ['QRCodeModel2'],
  downscaleThreshold: 200,
  downscaleFactor: 2,
  textMode: 'Plain',
  // Codes that were found but not decoded get a second look.
  returnErrors: true,
};

const fast: ReaderOptions = { ...common, tryHarder: false };
const thorough: ReaderOptions = { ...common, tryHarder: true, tryDenoise: true };
/**
 * Binarised pixels need no threshold in the decoder. Inverted codes are left to the other passes: looking for
 * them here raises the slowest frames from 15 to 21 ms.
 */
const blackAndWhite: ReaderOptions = { ...thorough, binarizer: 'FixedThreshold', tryInvert: false };
/** The patch is small, but half its size still helps with grain. */
const flattened: ReaderOptions = {
  ...blackAndWhite,
  downscaleThreshold: 150,
  maxNumberOfSymbols: 1,
};

interface Prepared {
  readonly options: ReaderOptions;
  /** The frame in grey before it was repainted; null if it wasn't. */
  readonly original: Grey | null;
}

/** Prepares the pixels for a pass, and chooses the decoder's options. */
function prepare(pixels: Pixels, pass: Pass, light: number): Prepared {
  if (pass === 'fast') return { options: fast, original: null };
  const isDark = light < DARK_THRESHOLD;
  if (pass === 'thorough' && !isDark) return { options: thorough, original: null };
  const original = toGrey(pixels);
  if (isDark) brightenDark(original, pixels);
  else binarise(original, pixels);
  return { options: isDark ? thorough : blackAndWhite, original };
}

/**
 * Decodes the codes of a frame, nearest to the crop's centre first.
 * @param pixels the scaled frame; the `evened` pass overwrites it
 * @param crop position of the frame in the source; corners are in source pixels
 * @param maxCodes maximum number of codes, at most 127
 */
export async function readCodes(
  pixels: Pixels,
  crop: Crop,
  pass: Pass,
  maxCodes = MAX_CODES,
): Promise<FrameReading> {
  const light = brightness(pixels);
  // Otherwise another frame could overwrite the shared memory while the decoder loads.
  await prepareZXingModule({ fireImmediately: true });
  const startedAt = performance.now();
  const { options, original } = prepare(pixels, pass, light);
  // The decoder only reads width, height and data, so a full ImageData isn't needed.
  const results = await readBarcodes(pixels as ImageData, {
    ...options,
    maxNumberOfSymbols: FOUND_PER_CODE * maxCodes,
  });
  const found = sortByDistance(results.map(toHit), {
    x: 0,
    y: 0,
    width: pixels.width,
    height: pixels.height,
  });
  let hits = found.filter(({ text }) => text !== '');
  const failed = found.find(({ corners }) => isWorthSecondLook(corners));
  if (hits.length === 0 && failed) {
    hits = await readAgain(original ?? toGrey(pixels), failed.corners);
  }
  const msToDecode = performance.now() - startedAt;
  const toSource = ({ x, y }: Point): Point => ({
    x: crop.x + (x * crop.width) / pixels.width,
    y: crop.y + (y * crop.height) / pixels.height,
  });
  return {
    hits: hits.slice(0, maxCodes).map((hit) => moved(hit, toSource)),
    brightness: light,
    msToDecode,
  };
}

async function readAgain(frame: Grey, corners: Corners): Promise<CodeHit[]> {
  const results = await readBarcodes(flatten(frame, corners) as ImageData, flattened);
  const toFrame = patchToFrame(corners);
  return results
    .map(toHit)
    .filter(({ text }) => text !== '')
    .map((hit) => moved(hit, toFrame));
}

/** @returns a hit in the decoder's pixels; its text is empty if the code was found but not decoded */
function toHit({ isValid, text, position }: ReadResult): CodeHit {
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  return { text: isValid ? text : '', corners: [topLeft, topRight, bottomRight, bottomLeft] };
}

function moved({ text, corners: [a, b, c, d] }: CodeHit, to: (point: Point) => Point): CodeHit {
  return { text, corners: [to(a), to(b), to(c), to(d)] };
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
