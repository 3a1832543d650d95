/**
 * Counts the products behind a label without a serial number. All copies have the same text, so
 * each appearance before the camera counts, and so does each copy in the same frame. A label that
 * the decoder misses for a few frames hasn't left the view. Pure.
 */
import {
  GONE_AFTER_FRAMES,
  GONE_AFTER_FRAMES_UNSTEADY,
  GONE_AFTER_MS,
  GONE_AFTER_MS_SLOW,
} from '../camera/scan-constants.ts';

export interface Appearance {
  /** Time of the last reading, in ms. */
  readonly at: number;
  /** Frame number of the last reading. */
  readonly frame: number;
  /** Read in two consecutive frames, so every pass can read it. */
  readonly isSteady: boolean;
  /** Maximum number of copies in one frame. */
  readonly copies: number;
  /** Copies already captured. */
  readonly added: number;
}

/** One frame that shows the label. */
interface LabelReading {
  readonly at: number;
  readonly frame: number;
  readonly copies: number;
}

/** Continues the appearance, or starts a new one if the label had left the view. */
export function nextAppearance(before: Appearance | null, reading: LabelReading): Appearance {
  if (before === null || hasLeft(before, reading)) {
    return { ...reading, isSteady: false, added: 0 };
  }
  return {
    ...reading,
    isSteady: before.isSteady || reading.frame === before.frame + 1,
    copies: Math.max(before.copies, reading.copies),
    added: before.added,
  };
}

/** Returns the number of copies still to be captured. */
export function copiesToAdd({ copies, added }: Appearance): number {
  return Math.max(0, copies - added);
}

function hasLeft(before: Appearance, { at, frame }: LabelReading): boolean {
  const missed = frame - before.frame - 1;
  const ms = at - before.at;
  if (!before.isSteady) return missed >= GONE_AFTER_FRAMES_UNSTEADY && ms >= GONE_AFTER_MS_SLOW;
  // At a low frame rate the label may have been away for the whole gap.
  return (
    (missed >= GONE_AFTER_FRAMES && ms >= GONE_AFTER_MS) ||
    (missed >= 2 && ms >= GONE_AFTER_MS_SLOW)
  );
}
