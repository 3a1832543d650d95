import { useEffect, useRef, type RefObject, useState, type PointerEvent } from 'react';
import {
  ZOOM_STEP,
  type Point,
  toggleZoomAt,
  moveBy,
  swipeDirection,
  INITIAL_ZOOM,
  zoomBy,
  type Zoom,
} from './zoom.ts';

/** Scroll delta of one wheel notch in most browsers, in CSS pixels. */
const NOTCH = 100;

/**
 * Zooms around the pointer by wheel. A native listener, because React's is passive and can't prevent
 * scrolling.
 */
export function useWheel(
  stageRef: RefObject<HTMLElement | null>,
  enlarge: (factor: number, at: Point) => void,
): void {
  const latest = useRef(enlarge);
  useEffect(() => {
    latest.current = enlarge;
  });
  useEffect(() => {
    const element = stageRef.current;
    if (!element) return undefined;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      };
      latest.current(ZOOM_STEP ** (-event.deltaY / NOTCH), at);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [stageRef]);
}

/** Handles keys while the viewer is open, regardless of focus. @param keys handlers by key name */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;

interface Gestures {
  readonly zoom: Zoom;
  /** Horizontal drag of the whole picture, in CSS pixels. */
  readonly dragged: number;
  readonly enlarge: (factor: number, at?: Point) => void;
  readonly reset: () => void;
  /** For the element that the picture fills. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
  };
}

/** Handles touch, mouse and pen gestures on a picture. @param onSwipe goes to the previous or next picture */
export function useGestures(
  stageRef: RefObject<HTMLElement | null>,
  onSwipe: (by: -1 | 1) => void,
): Gestures {
  const [zoom, setZoom] = useState(INITIAL_ZOOM);
  const [dragged, setDragged] = useState(0);
  const fingers = useRef(new Map<number, Point>());
  const tap = useRef<{ at: number; from: Point } | null>(null);
  const screen = () => stageRef.current?.getBoundingClientRect() ?? new DOMRect();
  /** Relative to the screen centre. */
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = screen();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const enlarge = (factor: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((now) => zoomBy(now, factor, at, screen()));

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    stageRef.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    if (fingers.current.size > 1) setDragged(0);
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const otherFingers = [...fingers.current].filter(([id]) => id !== event.pointerId);
    const [other] = otherFingers.map(([, at]) => at);
    fingers.current.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      return setZoom((previous) =>
        moveBy(zoomBy(previous, factor, middle, screen()), { x: by.x / 2, y: by.y / 2 }, screen()),
      );
    }
    if (zoom.scale > 1) return setZoom((previous) => moveBy(previous, by, screen()));
    return setDragged((previous) => previous + by.x);
  };
  const end = (event: PointerEvent, isUp: boolean) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    const to = isUp && zoom.scale === 1 ? swipeDirection(dragged, screen().width) : 0;
    setDragged(0);
    if (to !== 0) return onSwipe(to);
    if (isUp) noteTap(event);
  };
  const noteTap = (event: PointerEvent) => {
    const from = pointOf(event);
    const last = tap.current;
    const isDouble =
      last !== null &&
      event.timeStamp - last.at < DOUBLE_TAP_MS &&
      distance(from, last.from) < DOUBLE_TAP_PX;
    tap.current = isDouble ? null : { at: event.timeStamp, from };
    if (isDouble) setZoom((previous) => toggleZoomAt(previous, from, screen()));
  };
  return {
    ...{ zoom, dragged, enlarge },
    reset: () => setZoom(INITIAL_ZOOM),
    handlers: {
      ...{ onPointerDown, onPointerMove },
      onPointerUp: (event) => end(event, true),
      onPointerCancel: (event) => end(event, false),
    },
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
