/** Pure state machine for the scanner's camera; `camera-session.ts` performs the actions. */
import { MAX_RESTARTS } from './scan-constants.ts';

/**
 * `missing`: there is no camera; `denied`: the user or a policy denied the permission; `busy`: another app is using the
 * camera; `aborted`: any other failure.
 */
export type CameraProblem = 'missing' | 'denied' | 'busy' | 'aborted';

export type CameraState =
  /** The camera isn't needed, or the page is hidden. */
  | { readonly name: 'off' }
  /**
   * Before the first frame. Each opening has a new `attempt`, so that late events of an earlier one are
   * ignored.
   */
  | { readonly name: 'starting'; readonly attempt: number; readonly restarts: number }
  /** The video is playing. */
  | { readonly name: 'healthy'; readonly attempt: number; readonly restarts: number }
  /** The video is playing, but nothing was read for 18 s, so manual entry is offered (spec 1 §4). */
  | { readonly name: 'blocking'; readonly attempt: number; readonly restarts: number }
  | { readonly name: 'broken'; readonly reason: CameraProblem };

export type CameraEvent =
  /** `isNeeded` is true while the screen needs the camera and the page is visible. */
  | { readonly type: 'needed'; readonly isNeeded: boolean }
  /** The window regained focus, or the user granted the permission. */
  | { readonly type: 'refocused'; readonly wasGranted: boolean }
  | { readonly type: 'opened'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly reason: CameraProblem }
  /** The track ended, stays muted, or the video froze. */
  | { readonly type: 'interrupted'; readonly attempt: number }
  | { readonly type: 'result' }
  | { readonly type: 'idle' }
  | { readonly type: 'retry' }
  /** The user selected another camera. */
  | { readonly type: 'camera-changed' };

export const OFF: CameraState = { name: 'off' };

/** Returns the attempt whose stream should be open, or null. */
export function activeAttempt(state: CameraState): number | null {
  return state.name === 'off' || state.name === 'broken' ? null : state.attempt;
}

/** @param nextAttempt a number greater than those of all earlier attempts */
export function cameraReducer(
  state: CameraState,
  event: CameraEvent,
  nextAttempt: number,
): CameraState {
  switch (event.type) {
    case 'needed':
      if (!event.isNeeded) return OFF;
      return state.name === 'off' ? start(nextAttempt) : state;
    case 'retry':
      return state.name === 'broken' ? start(nextAttempt) : state;
    case 'camera-changed':
      return state.name === 'off' ? state : start(nextAttempt);
    case 'refocused':
      return canReopen(state, event.wasGranted) ? start(nextAttempt) : state;
    case 'opened':
      return state.name === 'starting' && state.attempt === event.attempt
        ? { ...state, name: 'healthy' }
        : state;
    case 'failed':
      return activeAttempt(state) === event.attempt
        ? { name: 'broken', reason: event.reason }
        : state;
    case 'interrupted':
      return onInterrupted(state, event.attempt, nextAttempt);
    case 'result':
      return isPlaying(state) ? { ...state, name: 'healthy', restarts: 0 } : state;
    case 'idle':
      return state.name === 'healthy' ? { ...state, name: 'blocking' } : state;
  }
}

type PlayingState = Extract<CameraState, { name: 'healthy' | 'blocking' }>;

/** True while the video is playing. */
export function isPlaying(state: CameraState): state is PlayingState {
  return state.name === 'healthy' || state.name === 'blocking';
}

function start(attempt: number, restarts = 0): CameraState {
  return { name: 'starting', attempt: attempt, restarts };
}

/**
 * True if the camera should be tried again when the window regains the focus, because another app may have released the
 * camera. After a denial, this requires that the permission has been granted: closing the permission prompt refocuses
 * the window, so asking again would cause a loop.
 */
function canReopen(state: CameraState, wasGranted: boolean): boolean {
  return state.name === 'broken' && (wasGranted || state.reason !== 'denied');
}

function onInterrupted(state: CameraState, attempt: number, nextAttempt: number): CameraState {
  if (activeAttempt(state) !== attempt || state.name === 'off' || state.name === 'broken')
    return state;
  if (state.restarts >= MAX_RESTARTS) return { name: 'broken', reason: 'busy' };
  return start(nextAttempt, state.restarts + 1);
}

/** A failure to open or keep the camera. */
export class CameraError extends Error {
  readonly code: CameraProblem;
  constructor(code: CameraProblem, cause: unknown) {
    super(`The camera is ${code}.`, { cause });
    this.name = 'CameraError';
    this.code = code;
  }
}

/** Error names used by browsers, including old ones. */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
};

/** Converts any error thrown while opening the camera. */
export function toCameraError(error: unknown): CameraError {
  if (error instanceof CameraError) return error;
  // The camera library throws a plain string if the browser has no camera API.
  if (typeof error === 'string') return new CameraError('missing', error);
  const name = error instanceof Error ? error.name : '';
  return new CameraError(PROBLEMS[name] ?? 'aborted', error);
}
