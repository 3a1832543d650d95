/** What a stretch of the fake camera's film shows. */
export interface Scene {
  /** The text of each label in view; none for a gap between labels. */
  readonly texts: readonly string[];
  readonly seconds: number;
  readonly light: 'normal' | 'dark';
  /** `moving` wanders and turns like a hand, `tilted` is seen from the side. */
  readonly motion: 'still' | 'moving' | 'tilted';
}

export interface FilmFormat {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

/** Small enough to be written in a blink and to be decoded by a busy machine in real time. */
export const FILM_FORMAT: FilmFormat = { width: 640, height: 480, framesPerSecond: 15 };

/** The side of the slate, the patch at the top left that is white while labels are in view, in pixels. */
export function slateSide({ width, height }: Pick<FilmFormat, 'width' | 'height'>): number {
  return Math.floor((Math.max(width, height) - Math.min(width, height)) / 4);
}

/** One channel of brightness, a byte a pixel. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
