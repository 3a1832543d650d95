import { sha256 } from './hash.ts';
import type { PhotoResult } from './photo-result.ts';
import { squareCrop } from './downscale.ts';

/** JPEG quality, 0 to 1; enough for a profile picture. */
const QUALITY = 0.8;

/**
 * Crops a picture to its centred square and redraws it as a small JPEG, without EXIF and with its rotation
 * applied.
 * @param side side of the result in pixels; a smaller picture isn't enlarged
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
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  const bytes = await blob.arrayBuffer();
  return {
    kind: 'photo',
    photo: { bytes, mime: 'image/jpeg', width: size, height: size, sha256: await sha256(bytes) },
  };
}
