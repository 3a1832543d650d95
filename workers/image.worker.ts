/** The image worker: all heavy image processing, off the main thread. */
import { expose, transfer } from 'comlink';
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Crop, FrameReading, Pass } from './frame.ts';
import type { PhotoResult } from './photo-result.ts';
import { readBitmap, readStillPicture } from './read-bitmap.ts';
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

const imageWorker = {
  /** Loads the decoder ahead of the first frame. */
  async warmUp(): Promise<void> {
    await prepareZXingModule({ overrides, fireImmediately: true });
  },
  /** Reads the codes of one camera frame. The bitmap is transferred and closed. */
  readFrame(bitmap: ImageBitmap, crop: Crop, pass: Pass): Promise<FrameReading> {
    return readBitmap(bitmap, crop, pass);
  },
  /** Reads the codes of a still picture; null if the file isn't a picture. */
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
  /** Crops a picture to a small square, for a profile picture. */
  async squarePhoto(photo: Blob, side: number): Promise<PhotoResult> {
    const result = await oneAtATime(() => cropToSquareJpeg(photo, side));
    return result.kind === 'photo' ? transfer(result, [result.photo.bytes]) : result;
  },
};

export type ImageWorker = typeof imageWorker;

expose(imageWorker);
