/** The scanner's numbers. Those of photos stand in `#workers/downscale.ts`, of the decoder in `#workers/frame.ts`. */

/**
 * The pace we hold where the device can, instead of the specification's 2 (spec 1 §9): a label is read
 * sooner, and a hand may move.
 */
export const READS_PER_SECOND_MAX = 8;
/** The overlay's square: half of the video's shorter side, at most 300 px (spec 1 §9). */
const SCAN_REGION_SHARE = 0.5;
const SCAN_REGION_MAX = 300;
/** From opening the screen to asking for the camera (spec 1 §9). */
export const SCAN_START_DELAY_MS = 500;
/** From the last result to the manual-entry prompt (spec 1 §9). */
export const SCAN_BLOCKING_MS = 18_000;

/** A text counts as in view until it was not read for this long; only then is it told again. */
export const OUT_OF_VIEW_MS = 2000;
/**
 * The same of a text that was refused. A damaged or foreign code is often read only now and then while a
 * hand wavers over it, and each time it would be told anew.
 */
export const IGNORED_OUT_OF_VIEW_MS = 5000;
/**
 * A label that was in one frame with others is caught by itself again after so many frames without them: two
 * rounds of passes, in which a neighbour that is still there is read at least once.
 */
export const ALONE_AFTER_FRAMES = 6;
/**
 * After so many frames and so long without a reading, a label without a serial number has left the view, and counts
 * again when it comes back: more than the few frames that a decoder misses, less than it takes to reach for the
 * next product.
 */
export const GONE_AFTER_FRAMES = 4;
export const GONE_AFTER_MS = 500;
/** The same where few frames are read in a second. */
export const GONE_AFTER_MS_SLOW = 900;
/** The same for a label that only some passes can read: more than a whole round of them. */
export const GONE_AFTER_FRAMES_UNSTEADY = 8;
/** How long a code stays outlined after its last reading: passes that miss it must not make it flicker. */
export const OUTLINE_MS = 900;
/** A picture that stands still this long, or a track muted this long, is opened anew. */
export const STALLED_AFTER_MS = 2000;
/** A camera that breaks off this often within one showing is taken by somebody else. */
export const RESTARTS_MAX = 3;
/** A camera whose frames can't be grabbed or read this often in a row will not recover. */
export const READ_FAILURES_MAX = 3;
/** Mean brightness (0 to 1) over which the torch is offered no longer. */
export const LIGHT_ABOVE = 0.3;

/** The side of the overlay's square in pixels of the video. */
export function scanRegion(videoWidth: number, videoHeight: number): number {
  return Math.min(
    SCAN_REGION_MAX,
    Math.floor(Math.min(videoWidth, videoHeight) * SCAN_REGION_SHARE),
  );
}
