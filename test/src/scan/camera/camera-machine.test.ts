import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cameraReducer,
  OFF,
  openTurn,
  type CameraEvent,
  type CameraState,
} from '#src/features/scan/camera/camera-machine.ts';
import { RESTARTS_MAX } from '#src/features/scan/camera/scan-constants.ts';

/** Plays events like the session, with increasing turns. */
function play(events: readonly CameraEvent[], from: CameraState = OFF): CameraState {
  let state = from;
  let turn = openTurn(from) ?? 0;
  for (const event of events) {
    state = cameraReducer(state, event, turn + 1);
    turn = openTurn(state) ?? turn;
  }
  return state;
}

const wanted: CameraEvent = { type: 'needed', isNeeded: true };
const unwanted: CameraEvent = { type: 'needed', isNeeded: false };
const opened = (turn: number): CameraEvent => ({ type: 'opened', turn });
const brokeOff = (turn: number): CameraEvent => ({ type: 'interrupted', turn });
const quiet: CameraEvent = { type: 'quiet' };
const result: CameraEvent = { type: 'result' };
const retry: CameraEvent = { type: 'retry' };
const failed = (reason: 'missing' | 'denied' | 'busy' | 'aborted'): CameraEvent => ({
  type: 'failed',
  turn: 1,
  reason,
});

describe('the camera', () => {
  it('starts when requested, and is healthy with its first picture', () => {
    expect(play([wanted]).name).toBe('starting');
    expect(play([wanted, opened(1)]).name).toBe('healthy');
  });

  it('stops from any state when no longer needed', () => {
    for (const before of [[], [opened(1)], [opened(1), quiet], [failed('busy')]]) {
      expect(play([wanted, ...before, unwanted])).toEqual(OFF);
    }
  });

  it('ignores an opening that completes after it was cancelled', () => {
    const again = play([wanted, unwanted, wanted]);
    expect(again).toMatchObject({ name: 'starting', turn: 2 });
    expect(play([opened(1), brokeOff(1), failed('denied')], again)).toBe(again);
  });

  it('offers manual entry after a time without results, until there is one', () => {
    expect(play([wanted, opened(1), quiet]).name).toBe('blocking');
    expect(play([wanted, opened(1), quiet, result]).name).toBe('healthy');
    expect(play([wanted, quiet]).name).toBe('starting');
  });

  it.each(['missing', 'denied', 'busy', 'aborted'] as const)('reports that it is %s', (reason) => {
    const broken = play([wanted, failed(reason)]);
    expect(broken).toEqual({ name: 'broken', reason });
    expect(play([retry], broken).name).toBe('starting');
  });

  it('retries when the window regains focus, but not after a denial', () => {
    const returned: CameraEvent = { type: 'returned', allowed: false };
    expect(play([wanted, failed('busy'), returned]).name).toBe('starting');
    expect(play([wanted, failed('denied'), returned]).name).toBe('broken');
    expect(play([wanted, failed('denied'), { type: 'returned', allowed: true }]).name).toBe(
      'starting',
    );
    expect(play([wanted, opened(1), returned]).name).toBe('healthy');
  });

  it('reopens an interrupted stream, and gives up after repeated interruptions', () => {
    const again = play([wanted, opened(1), brokeOff(1)]);
    expect(again).toMatchObject({ name: 'starting', turn: 2, restarts: 1 });
    const rounds = Array.from({ length: RESTARTS_MAX + 1 }, (_, index) => [
      opened(index + 1),
      brokeOff(index + 1),
    ]).flat();
    expect(play([wanted, ...rounds])).toEqual({ name: 'broken', reason: 'busy' });
    expect(play([wanted, ...rounds.slice(0, -1), result, ...rounds.slice(-1)]).name).toBe(
      'starting',
    );
  });

  it('never returns to a closed attempt', () => {
    const anyTurn = fc.integer({ min: 1, max: 6 });
    const anyEvent: fc.Arbitrary<CameraEvent> = fc.oneof(
      fc.constantFrom(wanted, unwanted, quiet, result, retry),
      anyTurn.map(opened),
      anyTurn.map(brokeOff),
      fc.boolean().map((allowed) => ({ type: 'returned' as const, allowed })),
      anyTurn.map((turn) => ({ type: 'failed' as const, turn, reason: 'busy' as const })),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const turns: number[] = [];
        let state: CameraState = OFF;
        for (const event of events) {
          const before = openTurn(state);
          state = cameraReducer(state, event, turns.length + 1);
          const turn = openTurn(state);
          if (turn !== null && turn !== before) turns.push(turn);
        }
        expect(turns).toEqual(turns.map((_, index) => index + 1));
      }),
    );
  });
});
