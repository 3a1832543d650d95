/** What the scanner's camera is doing, as a pure state machine. `camera-session.ts` acts on it. */
import { RESTARTS_MAX } from './scan-constants.ts';

/** No camera; the person or a policy said no; another app has it; anything else that ended it. */
export type CameraProblem = 'missing' | 'denied' | 'busy' | 'aborted';

export type CameraState =
  /** Nobody wants the camera, or the page is hidden. */
  | { readonly name: 'off' }
  /** Before the first picture. `turn` is new with every opening, so that a late one is known. */
  | { readonly name: 'starting'; readonly turn: number; readonly restarts: number }
  /** The picture is there. */
  | { readonly name: 'healthy'; readonly turn: number; readonly restarts: number }
  /** The picture is there, but for 18 s nothing was read: offer manual entry (spec 1 §4). */
  | { readonly name: 'blocking'; readonly turn: number; readonly restarts: number }
  | { readonly name: 'broken'; readonly reason: CameraProblem };

export type CameraEvent =
  /** The screen wants the camera and the page is visible; or no longer both. */
  | { readonly type: 'wanted'; readonly wanted: boolean }
  /** The window has the focus again, or the permission was changed. */
  | { readonly type: 'returned'; readonly allowed: boolean }
  | { readonly type: 'opened'; readonly turn: number }
  | { readonly type: 'failed'; readonly turn: number; readonly reason: CameraProblem }
  /** The track ended, stays muted, or the picture stands still. */
  | { readonly type: 'broke-off'; readonly turn: number }
  | { readonly type: 'result' }
  | { readonly type: 'quiet' }
  | { readonly type: 'retry' }
  /** Another lens shall show the picture. */
  | { readonly type: 'other-lens' };

export const OFF: CameraState = { name: 'off' };

/** The turn whose stream should be open in this state; null for none. */
export function openTurn(state: CameraState): number | null {
  return state.name === 'off' || state.name === 'broken' ? null : state.turn;
}

/**
 * @param nextTurn a number greater than every turn before
 */
export function cameraReducer(
  state: CameraState,
  event: CameraEvent,
  nextTurn: number,
): CameraState {
  switch (event.type) {
    case 'wanted':
      if (!event.wanted) return OFF;
      return state.name === 'off' ? start(nextTurn) : state;
    case 'retry':
      return state.name === 'broken' ? start(nextTurn) : state;
    case 'other-lens':
      return state.name === 'off' ? state : start(nextTurn);
    case 'returned':
      return mayReturn(state, event.allowed) ? start(nextTurn) : state;
    case 'opened':
      return state.name === 'starting' && state.turn === event.turn
        ? { ...state, name: 'healthy' }
        : state;
    case 'failed':
      return openTurn(state) === event.turn ? { name: 'broken', reason: event.reason } : state;
    case 'broke-off':
      return onBrokeOff(state, event.turn, nextTurn);
    case 'result':
      return isShowing(state) ? { ...state, name: 'healthy', restarts: 0 } : state;
    case 'quiet':
      return state.name === 'healthy' ? { ...state, name: 'blocking' } : state;
  }
}

type ShowingState = Extract<CameraState, { name: 'healthy' | 'blocking' }>;

/** Whether a picture is there. */
export function isShowing(state: CameraState): state is ShowingState {
  return state.name === 'healthy' || state.name === 'blocking';
}

function start(turn: number, restarts = 0): CameraState {
  return { name: 'starting', turn, restarts };
}

/**
 * Another app may have let go of the camera by now. A refusal stands until the person changes it:
 * closing the browser's question gives the window its focus back, and asking again would never end.
 */
function mayReturn(state: CameraState, allowed: boolean): boolean {
  return state.name === 'broken' && (allowed || state.reason !== 'denied');
}

function onBrokeOff(state: CameraState, turn: number, nextTurn: number): CameraState {
  if (openTurn(state) !== turn || state.name === 'off' || state.name === 'broken') return state;
  if (state.restarts >= RESTARTS_MAX) return { name: 'broken', reason: 'busy' };
  return start(nextTurn, state.restarts + 1);
}
