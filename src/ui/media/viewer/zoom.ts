/** How far a picture is enlarged, and which part of it is in sight. Pure. */

/** `x` and `y` move the picture's middle from the middle of the screen, in CSS pixels. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const INITIAL_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
/** More shows no more of any of our pictures. */
export const MAX_SCALE = 6;
/** One press of a button or a key, and one notch of a wheel. */
export const ZOOM_STEP = 1.5;
/** What a double tap enlarges to. */
const DOUBLE_TAP_SCALE = 2.5;
/** A swipe this far, as a share of the screen, goes to the next picture. */
const SWIPE_SHARE = 0.2;

/**
 * Enlarges or shrinks around a point, which stays where it is as far as the picture's edges allow.
 * @param at the point, from the middle of the screen
 * @param screen the size of the place that the picture fills at scale 1
 */
export function zoomBy(zoom: Zoom, factor: number, at: Point, screen: Size): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return within({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, screen);
}

/** Moves the enlarged picture, at most to its edges. */
export function moveBy(zoom: Zoom, by: Point, screen: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, screen);
}

/** Enlarges around the tapped point, or shows the whole picture again. */
export function toggleZoomAt(zoom: Zoom, at: Point, screen: Size): Zoom {
  return zoom.scale > 1 ? INITIAL_ZOOM : zoomBy(zoom, DOUBLE_TAP_SCALE, at, screen);
}

/** Returns -1 for the picture before, 1 for the next, 0 for the same. @param width of the screen */
export function swipeDirection(x: number, width: number): -1 | 0 | 1 {
  if (Math.abs(x) < width * SWIPE_SHARE) return 0;
  return x > 0 ? -1 : 1;
}

function within({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  if (scale <= 1) return INITIAL_ZOOM;
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return {
    scale,
    x: Math.min(mostX, Math.max(-mostX, x)),
    y: Math.min(mostY, Math.max(-mostY, y)),
  };
}
