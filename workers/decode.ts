/** Reads the QR codes of one frame's pixels. Runs wherever zxing's WebAssembly has been prepared. */
import { readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
import { binarise, brightenDark } from './even-light.ts';
import {
  DARK_THRESHOLD,
  type CodeHit,
  type Crop,
  type FrameReading,
  type Pass,
  type Pixels,
  type Point,
} from './frame.ts';

/** More labels than this are not in one view of the camera; the limit bounds the worst frame. */
const SYMBOLS_MAX = 8;

const common: ReaderOptions = {
  // What a label has. "QRCode" is Micro QR, rMQR and model 1 as well, and found a small one where there is none.
  formats: ['QRCodeModel2'],
  downscaleThreshold: 200,
  downscaleFactor: 2,
  textMode: 'Plain',
};

const fast: ReaderOptions = { ...common, tryHarder: false };
const thorough: ReaderOptions = { ...common, tryHarder: true, tryDenoise: true };
/**
 * What is black and white already needs no threshold of the decoder's own. Light codes on dark are left to the other
 * passes: to look for them, too, takes the slowest frames from 15 to 21 ms.
 */
const blackAndWhite: ReaderOptions = { ...thorough, binarizer: 'FixedThreshold', tryInvert: false };

/** Makes the pixels ready for a pass. @returns what the decoder is to do then */
function prepare(pixels: Pixels, pass: Pass, light: number): ReaderOptions {
  if (pass === 'fast') return fast;
  const isDark = light < DARK_THRESHOLD;
  if (isDark) brightenDark(pixels);
  if (isDark || pass === 'thorough') return thorough;
  binarise(pixels);
  return blackAndWhite;
}

/**
 * @param pixels the scaled frame; a pass that evens the light out writes into it
 * @param crop where in the source it came from; corners are given in the source's pixels
 * @param symbolsMax after how many codes to look no further, at most 255
 */
export async function readCodes(
  pixels: Pixels,
  crop: Crop,
  pass: Pass,
  symbolsMax = SYMBOLS_MAX,
): Promise<FrameReading> {
  const light = brightness(pixels);
  const startedAt = performance.now();
  const options = prepare(pixels, pass, light);
  // The decoder reads width, height and data only; ImageData has a few fields more than it needs.
  const results = await readBarcodes(pixels as ImageData, {
    ...options,
    maxNumberOfSymbols: symbolsMax,
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

/** Orders hits by how far their middle is from the crop's: people aim with the middle. */
export function sortByDistance(hits: readonly CodeHit[], crop: Crop): readonly CodeHit[] {
  const centre = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  return hits.toSorted((a, b) => distance(a, centre) - distance(b, centre));
}

function distance({ corners }: CodeHit, to: Point): number {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  return Math.hypot(x - to.x, y - to.y);
}

/** Every 64th pixel tells enough of how light a frame is. */
const BRIGHTNESS_STRIDE = 64 * 4;

/** Mean brightness, 0 to 1, by the usual weights of red, green and blue. */
export function brightness({ data }: Pixels): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < data.length; at += BRIGHTNESS_STRIDE) {
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 0 : sum / count / 255;
}
