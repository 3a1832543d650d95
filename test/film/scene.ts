/** A scene of the fake camera's film. */
export interface Scene {
  /** Text of each visible label; empty for a gap between labels. */
  readonly texts: readonly string[];
  readonly seconds: number;
  readonly light: 'normal' | 'dark';
  /** `moving` drifts and turns as in a hand, `tilted` is seen from the side. */
  readonly motion: 'still' | 'moving' | 'tilted';
}

export interface FilmFormat {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

/** Small enough to be written quickly and decoded in real time on a busy machine. */
export const FILM_FORMAT: FilmFormat = { width: 640, height: 480, framesPerSecond: 15 };

/** Side in pixels of the slate: the patch at the top left that is white while labels are visible. */
export function slateSide({ width, height }: Pick<FilmFormat, 'width' | 'height'>): number {
  return Math.floor((Math.max(width, height) - Math.min(width, height)) / 4);
}

/** Greyscale picture, one byte per pixel. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
