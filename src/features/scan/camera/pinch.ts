/** Two fingers on the picture: how far apart they are against where they began. Pure. */
import type { Point } from './cover.ts';

export interface Pinch {
  /** Where each finger is, by its pointer id; two at most. */
  readonly fingers: ReadonlyMap<number, Point>;
  /** The distance, in any unit, when the second finger came; null with fewer than two. */
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

/** How many times as far apart as at the beginning; null without two fingers. */
export function pinchScale(pinch: Pinch): number | null {
  const now = spread(pinch.fingers);
  return now === null || pinch.from === null ? null : now / pinch.from;
}

/** Fingers on one spot count as one unit apart: nothing is divided by zero. */
function spread(fingers: ReadonlyMap<number, Point>): number | null {
  const [one, other] = [...fingers.values()];
  if (!one || !other) return null;
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}
