/** A signature drawn on the screen: strokes with whole coordinates. */
import * as v from 'valibot';
import { HOUR_MS } from './durations.ts';
import { wholeNumberBetween } from './primitives.ts';

export const MAX_STROKES = 200;
/** Maximum number of points in all strokes. */
export const MAX_SIGNATURE_POINTS = 4_000;
const MAX_BOX = 4_000;
const MAX_STROKE_MS = HOUR_MS;

/** Size of the drawing area, in CSS pixels. */
export const signatureBox = v.object({
  width: wholeNumberBetween(1, MAX_BOX),
  height: wholeNumberBetween(1, MAX_BOX),
});
export type SignatureBox = v.InferOutput<typeof signatureBox>;

/** x and y from the top left corner of the box, and ms since the first point of the signature. */
export const strokePoint = v.strictTuple([
  wholeNumberBetween(0, MAX_BOX),
  wholeNumberBetween(0, MAX_BOX),
  wholeNumberBetween(0, MAX_STROKE_MS),
]);
export type StrokePoint = v.InferOutput<typeof strokePoint>;
export type Stroke = readonly StrokePoint[];

/** True if all points are inside the box and there aren't too many. */
export function isWithinBox(strokes: readonly Stroke[], { width, height }: SignatureBox): boolean {
  const points = strokes.flat();
  return (
    points.length <= MAX_SIGNATURE_POINTS && points.every(([x, y]) => x <= width && y <= height)
  );
}

/** Converts a point reported by the browser to a stroke point inside the box. */
export function toStrokePoint(
  { x, y, ms }: { readonly x: number; readonly y: number; readonly ms: number },
  { width, height }: SignatureBox,
): StrokePoint {
  return [
    Math.round(clamp(x, width)),
    Math.round(clamp(y, height)),
    Math.round(clamp(ms, MAX_STROKE_MS)),
  ];
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** True if a stroke is longer than an accidental touch. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  return strokes.some((stroke) => strokeLength(stroke) >= MIN_LENGTH);
}

/** Minimum length of a line that counts as a signature, in CSS pixels. */
const MIN_LENGTH = 24;

function strokeLength(stroke: Stroke): number {
  return stroke.slice(1).reduce((length, [x, y], index) => {
    const [fromX, fromY] = stroke[index] ?? [x, y];
    return length + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

/**
 * Removes points within the tolerance of the simplified line (Ramer–Douglas–Peucker). Keeps each stroke's first
 * and last point.
 * @param tolerance in CSS pixels
 */
export function simplifyStroke(stroke: Stroke, tolerance: number): StrokePoint[] {
  const keptIndexes = new Set([0, stroke.length - 1]);
  const ranges: (readonly [number, number])[] = [[0, stroke.length - 1]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const farthestPoint = farthestBetween(stroke, range);
    if (farthestPoint === null || farthestPoint.distance <= tolerance) continue;
    keptIndexes.add(farthestPoint.index);
    ranges.push([range[0], farthestPoint.index], [farthestPoint.index, range[1]]);
  }
  return stroke.filter((_, index) => keptIndexes.has(index));
}

/** Finds the point farthest from the line between two others; null if there is none between them. */
function farthestBetween(stroke: Stroke, [first, last]: readonly [number, number]) {
  const [start, end] = [stroke[first], stroke[last]];
  if (start === undefined || end === undefined) return null;
  let farthestPoint: { readonly index: number; readonly distance: number } | null = null;
  for (let index = first + 1; index < last; index += 1) {
    const distance = distanceToLine(stroke[index] ?? start, start, end);
    if (farthestPoint === null || distance > farthestPoint.distance)
      farthestPoint = { index, distance };
  }
  return farthestPoint;
}

/** Distance of a point from the line between two points. */
export function distanceToLine([x, y]: StrokePoint, start: StrokePoint, end: StrokePoint): number {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const squaredLength = dx * dx + dy * dy;
  const fraction =
    squaredLength === 0
      ? 0
      : Math.min(1, Math.max(0, ((x - start[0]) * dx + (y - start[1]) * dy) / squaredLength));
  return Math.hypot(x - start[0] - fraction * dx, y - start[1] - fraction * dy);
}

/**
 * Simplifies the strokes with a tolerance of half a pixel, which is doubled until the number of points is within the
 * limit. Drops the strokes beyond the maximum number.
 */
export function simplifyStrokes(strokes: readonly Stroke[]): StrokePoint[][] {
  let tolerance = 0.5;
  let simplifiedStrokes = strokes
    .slice(0, MAX_STROKES)
    .map((stroke) => simplifyStroke(stroke, tolerance));
  while (simplifiedStrokes.flat().length > MAX_SIGNATURE_POINTS) {
    tolerance *= 2;
    simplifiedStrokes = simplifiedStrokes.map((stroke) => simplifyStroke(stroke, tolerance));
  }
  return simplifiedStrokes;
}

/**
 * Converts the strokes to the `d` attribute of an SVG path, smoothed between the points. With round line caps, a tap
 * becomes a dot.
 */
export function strokesToPath(strokes: readonly Stroke[]): string {
  return strokes.map(strokeToPath).join('');
}

function strokeToPath(stroke: Stroke): string {
  const [firstPoint, ...otherPoints] = stroke;
  if (firstPoint === undefined) return '';
  const lastPoint = otherPoints.at(-1);
  const start = `M${firstPoint[0]} ${firstPoint[1]}`;
  if (lastPoint === undefined) return `${start}L${firstPoint[0]} ${firstPoint[1]}`;
  const curves = otherPoints.slice(0, -1).map(([x, y], index) => {
    const [nextX, nextY] = otherPoints[index + 1] ?? lastPoint;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return `${start}${curves.join('')}L${lastPoint[0]} ${lastPoint[1]}`;
}
