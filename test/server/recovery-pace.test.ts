import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRecoveryPace,
  RECOVERY_BURST,
  USUAL_COUNT,
} from '#server/http/overload/recovery-pace.ts';

const USUAL_MS = 10;
const WAITING_DEVICES = 2_000;

/** Creates a pace that already knows the usual duration, with many waiting devices. */
function createKnownPace() {
  const pace = createRecoveryPace(0);
  for (let index = 0; index < USUAL_COUNT; index += 1) pace.observe(USUAL_MS, 0);
  pace.start(0);
  const positions = Array.from({ length: WAITING_DEVICES }, () => pace.assign(0));
  return { pace, positions };
}
type Pace = ReturnType<typeof createKnownPace>;

/** Number of devices whose turn has come. */
const countOpen = ({ pace, positions }: Pace, now: number) =>
  positions.filter((position) => pace.waitFor(position, now) === 0).length;

/** Counts the turns that devices get within a minute if people's work takes this long. */
function turnsInMinute(durationMs: number): number {
  const knownPace = createKnownPace();
  for (let now = 0; now < 60_000; now += 50) {
    knownPace.pace.observe(durationMs, now);
    if (now % 10_000 === 0) knownPace.pace.start(now);
  }
  return countOpen(knownPace, 60_000);
}

describe('the pace of recoveries', () => {
  test('is 400 ms while the usual duration of work is unknown', () => {
    const pace = createRecoveryPace(0);
    const positions = Array.from({ length: WAITING_DEVICES }, () => pace.assign(0));
    for (let now = 0; now < 20_000; now += 1_000) pace.waitFor(1, now);
    expect(countOpen({ pace, positions }, 20_000)).toBe(RECOVERY_BURST + 50);
  });

  test('quickens to 100 ms while work takes as long as usual', () => {
    expect(turnsInMinute(USUAL_MS)).toBeGreaterThan(400);
    expect(turnsInMinute(USUAL_MS)).toBeLessThanOrEqual(RECOVERY_BURST + 600);
  });

  test('slows down to 2 s while work takes three times as long', () => {
    expect(turnsInMinute(3 * USUAL_MS)).toBeLessThan(50);
    expect(turnsInMinute(3 * USUAL_MS)).toBeGreaterThanOrEqual(30);
  });

  test('starts again at 400 ms once no device is waiting', () => {
    const pace = createRecoveryPace(0);
    for (let index = 0; index < USUAL_COUNT; index += 1) pace.observe(USUAL_MS, 0);
    for (let index = 0; index < 20; index += 1) pace.assign(0);
    for (let now = 0; now < 60_000; now += 50) pace.observe(USUAL_MS, now);
    for (let index = 0; index < RECOVERY_BURST; index += 1)
      expect(pace.waitFor(pace.assign(60_000), 60_000)).toBe(0);
    expect(pace.waitFor(pace.assign(60_000), 60_000)).toBeGreaterThan(300);
  });

  test('keeps the order of arrival, and a turn that has come never expires', () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 5_000 }),
      durationMs: fc.double({ min: 0, max: 1_000, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const knownPace = createKnownPace();
        let [now, openCount] = [0, 0];
        for (const { ms, durationMs } of steps) {
          now += ms;
          knownPace.pace.observe(durationMs, now);
          const waitTimes = knownPace.positions.map((position) =>
            knownPace.pace.waitFor(position, now),
          );
          expect(waitTimes).toEqual(waitTimes.toSorted((a, b) => a - b));
          const openNow = countOpen(knownPace, now);
          expect(openNow).toBeGreaterThanOrEqual(openCount);
          openCount = openNow;
        }
      }),
      { numRuns: 30 },
    );
  });
});
