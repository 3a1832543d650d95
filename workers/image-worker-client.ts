/** The one image worker of the page, made when it is first needed. */
import { transfer, wrap, type Remote } from 'comlink';
import type { Crop, FrameReading, Pass } from './frame.ts';
import type { ImageWorker } from './image.worker.ts';
import { isHeic } from './is-heic.ts';
import { isIos } from '#schemas/is-ios.ts';
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
    photo,
    await call<PhotoResult>(async (remote) => remote.shrinkPhoto(photo, isIos(navigator))),
  );
}

/**
 * Makes a kept photo smaller once more: about half its bytes.
 * @returns null where it can't be made smaller
 */
export async function reducePhoto(photo: Blob): Promise<ShrunkPhoto | null> {
  const result = await call<PhotoResult>(async (remote) => remote.reducePhoto(photo));
  return result.kind === 'photo' ? result.photo : null;
}

/**
 * Cuts the middle square out of a picture, at most `side` pixels wide, without EXIF.
 * @throws PhotoError
 */
export async function squarePhoto(photo: Blob, side: number): Promise<ShrunkPhoto> {
  return photoOf(photo, await call<PhotoResult>(async (remote) => remote.squarePhoto(photo, side)));
}

async function photoOf(photo: Blob, result: PhotoResult): Promise<ShrunkPhoto> {
  if (result.kind === 'photo') return result.photo;
  throw result.code === 'photo_unreadable'
    ? await unreadablePhotoError(photo)
    : new PhotoError(result.code);
}

/** Makes the error of a picture that this browser can't open, with its reason where there is a known one. */
export async function unreadablePhotoError(photo: Blob): Promise<PhotoError> {
  // A file that has gone meanwhile can't be looked at either.
  const isOfIphone = await isHeic(photo).catch(() => false);
  return new PhotoError(isOfIphone ? 'photo_heic' : 'photo_unreadable');
}
