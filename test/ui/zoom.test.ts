import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toggleZoomAt,
  moveBy,
  MAX_SCALE,
  swipeDirection,
  INITIAL_ZOOM,
  zoomBy,
  type Zoom,
} from '#src/ui/media/viewer/zoom.ts';

const screen = { width: 400, height: 800 };
const point = fc.record({
  x: fc.integer({ min: -200, max: 200 }),
  y: fc.integer({ min: -400, max: 400 }),
});
const action = fc.oneof(
  fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }), at: point }),
  fc.record({ by: point }),
);

describe('an enlarged picture', () => {
  it('is never smaller than the screen, and always covers it', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const end = actions.reduce<Zoom>(
          (zoom, nextAction) =>
            'by' in nextAction
              ? moveBy(zoom, nextAction.by, screen)
              : zoomBy(zoom, nextAction.factor, nextAction.at, screen),
          INITIAL_ZOOM,
        );
        expect(end.scale).toBeGreaterThanOrEqual(1);
        expect(end.scale).toBeLessThanOrEqual(MAX_SCALE);
        expect(Math.abs(end.x)).toBeLessThanOrEqual((screen.width * (end.scale - 1)) / 2 + 1e-6);
        expect(Math.abs(end.y)).toBeLessThanOrEqual((screen.height * (end.scale - 1)) / 2 + 1e-6);
      }),
    );
  });

  it('doesn’t move the point at which it is enlarged', () => {
    const at = { x: 50, y: -100 };
    const { scale, x, y } = zoomBy(INITIAL_ZOOM, 2, at, screen);
    expect({ x: (at.x - x) / scale, y: (at.y - y) / scale }).toEqual(at);
  });

  it('is enlarged by a double tap, and reset by the next double tap', () => {
    const large = toggleZoomAt(INITIAL_ZOOM, { x: 10, y: 10 }, screen);
    expect(large.scale).toBeGreaterThan(1);
    expect(toggleZoomAt(large, { x: 10, y: 10 }, screen)).toEqual(INITIAL_ZOOM);
  });
});

it('a swipe to the left shows the next picture, and a short swipe is ignored', () => {
  expect([
    swipeDirection(-200, 400),
    swipeDirection(200, 400),
    swipeDirection(30, 400),
    swipeDirection(-30, 400),
  ]).toEqual([1, -1, 0, 0]);
});
