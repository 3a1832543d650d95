import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  distanceToLine,
  isSignature,
  isWithinBox,
  MAX_SIGNATURE_POINTS,
  simplifyStroke,
  simplifyStrokes,
  type StrokePoint,
  strokesToPath,
  toStrokePoint,
} from '#schemas/signature.ts';

const point = fc.tuple(fc.nat(400), fc.nat(200), fc.nat(60_000));
const stroke = fc.array(point, { minLength: 1, maxLength: 60 });

describe('a simplified stroke', () => {
  test('keeps its ends and the order of its points', () => {
    fc.assert(
      fc.property(stroke, fc.nat(20), (points, tolerance) => {
        const simplifiedStroke = simplifyStroke(points, tolerance);
        expect(simplifiedStroke[0]).toBe(points[0]);
        expect(simplifiedStroke.at(-1)).toBe(points.at(-1));
        const positions = simplifiedStroke.map((point) => points.indexOf(point));
        expect(positions).toEqual([...positions].toSorted((a, b) => a - b));
      }),
    );
  });

  test('passes within the tolerance of every removed point', () => {
    fc.assert(
      fc.property(stroke, fc.nat(20), (points, tolerance) => {
        const simplifiedStroke = simplifyStroke(points, tolerance);
        const sections = simplifiedStroke.map((start, index): [StrokePoint, StrokePoint] => [
          start,
          simplifiedStroke[index + 1] ?? start,
        ]);
        for (const removedPoint of points) {
          const distances = sections.map(([start, end]) =>
            distanceToLine(removedPoint, start, end),
          );
          expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance + 1e-9);
        }
      }),
    );
  });

  test('of a straight line is the line between its ends', () => {
    const line = Array.from({ length: 50 }, (_, index): StrokePoint => [index, index, index]);
    expect(simplifyStroke(line, 0.5)).toEqual([line[0], line[49]]);
  });
});

test('strokes with far too many points are simplified until a signature can contain them', () => {
  const zigzag = (offset: number) =>
    Array.from({ length: 3000 }, (_, index): StrokePoint => [
      index % 400,
      (index * 7 + offset) % 200,
      index,
    ]);
  const simplifiedStroke = simplifyStrokes([zigzag(0), zigzag(3), zigzag(5)]);
  expect(simplifiedStroke).toHaveLength(3);
  expect(simplifiedStroke.flat().length).toBeLessThanOrEqual(MAX_SIGNATURE_POINTS);
  expect(isWithinBox(simplifiedStroke, { width: 400, height: 200 })).toBe(true);
});

describe('a point that the browser reports', () => {
  test('becomes whole numbers inside the box', () => {
    const anywhere = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, (x, y, ms) => {
        const box = { width: 320, height: 180 };
        const strokePoint = toStrokePoint({ x, y, ms }, box);
        expect(strokePoint.every(Number.isInteger)).toBe(true);
        expect(isWithinBox([[strokePoint]], box)).toBe(true);
      }),
    );
  });
});

describe('the path', () => {
  test('starts and ends each stroke at its points, and has only numbers', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 5 }), (strokes) => {
        const path = strokesToPath(strokes);
        expect(path.match(/M/g) ?? []).toHaveLength(strokes.length);
        expect(path).toMatch(/^(?:[MLQ][\d. ]+)*$/);
        const ends = path
          .split('M')
          .slice(1)
          .map((part) => part.split('L').at(-1));
        expect(ends).toEqual(strokes.map((points) => points.at(-1)?.slice(0, 2).join(' ')));
      }),
    );
  });

  test('shows a tap as a dot', () => {
    expect(strokesToPath([[[5, 6, 0]]])).toBe('M5 6L5 6');
  });
});

test('an accidental touch isn’t a signature', () => {
  expect(isSignature([])).toBe(false);
  expect(isSignature([[[5, 6, 0]]])).toBe(false);
  expect(
    isSignature([
      [
        [5, 6, 0],
        [60, 40, 100],
      ],
    ]),
  ).toBe(true);
});
