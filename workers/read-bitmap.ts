import { readCodes } from './decode.ts';
import { type Crop, type FrameReading, type Pass, frameSize } from './frame.ts';
import { readStill } from './read-still.ts';

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
export async function readBitmap(
  bitmap: ImageBitmap,
  crop: Crop,
  pass: Pass,
): Promise<FrameReading> {
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
 * Finds all codes of a still picture, nearest to its centre first.
 * @returns null if the file isn't a picture
 */
export async function readStillPicture(picture: Blob): Promise<FrameReading | null> {
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
