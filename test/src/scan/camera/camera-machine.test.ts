import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cameraReducer,
  OFF,
  activeAttempt,
  type CameraEvent,
  type CameraState,
} from '#src/features/scan/camera/camera-machine.ts';
import { RESTARTS_MAX } from '#src/features/scan/camera/scan-constants.ts';

/** Plays events like the session, with increasing turns. */
function play(events: readonly CameraEvent[], from: CameraState = OFF): CameraState {
  let state = from;
  let attempt = activeAttempt(from) ?? 0;
  for (const event of events) {
    state = cameraReducer(state, event, attempt + 1);
    attempt = activeAttempt(state) ?? attempt;
  }
  return state;
}

const wantEvent: CameraEvent = { type: 'needed', isNeeded: true };
const unwantEvent: CameraEvent = { type: 'needed', isNeeded: false };
const openedEvent = (attempt: number): CameraEvent => ({ type: 'opened', attempt });
const brokeOffEvent = (attempt: number): CameraEvent => ({ type: 'interrupted', attempt });
const quietEvent: CameraEvent = { type: 'idle' };
const result: CameraEvent = { type: 'result' };
const retry: CameraEvent = { type: 'retry' };
const failed = (reason: 'missing' | 'denied' | 'busy' | 'aborted'): CameraEvent => ({
  type: 'failed',
  attempt: 1,
  reason,
});

describe('the camera', () => {
  it('starts when requested, and is healthy with its first picture', () => {
    expect(play([wantEvent]).name).toBe('starting');
    expect(play([wantEvent, openedEvent(1)]).name).toBe('healthy');
  });

  it('stops from any state when no longer needed', () => {
    for (const before of [[], [openedEvent(1)], [openedEvent(1), quietEvent], [failed('busy')]]) {
      expect(play([wantEvent, ...before, unwantEvent])).toEqual(OFF);
    }
  });

  it('ignores an opening that completes after it was cancelled', () => {
    const replayed = play([wantEvent, unwantEvent, wantEvent]);
    expect(replayed).toMatchObject({ name: 'starting', attempt: 2 });
    expect(play([openedEvent(1), brokeOffEvent(1), failed('denied')], replayed)).toBe(replayed);
  });

  it('offers manual entry after a time without results, until there is one', () => {
    expect(play([wantEvent, openedEvent(1), quietEvent]).name).toBe('blocking');
    expect(play([wantEvent, openedEvent(1), quietEvent, result]).name).toBe('healthy');
    expect(play([wantEvent, quietEvent]).name).toBe('starting');
  });

  it.each(['missing', 'denied', 'busy', 'aborted'] as const)('reports that it is %s', (reason) => {
    const broken = play([wantEvent, failed(reason)]);
    expect(broken).toEqual({ name: 'broken', reason });
    expect(play([retry], broken).name).toBe('starting');
  });

  it('retries when the window regains focus, but not after a denial', () => {
    const returnedEvent: CameraEvent = { type: 'refocused', wasGranted: false };
    expect(play([wantEvent, failed('busy'), returnedEvent]).name).toBe('starting');
    expect(play([wantEvent, failed('denied'), returnedEvent]).name).toBe('broken');
    expect(play([wantEvent, failed('denied'), { type: 'refocused', wasGranted: true }]).name).toBe(
      'starting',
    );
    expect(play([wantEvent, openedEvent(1), returnedEvent]).name).toBe('healthy');
  });

  it('reopens an interrupted stream, and gives up after repeated interruptions', () => {
    const replayed = play([wantEvent, openedEvent(1), brokeOffEvent(1)]);
    expect(replayed).toMatchObject({ name: 'starting', attempt: 2, restarts: 1 });
    const rounds = Array.from({ length: RESTARTS_MAX + 1 }, (_, index) => [
      openedEvent(index + 1),
      brokeOffEvent(index + 1),
    ]).flat();
    expect(play([wantEvent, ...rounds])).toEqual({ name: 'broken', reason: 'busy' });
    expect(play([wantEvent, ...rounds.slice(0, -1), result, ...rounds.slice(-1)]).name).toBe(
      'starting',
    );
  });

  it('never returns to a closed attempt', () => {
    const anyTurn = fc.integer({ min: 1, max: 6 });
    const anyEvent: fc.Arbitrary<CameraEvent> = fc.oneof(
      fc.constantFrom(wantEvent, unwantEvent, quietEvent, result, retry),
      anyTurn.map(openedEvent),
      anyTurn.map(brokeOffEvent),
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
