import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fingerDown,
  fingerMoved,
  fingerUp,
  NO_PINCH,
  pinchScale,
} from '#src/features/scan/camera/use-pinch-zoom.ts';

const point = fc.record({
  x: fc.integer({ min: 0, max: 2000 }),
  y: fc.integer({ min: 0, max: 2000 }),
});

describe('two fingers on the picture', () => {
  test('scale by the change in their distance', () => {
    let pinch = fingerDown(fingerDown(NO_PINCH, 1, { x: 0, y: 0 }), 2, { x: 100, y: 0 });
    expect(pinchScale(pinch)).toBe(1);
    pinch = fingerMoved(pinch, 2, { x: 250, y: 0 });
    expect(pinchScale(pinch)).toBe(2.5);
  });

  test('are both needed; a third finger has no effect, and lifting a finger ends the gesture', () => {
    const oneFinger = fingerDown(NO_PINCH, 1, { x: 0, y: 0 });
    expect(pinchScale(oneFinger)).toBeNull();
    const twoFingers = fingerDown(oneFinger, 2, { x: 10, y: 0 });
    expect(fingerDown(twoFingers, 3, { x: 900, y: 900 })).toBe(twoFingers);
    expect(pinchScale(fingerUp(twoFingers, 1))).toBeNull();
    expect(fingerUp(twoFingers, 7)).toBe(twoFingers);
  });

  test('always produce a finite, positive scale, which the reverse movement undoes', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const started = fingerDown(fingerDown(NO_PINCH, 1, a), 2, b);
        const scaleAfter = pinchScale(fingerMoved(started, 2, c));
        expect(scaleAfter).toBeGreaterThan(0);
        expect(Number.isFinite(scaleAfter)).toBe(true);
        expect(pinchScale(fingerMoved(fingerMoved(started, 2, c), 2, b))).toBe(1);
      }),
    );
  });
});
