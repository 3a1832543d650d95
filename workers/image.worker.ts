/** The image worker: all heavy image processing, off the main thread. */
import { expose, transfer } from 'comlink';
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readCodes } from './decode.ts';
import { type Crop, type FrameReading, type Pass, frameSize } from './frame.ts';
import type { PhotoResult } from './photo-result.ts';
import { readStill } from './read-still.ts';
import { fitToJpeg, reduceToJpeg, shrinkToJpeg, cropToSquareJpeg } from './shrink-photo.ts';

// By default the library fetches its WebAssembly from a third-party host.
const overrides = { locateFile: () => wasmUrl };
prepareZXingModule({ overrides });

/** Photos are processed one at a time, because a dozen full-size bitmaps exceed a phone's memory. */
let lastPhoto: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = lastPhoto.then(work);
  lastPhoto = result.catch(() => undefined);
  return result;
}

/** Reused for all frames; a new canvas each time would be megabytes of garbage eight times a second. */
let canvas: OffscreenCanvas | null = null;

function frameContext(width: number, height: number): OffscreenCanvasRenderingContext2D {
  if (canvas === null || canvas.width !== width || canvas.height !== height) {
    canvas = new OffscreenCanvas(width, height);
  }
  return contextOf(canvas);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (context === null) throw new Error('This browser has no 2D canvas context in workers.');
  return context;
}

/**
 * Reads the codes of a bitmap and closes it. The bitmap is scaled to the pass's size if necessary.
 * @param crop position of the bitmap in the source
 */
async function readBitmap(bitmap: ImageBitmap, crop: Crop, pass: Pass): Promise<FrameReading> {
  const { width, height } = frameSize(
    { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
    pass,
  );
  const context = frameContext(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return readCodes(context.getImageData(0, 0, width, height), crop, pass);
}

/**
 * Finds all codes of a still image, nearest to its centre first.
 * @returns null if the file isn't an image
 */
async function readStillPicture(picture: Blob): Promise<FrameReading | null> {
  const source = await createImageBitmap(picture).catch(() => null);
  if (source === null) return null;
  try {
    // A separate, short-lived canvas: the camera may use the shared one between two attempts.
    const scratch = new OffscreenCanvas(1, 1);
    return await readStill(source, async ({ part, size }) => {
      await nextTask();
      const context = sizedContext(scratch, size);
      const { x, y, width, height } = part;
      context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height);
      return context.getImageData(0, 0, size.width, size.height);
    });
  } finally {
    source.close();
  }
}

function sizedContext(
  scratch: OffscreenCanvas,
  { width, height }: { width: number; height: number },
) {
  if (scratch.width !== width) scratch.width = width;
  if (scratch.height !== height) scratch.height = height;
  const context = contextOf(scratch);
  // Large reductions need smoothing, or the thin lines of a code get lost.
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Yields to queued tasks, such as a camera frame. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const imageWorker = {
  /** Loads the decoder ahead of the first frame. */
  async warmUp(): Promise<void> {
    await prepareZXingModule({ overrides, fireImmediately: true });
  },
  /** Reads the codes of one camera frame. The bitmap is transferred and closed. */
  readFrame(bitmap: ImageBitmap, crop: Crop, pass: Pass): Promise<FrameReading> {
    return readBitmap(bitmap, crop, pass);
  },
  /** Reads the codes of a still image; null if the file isn't an image. */
  readPicture(picture: Blob): Promise<FrameReading | null> {
    return oneAtATime(() => readStillPicture(picture));
  },
  async shrinkPhoto(photo: Blob, keepSize: boolean): Promise<PhotoResult> {
    const result = await oneAtATime(() => shrinkToJpeg(photo, keepSize));
    return result.kind === 'photo' ? transfer(result, [result.photo.bytes]) : result;
  },
  /** Shrinks a stored photo further. */
  async reducePhoto(photo: Blob): Promise<PhotoResult> {
    const result = await oneAtATime(() => reduceToJpeg(photo));
    return result.kind === 'photo' ? transfer(result, [result.photo.bytes]) : result;
  },
  /** Shrinks a photo or a video frame, which is transferred and closed, to fit a square. */
  async fitPhoto(photo: Blob | ImageBitmap, maxSide: number): Promise<PhotoResult> {
    const result = await oneAtATime(() => fitToJpeg(photo, maxSide));
    return result.kind === 'photo' ? transfer(result, [result.photo.bytes]) : result;
  },
  /** Crops an image to a small square, for a profile picture. */
  async squarePhoto(photo: Blob, side: number): Promise<PhotoResult> {
    const result = await oneAtATime(() => cropToSquareJpeg(photo, side));
    return result.kind === 'photo' ? transfer(result, [result.photo.bytes]) : result;
  },
};

export type ImageWorker = typeof imageWorker;

expose(imageWorker);
