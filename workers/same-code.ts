/** Whether two readings are of one printed code: several looks at a picture find some of its codes twice. */
import type { CodeHit, Crop } from './frame.ts';

/** Whether both are one code: the same text, and the middle of one lies where the other is. */
export function isSameCode(one: CodeHit, other: CodeHit): boolean {
  if (one.text !== other.text) return false;
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return (
    Math.abs(a.x - b.x) < Math.max(a.width, b.width) / 2 &&
    Math.abs(a.y - b.y) < Math.max(a.height, b.height) / 2
  );
}

/** Counts the printed codes of each text. */
export function countByText(hits: readonly CodeHit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  hits.forEach((hit, at) => {
    const isAgain = hits.slice(0, at).some((other) => isSameCode(other, hit));
    if (!isAgain) counts.set(hit.text, (counts.get(hit.text) ?? 0) + 1);
  });
  return counts;
}

/** The middle and the size of the upright rectangle around a code. */
function boundsOf({ corners }: CodeHit): Crop {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
  };
}
