/** What became of a photo. A union and not an exception: comlink carries no error codes. */

export interface ShrunkPhoto {
  readonly bytes: ArrayBuffer;
  readonly mime: 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * `photo_unreadable`: no picture that the browser knows; `photo_heic`: one as iPhones take them, which this browser does
 * not know. `photo_too_large`: it could not be drawn.
 */
export type PhotoErrorCode = 'photo_unreadable' | 'photo_heic' | 'photo_too_large';

export type PhotoResult =
  | { readonly kind: 'photo'; readonly photo: ShrunkPhoto }
  | { readonly kind: 'failed'; readonly code: PhotoErrorCode };
