import type { CodeHit } from '#workers/frame.ts';

/** The codes read from one frame. */
export interface FrameResult {
  /** All codes of the frame, nearest to the centre first. Usually empty. */
  readonly hits: readonly CodeHit[];
  /** Video size in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
}

/** The codes of a frame that may be reported. */
export interface Detections {
  /** Candidates; the first is reported if it is new. */
  readonly hits: readonly CodeHit[];
  /**
   * Several labels are in view and the user has to pick one: report none, but restart the 18 s
   * timer.
   */
  readonly isChoicePending: boolean;
  /**
   * Report the first code even if its text is known: it is another copy of a label without a serial
   * number.
   */
  readonly isNewCopy?: boolean;
}

/** Called for every frame, before any of its codes is reported. */
export type FrameListener = (result: FrameResult) => Detections;
