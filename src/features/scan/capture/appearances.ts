/**
 * How many products stand behind a label without a serial number. All its copies have one text, so only time and
 * place tell them apart: each appearance before the camera is a product, and so is each copy seen at the same time.
 * A label that the decoder misses for a few frames has not left. Pure.
 */
import {
  GONE_AFTER_FRAMES,
  GONE_AFTER_FRAMES_UNSTEADY,
  GONE_AFTER_MS,
  GONE_AFTER_MS_SLOW,
} from '../camera/scan-constants.ts';

export interface Appearance {
  /** When it was last read, in ms. */
  readonly at: number;
  /** The number of the frame that it was last read in. */
  readonly frame: number;
  /** It was read in two frames in a row, so any pass can read it. */
  readonly isSteady: boolean;
  /** The most copies seen at the same time. */
  readonly copies: number;
  /** How many of the copies were added. */
  readonly added: number;
}

/** One frame with the label in it. */
export interface LabelSighting {
  readonly at: number;
  readonly frame: number;
  readonly copies: number;
}

/** Continues the appearance, or starts another one where the label had left the view. */
export function nextAppearance(before: Appearance | null, sight: LabelSighting): Appearance {
  if (before === null || hasLeft(before, sight)) {
    return { ...sight, isSteady: false, added: 0 };
  }
  return {
    ...sight,
    isSteady: before.isSteady || sight.frame === before.frame + 1,
    copies: Math.max(before.copies, sight.copies),
    added: before.added,
  };
}

/** Returns how many copies are still to be added. */
export function copiesToAdd({ copies, added }: Appearance): number {
  return Math.max(0, copies - added);
}

function hasLeft(before: Appearance, { at, frame }: LabelSighting): boolean {
  const missed = frame - before.frame - 1;
  const ms = at - before.at;
  if (!before.isSteady) return missed >= GONE_AFTER_FRAMES_UNSTEADY && ms >= GONE_AFTER_MS_SLOW;
  // A slow phone reads few frames in a second, and the label may have been away for all of it.
  return (
    (missed >= GONE_AFTER_FRAMES && ms >= GONE_AFTER_MS) ||
    (missed >= 2 && ms >= GONE_AFTER_MS_SLOW)
  );
}
