/** Reason for rejecting an image. */
type PhotoProblem = 'not_an_image' | 'too_many_pixels';

/** Limit of 50 megapixels (security 16), because a decoder allocates memory for the size that the header declares. */
export const MAX_PIXELS = 50_000_000;

/**
 * Maximum number of segments or chunks in a file. Cameras write a few dozen, and even large PNGs have fewer than this
 * limit. A file that consists of empty chunks would block the server for a second.
 */
export const MAX_SEGMENTS = 10_000;

/** An image without location, time and device metadata. */
interface CleanPhoto {
  readonly kind: 'photo';
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

export type PhotoResult =
  | CleanPhoto
  | { readonly kind: 'rejected'; readonly problem: PhotoProblem };

export function rejectedPhoto(problem: PhotoProblem): PhotoResult {
  return { kind: 'rejected', problem };
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
