/** What became of a photo. A union and not an exception: comlink carries no error codes. */

export interface ShrunkPhoto {
  readonly bytes: ArrayBuffer;
  readonly mime: 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  readonly sha256: string;
}

/** `photo_unreadable`: no picture the browser knows. `photo_too_large`: it could not be drawn. */
export type PhotoErrorCode = 'photo_unreadable' | 'photo_too_large';

export type PhotoResult =
  | { readonly kind: 'photo'; readonly photo: ShrunkPhoto }
  | { readonly kind: 'failed'; readonly code: PhotoErrorCode };
