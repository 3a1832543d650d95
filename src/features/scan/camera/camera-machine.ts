/** Pure state machine for the scanner's camera. `camera-session.ts` carries it out. */
import { RESTARTS_MAX } from './scan-constants.ts';

/** No camera; permission denied by the user or a policy; used by another app; any other failure. */
export type CameraProblem = 'missing' | 'denied' | 'busy' | 'aborted';

export type CameraState =
  /** The camera isn't needed, or the page is hidden. */
  | { readonly name: 'off' }
  /**
   * Before the first frame. Each opening has a new `turn`, so that late events of an earlier one
   * are ignored.
   */
  | { readonly name: 'starting'; readonly turn: number; readonly restarts: number }
  /** The video is playing. */
  | { readonly name: 'healthy'; readonly turn: number; readonly restarts: number }
  /** The video is playing, but nothing was read for 18 s: offer manual entry (spec 1 §4). */
  | { readonly name: 'blocking'; readonly turn: number; readonly restarts: number }
  | { readonly name: 'broken'; readonly reason: CameraProblem };

export type CameraEvent =
  /** True while the screen needs the camera and the page is visible. */
  | { readonly type: 'needed'; readonly isNeeded: boolean }
  /** The window regained focus, or the permission changed. */
  | { readonly type: 'returned'; readonly allowed: boolean }
  | { readonly type: 'opened'; readonly turn: number }
  | { readonly type: 'failed'; readonly turn: number; readonly reason: CameraProblem }
  /** The track ended, stays muted, or the video froze. */
  | { readonly type: 'interrupted'; readonly turn: number }
  | { readonly type: 'result' }
  | { readonly type: 'quiet' }
  | { readonly type: 'retry' }
  /** The user picked another camera. */
  | { readonly type: 'camera-changed' };

export const OFF: CameraState = { name: 'off' };

/** Returns the turn whose stream should be open, or null. */
export function openTurn(state: CameraState): number | null {
  return state.name === 'off' || state.name === 'broken' ? null : state.turn;
}

/** @param nextTurn a number greater than all earlier turns */
export function cameraReducer(
  state: CameraState,
  event: CameraEvent,
  nextTurn: number,
): CameraState {
  switch (event.type) {
    case 'needed':
      if (!event.isNeeded) return OFF;
      return state.name === 'off' ? start(nextTurn) : state;
    case 'retry':
      return state.name === 'broken' ? start(nextTurn) : state;
    case 'camera-changed':
      return state.name === 'off' ? state : start(nextTurn);
    case 'returned':
      return mayReturn(state, event.allowed) ? start(nextTurn) : state;
    case 'opened':
      return state.name === 'starting' && state.turn === event.turn
        ? { ...state, name: 'healthy' }
        : state;
    case 'failed':
      return openTurn(state) === event.turn ? { name: 'broken', reason: event.reason } : state;
    case 'interrupted':
      return onInterrupted(state, event.turn, nextTurn);
    case 'result':
      return isShowing(state) ? { ...state, name: 'healthy', restarts: 0 } : state;
    case 'quiet':
      return state.name === 'healthy' ? { ...state, name: 'blocking' } : state;
  }
}

type ShowingState = Extract<CameraState, { name: 'healthy' | 'blocking' }>;

/** True while the video is playing. */
export function isShowing(state: CameraState): state is ShowingState {
  return state.name === 'healthy' || state.name === 'blocking';
}

function start(turn: number, restarts = 0): CameraState {
  return { name: 'starting', turn, restarts };
}

/**
 * Retry on focus: another app may have released the camera. Not after a denial, though: closing the
 * permission prompt refocuses the window, and asking again would loop.
 */
function mayReturn(state: CameraState, allowed: boolean): boolean {
  return state.name === 'broken' && (allowed || state.reason !== 'denied');
}

function onInterrupted(state: CameraState, turn: number, nextTurn: number): CameraState {
  if (openTurn(state) !== turn || state.name === 'off' || state.name === 'broken') return state;
  if (state.restarts >= RESTARTS_MAX) return { name: 'broken', reason: 'busy' };
  return start(nextTurn, state.restarts + 1);
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

/** Error names used by browsers, including outdated ones. */
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
