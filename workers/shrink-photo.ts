import {
  PHOTO_JPEG_QUALITY,
  downscaledSize,
  fittedSize,
  REDUCED_JPEG_QUALITY,
  reducedSize,
  type Size,
  squareCrop,
} from './downscale.ts';
import type { PhotoResult } from './photo-result.ts';

/**
 * Redraws a photo as a smaller JPEG, which drops EXIF (including the location) and applies the
 * rotation.
 * @param keepSize true on iOS, where the photo is re-encoded without changing its size
 */
export function shrinkToJpeg(photo: Blob, keepSize: boolean): Promise<PhotoResult> {
  return redraw(photo, PHOTO_JPEG_QUALITY, (original) => downscaledSize(original, keepSize));
}

/** Redraws a stored photo with about half its bytes; fails with `photo_too_large` if it can't be made smaller. */
export function reduceToJpeg(photo: Blob): Promise<PhotoResult> {
  return redraw(photo, REDUCED_JPEG_QUALITY, reducedSize);
}

/** JPEG quality, 0 to 1, of photos shown at full size. */
const FITTED_QUALITY = 0.8;

/** Redraws a photo or video frame within a square of `maxSide` pixels, without EXIF and with its rotation applied. */
export function fitToJpeg(photo: Blob | ImageBitmap, maxSide: number): Promise<PhotoResult> {
  return redraw(photo, FITTED_QUALITY, (original) => fittedSize(original, maxSide));
}

async function redraw(
  photo: Blob | ImageBitmap,
  quality: number,
  sizeOf: (original: Size) => Size | null,
): Promise<PhotoResult> {
  const bitmap =
    photo instanceof ImageBitmap ? photo : await createImageBitmap(photo).catch(() => null);
  if (bitmap === null) return { kind: 'failed', code: 'photo_unreadable' };
  const size = sizeOf(bitmap);
  const jpeg = size && (await drawJpeg(bitmap, size, quality).catch(() => null));
  bitmap.close();
  if (jpeg === null) return { kind: 'failed', code: 'photo_too_large' };

  const bytes = await jpeg.blob.arrayBuffer();
  const hash = await sha256(bytes);
  return { kind: 'photo', photo: { bytes, mime: 'image/jpeg', ...jpeg.size, sha256: hash } };
}

async function drawJpeg(
  bitmap: ImageBitmap,
  size: Size,
  quality: number,
): Promise<{ blob: Blob; size: Size } | null> {
  const { width, height } = size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; without a background it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return blob.type === 'image/jpeg' ? { blob, size } : null;
}

/** JPEG quality, 0 to 1; enough for a profile picture. */
const SQUARE_QUALITY = 0.8;

/**
 * Crops an image to its centred square and redraws it as a small JPEG, without EXIF and with its rotation
 * applied.
 * @param side side of the result in pixels; a smaller image isn't enlarged
 */
export async function cropToSquareJpeg(photo: Blob, side: number): Promise<PhotoResult> {
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (bitmap === null) return { kind: 'failed', code: 'photo_unreadable' };
  const crop = squareCrop(bitmap);
  const size = Math.min(side, crop.side);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    bitmap.close();
    return { kind: 'failed', code: 'photo_too_large' };
  }
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; without a background it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.drawImage(bitmap, crop.x, crop.y, crop.side, crop.side, 0, 0, size, size);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: SQUARE_QUALITY });
  const bytes = await blob.arrayBuffer();
  return {
    kind: 'photo',
    photo: { bytes, mime: 'image/jpeg', width: size, height: size, sha256: await sha256(bytes) },
  };
}

/**
 * Returns the SHA-256 of bytes as 64 lower-case hex digits. Needs a secure context (https or localhost). The
 * server compares it with the received bytes (fault F40).
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
