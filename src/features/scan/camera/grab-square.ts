/** Captures the current frame of a video. */
import { centreSquare, frameSize, type Crop, type Pass } from '#workers/frame.ts';

export interface GrabbedFrame {
  readonly bitmap: ImageBitmap;
  readonly crop: Crop;
  /** Video size in pixels. */
  readonly video: { readonly width: number; readonly height: number };
}

/**
 * Captures the centre square of the current frame, scaled for the pass.
 * @returns null before the first frame
 * @throws if neither a bitmap nor a canvas works
 */
export async function grabSquare(
  video: HTMLVideoElement,
  pass: Pass,
): Promise<GrabbedFrame | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null;
  const crop = centreSquare(width, height);
  const size = frameSize(crop, pass);
  const bitmap = await createImageBitmap(video, crop.x, crop.y, crop.width, crop.height, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    // Some versions of Safari reject a video here, but can draw it.
  }).catch(() => drawSquare(video, crop, size));
  return { bitmap, crop, video: { width, height } };
}

function drawSquare(
  video: HTMLVideoElement,
  { x, y, width, height }: Crop,
  size: { readonly width: number; readonly height: number },
): ImageBitmap {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('This browser gives no 2d context.');
  context.drawImage(video, x, y, width, height, 0, 0, size.width, size.height);
  return canvas.transferToImageBitmap();
}
