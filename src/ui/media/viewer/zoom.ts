/** Zoom and pan of an image. */

/** `x` and `y` are the offset of the image's centre from the screen's centre, in CSS pixels. */
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
/** A higher zoom shows no more detail. */
export const MAX_SCALE = 6;
/** Zoom factor per button press, key press or wheel notch. */
export const ZOOM_STEP = 1.5;
/** Scale after a double tap. */
const DOUBLE_TAP_SCALE = 2.5;
/** Minimum swipe distance, as a share of the screen width. */
const SWIPE_SHARE = 0.2;

/**
 * Zooms around a point, which stays in place unless the image's edges prevent it.
 * @param point the point, relative to the screen centre
 * @param screen size of the image's frame at scale 1
 */
export function zoomBy(zoom: Zoom, factor: number, point: Point, screen: Size): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return keepInside(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    screen,
  );
}

/** Pans the enlarged image within its edges. */
export function moveBy(zoom: Zoom, offset: Point, screen: Size): Zoom {
  return keepInside({ ...zoom, x: zoom.x + offset.x, y: zoom.y + offset.y }, screen);
}

/** Zooms in at the tapped point, or resets the zoom if the image is already enlarged. */
export function toggleZoomAt(zoom: Zoom, point: Point, screen: Size): Zoom {
  return zoom.scale > 1 ? INITIAL_ZOOM : zoomBy(zoom, DOUBLE_TAP_SCALE, point, screen);
}

/**
 * Returns -1 for the previous image, 1 for the next, 0 for neither.
 * @param width screen width
 */
export function swipeDirection(x: number, width: number): -1 | 0 | 1 {
  if (Math.abs(x) < width * SWIPE_SHARE) return 0;
  return x > 0 ? -1 : 1;
}

function keepInside({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  if (scale <= 1) return INITIAL_ZOOM;
  const [maxX, maxY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return {
    scale,
    x: Math.min(maxX, Math.max(-maxX, x)),
    y: Math.min(maxY, Math.max(-maxY, y)),
  };
}
