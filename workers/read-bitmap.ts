import { readPixels } from './decode.ts';
import type { Crop, FrameReading, Pass } from './frame.ts';
import { frameSize } from './frame.ts';

/** One canvas for all frames: a new one each time would be megabytes of garbage eight times a second. */
let canvas: OffscreenCanvas | null = null;

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  if (canvas === null || canvas.width !== width || canvas.height !== height) {
    canvas = new OffscreenCanvas(width, height);
  }
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (context === null) throw new Error('This browser gives no 2d context to a worker.');
  return context;
}

/**
 * Reads the codes of a bitmap and closes it. The bitmap is drawn to the pass's size, at once if it
 * has that size already.
 * @param crop where in the source the bitmap came from
 */
export async function readBitmap(
  bitmap: ImageBitmap,
  crop: Crop,
  pass: Pass,
): Promise<FrameReading> {
  const { width, height } = frameSize(
    { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
    pass,
  );
  const context = contextOf(width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return readPixels(context.getImageData(0, 0, width, height), crop, pass);
}

const PASSES: readonly Pass[] = ['fast', 'thorough'];

/** Reads a still picture: the fast pass first, the thorough one if that found nothing. */
export async function readPicture(picture: Blob): Promise<FrameReading | null> {
  const source = await createImageBitmap(picture).catch(() => null);
  if (source === null) return null;
  const crop = { x: 0, y: 0, width: source.width, height: source.height };
  let reading: FrameReading | null = null;
  for (const pass of PASSES) {
    reading = await readBitmap(await createImageBitmap(source), crop, pass);
    if (reading.hits.length > 0) break;
  }
  source.close();
  return reading;
}
