/** Why bytes are not a picture that is kept. */
export type PhotoProblem = 'not_an_image' | 'too_many_pixels';

/** At most 50 megapixels (security 16): what a header promises is allocated by whoever decodes it. */
export const MAX_PIXELS = 50_000_000;

/**
 * Of so many segments or chunks at most: cameras write a few dozen, and a PNG in rows of 1 kB has fewer, but a
 * file of empty ones would keep the server busy for a second.
 */
export const MAX_SEGMENTS = 10_000;

/** A picture without what the camera wrote about place, time and device. */
export interface CleanPhoto {
  readonly kind: 'photo';
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

export type PhotoResult = CleanPhoto | { readonly kind: 'refused'; readonly problem: PhotoProblem };

export function rejectedPhoto(problem: PhotoProblem): PhotoResult {
  return { kind: 'refused', problem };
}

/** The parts of a file one after the other. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
