import type { CodeHit } from '#workers/frame.ts';

/** One frame as it was read. */
export interface FrameResult {
  /** All codes of the frame, the one nearest the middle first. None in most frames. */
  readonly hits: readonly CodeHit[];
  /** The video's size in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
}

/** What of a sight may be told as a reading. */
export interface Detections {
  /** The codes that may be, the first of them if it is new. */
  readonly hits: readonly CodeHit[];
  /** Nothing is told, yet the picture is of use: the person chooses. The 18 s start over. */
  readonly isChoicePending: boolean;
  /** The first of the codes is told though its text is known: it names no single product. */
  readonly isNewCopy?: boolean;
}

/** Hears of every frame, before any of its codes is told. */
export type FrameListener = (sight: FrameResult) => Detections;
