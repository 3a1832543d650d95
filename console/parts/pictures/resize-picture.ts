import { MAX_PICTURE_BYTES, MAX_SMALL_PICTURE_BYTES } from '#schemas/operator/picture-fields.ts';

/** Maximum size of an image file. Not every office PC can decode larger ones. */
const MAX_FILE_BYTES = 25_000_000;
/** Longest side of each size, in pixels. The large size fills the width of a phone, and the small one fills a card. */
const LARGE_SIDE = 1600;
const SMALL_SIDE = 480;
const QUALITIES = [0.86, 0.75, 0.62, 0.5] as const;
/** If an image's file is still too large, the image is drawn again with its longest side multiplied by this factor. */
const SHRINK_FACTOR = 0.75;

type FileProblem = 'not_a_picture' | 'file_too_large';
/** An image in two sizes, in the server's format. */
export interface ResizedPicture {
  readonly large: string;
  readonly small: string;
}

type PictureType = 'image/webp' | 'image/jpeg';

/** Draws an image file in two sizes, which removes location, camera data and animation. */
export async function resizePicture(file: File): Promise<ResizedPicture | FileProblem> {
  if (file.size > MAX_FILE_BYTES) return 'file_too_large';
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return 'not_a_picture';
  try {
    const webp = await encode(picture, LARGE_SIDE, MAX_PICTURE_BYTES, 'image/webp');
    // Some browsers can't write WebP.
    const type = webp?.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
    const largePicture =
      type === 'image/webp' ? webp : await encode(picture, LARGE_SIDE, MAX_PICTURE_BYTES, type);
    const smallPicture = await encode(picture, SMALL_SIDE, MAX_SMALL_PICTURE_BYTES, type);
    if (largePicture === null || smallPicture === null) return 'not_a_picture';
    return { large: await toBase64(largePicture), small: await toBase64(smallPicture) };
  } finally {
    picture.close();
  }
}

/**
 * Encodes an image so that its longest side and its file size don't exceed the limits.
 * @returns null if the browser can't encode it; a blob of another type if the browser can't write this type
 */
async function encode(
  picture: ImageBitmap,
  maxSide: number,
  maxBytes: number,
  type: PictureType,
): Promise<Blob | null> {
  const canvas = draw(picture, maxSide, type);
  if (canvas === null) return null;
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob === null || blob.type !== type) return blob;
    if (blob.size <= maxBytes) return blob;
  }
  return encode(picture, Math.floor(maxSide * SHRINK_FACTOR), maxBytes, type);
}

function draw(picture: ImageBitmap, maxSide: number, type: PictureType) {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (type === 'image/jpeg') {
    // JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
