/** Reads the QR codes in one frame's pixels. Requires zxing's WebAssembly to be prepared. */
import {
  prepareZXingModule,
  readBarcodes,
  type ReaderOptions,
  type ReadResult,
} from 'zxing-wasm/reader';
import {
  binarise,
  binariseFinely,
  brightenDark,
  grainOf,
  paint,
  soften,
  toGrey,
  type Grey,
} from './frame-contrast.ts';
import {
  DARK_THRESHOLD,
  type CodeHit,
  type Crop,
  type FrameReading,
  type Pixels,
  type Point,
  type StillPass,
} from './frame.ts';
import { flatten, isWorthSecondLook, patchToFrame } from './second-look.ts';
import { AXES, enlargedToFrame, enlargeMiddle, squeeze, unsqueeze } from './scale-frame.ts';

/** Limits for reading an image. */
export interface ReadLimits {
  /** Maximum number of codes; the decoder finds up to twice as many, because it can't decode some. */
  readonly codes: number;
  /**
   * True to take a second look at every undecoded code; otherwise only at one, and only if nothing
   * was decoded.
   */
  readonly retriesAllCodes: boolean;
}

/** More codes than a camera view ever shows, to bound the worst case. */
const FRAME_LIMITS: ReadLimits = { codes: 8, retriesAllCodes: false };

const commonOptions: ReaderOptions = {
  // The labels' format. `QRCode` would add Micro QR, rMQR and model 1, and detected a small code where there was none.
  formats: ['QRCodeModel2'],
  downscaleThreshold: 200,
  downscaleFactor: 2,
  textMode: 'Plain',
  // Codes that were found but not decoded get a second look.
  returnErrors: true,
};

const plainOptions: ReaderOptions = {
  ...commonOptions,
  tryHarder: true,
  downscaleThreshold: 500,
  downscaleFactor: 3,
};
const fastOptions: ReaderOptions = { ...commonOptions, tryHarder: false };
const thoroughOptions: ReaderOptions = { ...commonOptions, tryHarder: true, tryDenoise: true };
/**
 * Binarised pixels need no threshold in the decoder. Inverted codes are left to the other passes: looking for
 * them here slows the slowest frames down from 15 to 21 ms.
 */
const blackAndWhiteOptions: ReaderOptions = {
  ...thoroughOptions,
  binarizer: 'FixedThreshold',
  tryInvert: false,
};
/** The patch is already small, but trying it at half size too helps against grain. */
const patchOptions: ReaderOptions = {
  ...blackAndWhiteOptions,
  downscaleThreshold: 150,
  maxNumberOfSymbols: 1,
};

/** Standard deviation of the grain, in grey levels, above which thorough passes soften the frame. */
const GRAIN_THRESHOLD = 6;

interface PreparedFrame {
  readonly options: ReaderOptions;
  /** The frame in greyscale, before any repainting; null if this pass didn't need it. */
  readonly original: Grey | null;
}

/** Prepares the pixels for a pass, and chooses the decoder's options. */
function prepare(pixels: Pixels, pass: StillPass, frameBrightness: number): PreparedFrame {
  if (pass === 'fast' || pass === 'close') return { options: fastOptions, original: null };
  if (pass === 'plain') return { options: plainOptions, original: null };
  const isDark = frameBrightness < DARK_THRESHOLD;
  const original = toGrey(pixels);
  const isSoftened = pass === 'thorough' && grainOf(original) > GRAIN_THRESHOLD;
  const source = isSoftened ? soften(original) : original;
  if (isDark) brightenDark(source, pixels);
  else if (pass === 'binarised') binarise(source, pixels);
  else if (pass === 'fine') binariseFinely(source, pixels);
  else if (isSoftened) paint(source, pixels);
  return {
    options: isDark || pass === 'thorough' ? thoroughOptions : blackAndWhiteOptions,
    original,
  };
}

/**
 * Decodes the codes of a frame, nearest to the crop's centre first.
 * @param pixels the scaled frame; dark, grainy and binarised frames are overwritten
 * @param crop position of the frame in the source; corners are in source pixels
 */
export async function readCodes(
  pixels: Pixels,
  crop: Crop,
  pass: StillPass,
  { codes, retriesAllCodes } = FRAME_LIMITS,
): Promise<FrameReading> {
  const { width, height } = pixels;
  const frameBrightness = brightness(pixels);
  // Load the decoder first: while it loads, another frame could overwrite the shared memory.
  await prepareZXingModule({ fireImmediately: true });
  const startedAt = performance.now();
  const { options, original } = prepare(pixels, pass, frameBrightness);
  // The decoder only reads width, height and data, so a full ImageData isn't needed.
  const results = await readBarcodes(pixels as ImageData, {
    ...options,
    maxNumberOfSymbols: 2 * codes,
  });
  const foundHits = results.map(toHit);
  const isRead = foundHits.some(({ text }) => text !== '');
  const needsFrame = (pass === 'close' && !isRead) || results.some(({ isValid }) => !isValid);
  const frame = needsFrame ? (original ?? toGrey(pixels)) : null;
  if (frame && !isRead && results.some(isOblong)) foundHits.push(...(await readSqueezed(frame)));
  // The squeezed frame may already have yielded a text.
  if (frame && pass === 'close' && foundHits.every(({ text }) => text === ''))
    foundHits.push(...(await readMiddle(frame)));
  const candidates = sortByDistance(foundHits, { x: 0, y: 0, width, height });
  const hits = candidates.filter(({ text }) => text !== '');
  const undecodedHits = candidates.filter(
    (hit) => hit.text === '' && isWorthSecondLook(hit.corners),
  );
  const maxRetries = hits.length === 0 ? 1 : 0;
  const retriedHits = undecodedHits.slice(0, retriesAllCodes ? codes : maxRetries);
  if (frame) hits.push(...(await readAgain(frame, retriedHits)));
  const msToDecode = performance.now() - startedAt;
  const toSource = ({ x, y }: Point): Point => ({
    x: crop.x + (x * crop.width) / width,
    y: crop.y + (y * crop.height) / height,
  });
  return {
    hits: hits.slice(0, codes).map((hit) => mapCorners(hit, toSource)),
    brightness: frameBrightness,
    msToDecode,
  };
}

/** True if a code was found but seems to have no valid size, mostly because it's seen from a steep angle. */
function isOblong({ error }: ReadResult): boolean {
  return error.includes('Invalid symbol size');
}

/** Finds codes in a frame that is squeezed along one axis, or along the other if there are none. */
async function readSqueezed(frame: Grey): Promise<CodeHit[]> {
  for (const axis of AXES) {
    const results = await readBarcodes(squeeze(frame, axis) as ImageData, fastOptions);
    const hits = results.filter((result) => !isOblong(result)).map(toHit);
    if (hits.length > 0) {
      return hits.map((hit) => mapCorners(hit, (point) => unsqueeze(point, axis)));
    }
  }
  return [];
}

/** Finds small codes in the middle of a frame. */
async function readMiddle(frame: Grey): Promise<CodeHit[]> {
  // The decoder fails without pixels.
  if (Math.min(frame.width, frame.height) < 2) return [];
  const results = await readBarcodes(enlargeMiddle(frame) as ImageData, fastOptions);
  return results.map(toHit).map((hit) => mapCorners(hit, (point) => enlargedToFrame(point, frame)));
}

/** Takes a second look at codes that were found but not decoded. */
async function readAgain(frame: Grey, undecodedHits: readonly CodeHit[]): Promise<CodeHit[]> {
  const hits: CodeHit[] = [];
  for (const { corners } of undecodedHits) {
    const results = await readBarcodes(flatten(frame, corners) as ImageData, patchOptions);
    const hit = results.map(toHit).find(({ text }) => text !== '');
    if (hit) hits.push(mapCorners(hit, patchToFrame(corners)));
  }
  return hits;
}

/** @returns a hit in the decoder's pixels; its text is empty if the code was found but not decoded */
function toHit({ isValid, text, position }: ReadResult): CodeHit {
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  return { text: isValid ? text : '', corners: [topLeft, topRight, bottomRight, bottomLeft] };
}

function mapCorners(
  { text, corners: [a, b, c, d] }: CodeHit,
  mapPoint: (point: Point) => Point,
): CodeHit {
  return { text, corners: [mapPoint(a), mapPoint(b), mapPoint(c), mapPoint(d)] };
}

/** Sorts hits by distance from the crop's centre, where users aim. */
export function sortByDistance(hits: readonly CodeHit[], crop: Crop): readonly CodeHit[] {
  const centre = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  return hits.toSorted((a, b) => distance(a, centre) - distance(b, centre));
}

function distance({ corners }: CodeHit, point: Point): number {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  return Math.hypot(x - point.x, y - point.y);
}

/** Every 64th pixel is enough for the mean. */
const BRIGHTNESS_STRIDE = 64 * 4;

/** Returns the mean luma, 0 to 1 (Rec. 601 weights). */
export function brightness({ data }: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let index = 0; index + 2 < data.length; index += BRIGHTNESS_STRIDE) {
    sum +=
      0.299 * (data[index] ?? 0) + 0.587 * (data[index + 1] ?? 0) + 0.114 * (data[index + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 0 : sum / count / 255;
}
