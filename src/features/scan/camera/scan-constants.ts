/** Constants of the scanner. Photos: `#workers/downscale.ts`; decoder: `#workers/frame.ts`. */

/** Spec 1 §9 asks for 2. A faster rate reads labels sooner and tolerates a moving hand. */
export const MAX_READS_PER_SECOND = 8;
/** The viewfinder square: half of the video's shorter side, at most 300 px (spec 1 §9). */
const SCAN_REGION_SHARE = 0.5;
const MAX_SCAN_REGION = 300;
/** Delay between opening the screen and requesting the camera, in ms (spec 1 §9). */
export const SCAN_START_DELAY_MS = 500;
/** Time without a result before offering manual entry, in ms (spec 1 §9). */
export const SCAN_BLOCKING_MS = 18_000;

/** A code not read for this long (ms) is out of view and may be reported again. */
export const OUT_OF_VIEW_MS = 2000;
/**
 * Like `OUT_OF_VIEW_MS`, for ignored codes. A damaged or foreign code is only read occasionally while the hand
 * moves, and would be reported each time.
 */
export const IGNORED_OUT_OF_VIEW_MS = 5000;
/**
 * After this many frames without its neighbours, a label is captured automatically again. That's two rounds of
 * passes, which are enough to read any neighbour that is still in view.
 */
export const ALONE_AFTER_FRAMES = 6;
/**
 * A label without a serial number counts again after being out of view for this many frames and this long: more
 * than the few frames a decoder misses, but less than it takes to reach for the next product.
 */
export const GONE_AFTER_FRAMES = 4;
export const GONE_AFTER_MS = 500;
/** The same at a low frame rate. */
export const GONE_AFTER_MS_SLOW = 900;
/** The same for a label that only some passes can read: more than one round of passes. */
export const GONE_AFTER_FRAMES_UNSTEADY = 8;
/** Time that an outline stays after the last reading, in ms, so that missed passes don't make it flicker. */
export const OUTLINE_MS = 900;
/** If the video is frozen or its track is muted for this time, in ms, the camera is reopened. */
export const STALLED_AFTER_MS = 2000;
/** After this many restarts, another app is assumed to be using the camera. */
export const MAX_RESTARTS = 3;
/** After this many consecutive failures, the camera is assumed not to recover. */
export const MAX_READ_FAILURES = 3;
/** Mean brightness (0 to 1) above which the torch is no longer offered. */
export const LIGHT_THRESHOLD = 0.3;

/** Returns the side of the viewfinder square in video pixels. */
export function scanRegion(videoWidth: number, videoHeight: number): number {
  return Math.min(
    MAX_SCAN_REGION,
    Math.floor(Math.min(videoWidth, videoHeight) * SCAN_REGION_SHARE),
  );
}
