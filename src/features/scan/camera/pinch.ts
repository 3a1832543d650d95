/** Pinch gesture: distance between two fingers relative to the start. Pure. */
import type { Point } from './cover.ts';

export interface Pinch {
  /** Position per pointer id; at most two. */
  readonly fingers: ReadonlyMap<number, Point>;
  /** Distance when the second finger came down; null with fewer than two fingers. */
  readonly from: number | null;
}

export const NO_PINCH: Pinch = { fingers: new Map(), from: null };

export function fingerDown(pinch: Pinch, id: number, at: Point): Pinch {
  if (pinch.fingers.size >= 2) return pinch;
  const fingers = new Map(pinch.fingers).set(id, at);
  return { fingers, from: spread(fingers) };
}

export function fingerMoved(pinch: Pinch, id: number, at: Point): Pinch {
  if (!pinch.fingers.has(id)) return pinch;
  return { ...pinch, fingers: new Map(pinch.fingers).set(id, at) };
}

export function fingerUp(pinch: Pinch, id: number): Pinch {
  if (!pinch.fingers.has(id)) return pinch;
  const fingers = new Map(pinch.fingers);
  fingers.delete(id);
  return { fingers, from: null };
}

/** Returns the distance relative to the start; null without two fingers. */
export function pinchScale(pinch: Pinch): number | null {
  const now = spread(pinch.fingers);
  return now === null || pinch.from === null ? null : now / pinch.from;
}

/** At least 1, to avoid a division by zero. */
function spread(fingers: ReadonlyMap<number, Point>): number | null {
  const [one, other] = [...fingers.values()];
  if (!one || !other) return null;
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}
