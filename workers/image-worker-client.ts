/** The page's only image worker, created on first use. */
import { transfer, wrap, type Remote } from 'comlink';
import { isIos } from '#schemas/is-ios.ts';
import type { FrameReading } from './frame.ts';
import type { ImageWorker } from './image.worker.ts';
import type { PhotoErrorCode, PhotoResult, ShrunkPhoto } from './photo-result.ts';

/** A photo can't be stored; `code` is the reason. */
export class PhotoError extends Error {
  readonly code: PhotoErrorCode;
  constructor(code: PhotoErrorCode) {
    super(`The photo can't be stored: ${code}.`);
    this.name = 'PhotoError';
    this.code = code;
  }
}

interface RunningWorker {
  readonly remote: Remote<ImageWorker>;
  /** Rejects when the worker ends, because its pending calls would never settle. */
  readonly whenEnded: Promise<never>;
  end(reason: unknown): void;
}

let currentWorker: RunningWorker | null = null;

function start(): RunningWorker {
  const worker = new Worker(new URL('./image.worker.ts', import.meta.url), {
    type: 'module',
    name: 'image',
  });
  let reject: (reason: unknown) => void = () => undefined;
  const workerEnd = new Promise<never>((_, rejectEnded) => {
    reject = rejectEnded;
  });
  // Callers race their work against this promise. Without a caller, its rejection would be unhandled.
  workerEnd.catch(() => undefined);
  const end = (reason: unknown) => {
    worker.terminate();
    reject(reason);
  };
  worker.addEventListener('error', () => end(new Error('The image worker has stopped.')));
  return { remote: wrap<ImageWorker>(worker), whenEnded: workerEnd, end };
}

/**
 * Runs work with the worker.
 * @throws the worker's error, or an error if the worker has stopped
 */
export async function callImageWorker<T>(
  work: (remote: Remote<ImageWorker>) => Promise<T>,
): Promise<T> {
  const worker = (currentWorker ??= start());
  try {
    return await Promise.race([work(worker.remote), worker.whenEnded]);
  } catch (error) {
    // A worker that failed once (decoder not loaded, out of memory) keeps failing, so replace it.
    if (currentWorker === worker) currentWorker = null;
    worker.end(error);
    throw error;
  }
}

/**
 * Reads the codes of a still image, nearest to its centre first.
 * @returns null if the file isn't an image
 */
export function readPicture(picture: Blob): Promise<FrameReading | null> {
  return callImageWorker((remote) => remote.readPicture(picture));
}

/**
 * Converts a photo for storage: a smaller JPEG without EXIF (spec 1 §5).
 * @throws PhotoError
 */
export async function shrinkPhoto(photo: Blob): Promise<ShrunkPhoto> {
  return photoOrThrow(
    photo,
    await callImageWorker<PhotoResult>(async (remote) =>
      remote.shrinkPhoto(photo, isIos(navigator)),
    ),
  );
}

/**
 * Shrinks a stored photo further, to about half its bytes.
 * @returns null if it can't be made smaller
 */
export async function reducePhoto(photo: Blob): Promise<ShrunkPhoto | null> {
  const result = await callImageWorker<PhotoResult>(async (remote) => remote.reducePhoto(photo));
  return result.kind === 'photo' ? result.photo : null;
}

/**
 * Shrinks a photo or a video frame to fit a square of `maxSide` pixels, without EXIF. A frame is transferred to the
 * worker, so the caller can't use it afterwards.
 * @throws PhotoError
 */
export async function fitPhoto(photo: Blob | ImageBitmap, maxSide: number): Promise<ShrunkPhoto> {
  const result = await callImageWorker<PhotoResult>(async (remote) =>
    remote.fitPhoto(photo instanceof Blob ? photo : transfer(photo, [photo]), maxSide),
  );
  if (result.kind === 'photo') return result.photo;
  throw photo instanceof Blob ? await failedPhoto(photo, result.code) : new PhotoError(result.code);
}

/**
 * Crops an image to its centred square, at most `side` pixels wide, without EXIF.
 * @throws PhotoError
 */
export async function squarePhoto(photo: Blob, side: number): Promise<ShrunkPhoto> {
  return photoOrThrow(
    photo,
    await callImageWorker<PhotoResult>(async (remote) => remote.squarePhoto(photo, side)),
  );
}

async function photoOrThrow(photo: Blob, result: PhotoResult): Promise<ShrunkPhoto> {
  if (result.kind === 'photo') return result.photo;
  throw await failedPhoto(photo, result.code);
}

async function failedPhoto(photo: Blob, code: PhotoErrorCode): Promise<PhotoError> {
  return code === 'photo_unreadable' ? unreadablePhotoError(photo) : new PhotoError(code);
}

/** Creates the error for an image that this browser can't open, with the reason if known. */
export async function unreadablePhotoError(photo: Blob): Promise<PhotoError> {
  // The file may have been deleted since.
  const isHeicFile = await isHeic(photo).catch(() => false);
  return new PhotoError(isHeicFile ? 'photo_heic' : 'photo_unreadable');
}

/** Bytes at the start of a file that identify its type. */
const HEAD_BYTES = 64;

/**
 * True if a file is a HEIC photo, which iPhones take and most other browsers can't open. Checks the
 * first bytes, because name and type may be missing or wrong.
 */
export async function isHeic(photo: Blob): Promise<boolean> {
  const head = await photo.slice(0, HEAD_BYTES).text();
  return head.slice(4, 8) === 'ftyp' && /he[iv][cmsx]/.test(head.slice(8));
}
