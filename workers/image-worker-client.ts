/** The one image worker of the page, made when it is first needed. */
import { transfer, wrap, type Remote } from 'comlink';
import type { Crop, FrameReading, Pass } from './frame.ts';
import type { ImageWorker } from './image.worker.ts';
import type { PhotoErrorCode, PhotoResult, ShrunkPhoto } from './photo-result.ts';

/** A photo that can't be kept, and why. */
export class PhotoError extends Error {
  readonly code: PhotoErrorCode;
  constructor(code: PhotoErrorCode) {
    super(`The photo can't be kept: ${code}.`);
    this.name = 'PhotoError';
    this.code = code;
  }
}

interface Running {
  readonly remote: Remote<ImageWorker>;
  /** Rejects when the worker has ended: its own answers would never come. */
  readonly ended: Promise<never>;
  end(reason: unknown): void;
}

let running: Running | null = null;

function start(): Running {
  const worker = new Worker(new URL('./image.worker.ts', import.meta.url), {
    type: 'module',
    name: 'image',
  });
  let reject: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, rejectEnded) => {
    reject = rejectEnded;
  });
  // Whoever waits hears of it; without anybody waiting it is no news.
  ended.catch(() => undefined);
  const end = (reason: unknown) => {
    worker.terminate();
    reject(reason);
  };
  worker.addEventListener('error', () => end(new Error('The image worker has died.')));
  return { remote: wrap<ImageWorker>(worker), ended, end };
}

async function call<T>(work: (remote: Remote<ImageWorker>) => Promise<T>): Promise<T> {
  const used = (running ??= start());
  try {
    return await Promise.race([work(used.remote), used.ended]);
  } catch (error) {
    // A worker that failed once (its decoder did not load, its memory ran out) fails for ever.
    if (running === used) running = null;
    used.end(error);
    throw error;
  }
}

/** What the camera's read loop reads its frames with. */
export const workerFrameReader = {
  warmUp: () => call((remote) => remote.warmUp()),
  readFrame: (bitmap: ImageBitmap, crop: Crop, pass: Pass): Promise<FrameReading> =>
    call((remote) => remote.readFrame(transfer(bitmap, [bitmap]), crop, pass)),
};

/** Loads worker and decoder ahead. A failure shows when the first frame is read. */
export function warmUpImageWorker(): void {
  workerFrameReader.warmUp().catch(() => undefined);
}

/**
 * Reads the codes of a still picture, the one nearest its middle first.
 * @returns null if it is no picture
 */
export function readPicture(picture: Blob): Promise<FrameReading | null> {
  return call((remote) => remote.readPicture(picture));
}

/**
 * Makes a photo fit to keep: a smaller JPEG without EXIF (spec 1 §5).
 * @throws PhotoError
 */
export async function shrinkPhoto(photo: Blob): Promise<ShrunkPhoto> {
  return photoOf(
    await call<PhotoResult>(async (remote) => remote.shrinkPhoto(photo, isIos(navigator))),
  );
}

/**
 * Cuts the middle square out of a picture, at most `side` pixels wide, without EXIF.
 * @throws PhotoError
 */
export async function squarePhoto(photo: Blob, side: number): Promise<ShrunkPhoto> {
  return photoOf(await call<PhotoResult>(async (remote) => remote.squarePhoto(photo, side)));
}

function photoOf(result: PhotoResult): ShrunkPhoto {
  if (result.kind === 'failed') throw new PhotoError(result.code);
  return result.photo;
}

/**
 * Makes many photos fit to keep, one in memory at a time: the next is begun when this one was taken.
 * @throws PhotoError at the first that can't be kept
 */
export async function* shrinkPhotos(
  photos: readonly Blob[],
): AsyncGenerator<{ photo: ShrunkPhoto; done: number; total: number }> {
  for (const [index, photo] of photos.entries()) {
    yield { photo: await shrinkPhoto(photo), done: index + 1, total: photos.length };
  }
}

/** SHA-256, 64 lower-case hexadecimal digits. The bytes stay yours. */
export function hashBytes(bytes: ArrayBuffer): Promise<string> {
  return call((remote) => remote.sha256(bytes));
}

/** iOS and iPadOS, which calls itself a Mac but has a touch screen. */
export function isIos(device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  if (/iPad|iPhone|iPod/.test(device.userAgent)) return true;
  return device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
}
