import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cameraReducer,
  OFF,
  activeAttempt,
  type CameraEvent,
  type CameraState,
} from '#src/features/scan/camera/camera-machine.ts';
import { MAX_RESTARTS } from '#src/features/scan/camera/scan-constants.ts';

/** Applies events as the session does, with increasing attempts. */
function play(events: readonly CameraEvent[], from: CameraState = OFF): CameraState {
  let state = from;
  let attempt = activeAttempt(from) ?? 0;
  for (const event of events) {
    state = cameraReducer(state, event, attempt + 1);
    attempt = activeAttempt(state) ?? attempt;
  }
  return state;
}

const needed: CameraEvent = { type: 'needed', isNeeded: true };
const notNeeded: CameraEvent = { type: 'needed', isNeeded: false };
const opened = (attempt: number): CameraEvent => ({ type: 'opened', attempt });
const interrupted = (attempt: number): CameraEvent => ({ type: 'interrupted', attempt });
const idle: CameraEvent = { type: 'idle' };
const result: CameraEvent = { type: 'result' };
const retry: CameraEvent = { type: 'retry' };
const failed = (reason: 'missing' | 'denied' | 'busy' | 'aborted'): CameraEvent => ({
  type: 'failed',
  attempt: 1,
  reason,
});

describe('the camera', () => {
  it('starts when requested, and is healthy once it shows its first frame', () => {
    expect(play([needed]).name).toBe('starting');
    expect(play([needed, opened(1)]).name).toBe('healthy');
  });

  it('stops from any state when it is no longer needed', () => {
    for (const before of [[], [opened(1)], [opened(1), idle], [failed('busy')]]) {
      expect(play([needed, ...before, notNeeded])).toEqual(OFF);
    }
  });

  it('ignores an opening that completes after it was cancelled', () => {
    const replayedState = play([needed, notNeeded, needed]);
    expect(replayedState).toMatchObject({ name: 'starting', attempt: 2 });
    expect(play([opened(1), interrupted(1), failed('denied')], replayedState)).toBe(replayedState);
  });

  it('offers manual entry after a time without results, until there is a result', () => {
    expect(play([needed, opened(1), idle]).name).toBe('blocking');
    expect(play([needed, opened(1), idle, result]).name).toBe('healthy');
    expect(play([needed, idle]).name).toBe('starting');
  });

  it.each(['missing', 'denied', 'busy', 'aborted'] as const)('reports that it is %s', (reason) => {
    const broken = play([needed, failed(reason)]);
    expect(broken).toEqual({ name: 'broken', reason });
    expect(play([retry], broken).name).toBe('starting');
  });

  it('retries when the window regains focus, but not after a denial', () => {
    const returnedEvent: CameraEvent = { type: 'refocused', wasGranted: false };
    expect(play([needed, failed('busy'), returnedEvent]).name).toBe('starting');
    expect(play([needed, failed('denied'), returnedEvent]).name).toBe('broken');
    expect(play([needed, failed('denied'), { type: 'refocused', wasGranted: true }]).name).toBe(
      'starting',
    );
    expect(play([needed, opened(1), returnedEvent]).name).toBe('healthy');
  });

  it('reopens an interrupted stream, and gives up after repeated interruptions', () => {
    const replayedState = play([needed, opened(1), interrupted(1)]);
    expect(replayedState).toMatchObject({ name: 'starting', attempt: 2, restarts: 1 });
    const rounds = Array.from({ length: MAX_RESTARTS + 1 }, (_, index) => [
      opened(index + 1),
      interrupted(index + 1),
    ]).flat();
    expect(play([needed, ...rounds])).toEqual({ name: 'broken', reason: 'busy' });
    expect(play([needed, ...rounds.slice(0, -1), result, ...rounds.slice(-1)]).name).toBe(
      'starting',
    );
  });

  it('never returns to a closed attempt', () => {
    const anyTurn = fc.integer({ min: 1, max: 6 });
    const anyEvent: fc.Arbitrary<CameraEvent> = fc.oneof(
      fc.constantFrom(needed, notNeeded, idle, result, retry),
      anyTurn.map(opened),
      anyTurn.map(interrupted),
      fc.boolean().map((wasGranted) => ({ type: 'refocused' as const, wasGranted })),
      anyTurn.map((attempt) => ({ type: 'failed' as const, attempt, reason: 'busy' as const })),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const turns: number[] = [];
        let state: CameraState = OFF;
        for (const event of events) {
          const before = activeAttempt(state);
          state = cameraReducer(state, event, turns.length + 1);
          const attempt = activeAttempt(state);
          if (attempt !== null && attempt !== before) turns.push(attempt);
        }
        expect(turns).toEqual(turns.map((_, index) => index + 1));
      }),
    );
  });
});
