/**
 * Result of processing a photo. A union rather than an exception, because comlink loses error
 * codes.
 */

export interface ShrunkPhoto {
  readonly bytes: ArrayBuffer;
  readonly mime: 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * `photo_unreadable`: not an image that the browser can open; `photo_heic`: an iPhone photo (HEIC) that it
 * can't open; `photo_too_large`: it couldn't be drawn.
 */
export type PhotoErrorCode = 'photo_unreadable' | 'photo_heic' | 'photo_too_large';

export type PhotoResult =
  | { readonly kind: 'photo'; readonly photo: ShrunkPhoto }
  | { readonly kind: 'failed'; readonly code: PhotoErrorCode };
