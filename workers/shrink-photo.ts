import { PHOTO_JPEG_QUALITY, photoSize } from './downscale.ts';
import { sha256 } from './hash.ts';
import type { PhotoResult } from './photo-result.ts';

/**
 * Draws a photo anew as a smaller JPEG. Drawing leaves EXIF and with it the place out, and turns
 * the picture the way it was held.
 * @param keepSize true on iOS: only encode anew
 */
export async function shrinkPhoto(photo: Blob, keepSize: boolean): Promise<PhotoResult> {
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (bitmap === null) return { kind: 'failed', code: 'photo_unreadable' };
  const jpeg = await drawJpeg(bitmap, keepSize).catch(() => null);
  bitmap.close();
  if (jpeg === null) return { kind: 'failed', code: 'photo_too_large' };

  const bytes = await jpeg.blob.arrayBuffer();
  const { width, height } = jpeg;
  const hash = await sha256(bytes);
  return { kind: 'photo', photo: { bytes, mime: 'image/jpeg', width, height, sha256: hash } };
}

async function drawJpeg(
  bitmap: ImageBitmap,
  keepSize: boolean,
): Promise<{ blob: Blob; width: number; height: number } | null> {
  const { width, height } = photoSize(bitmap, keepSize);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  // JPEG knows no transparency; without a ground it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: PHOTO_JPEG_QUALITY });
  return blob.type === 'image/jpeg' ? { blob, width, height } : null;
}
