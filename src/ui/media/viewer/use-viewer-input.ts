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
 * Zooms around the pointer with the wheel. Uses a native listener, because React's is passive and can't prevent
 * scrolling.
 */
export function useWheel(
  stageRef: RefObject<HTMLElement | null>,
  changeZoom: (factor: number, point: Point) => void,
): void {
  const latestChangeZoom = useRef(changeZoom);
  useEffect(() => {
    latestChangeZoom.current = changeZoom;
  });
  useEffect(() => {
    const element = stageRef.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const point = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      };
      latestChangeZoom.current(ZOOM_STEP ** (-event.deltaY / NOTCH), point);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stageRef]);
}

/**
 * Handles keys while the viewer is open, regardless of the focus.
 * @param keys handlers by key name
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latestKeys = useRef(keys);
  useEffect(() => {
    latestKeys.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latestKeys.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;

interface Gestures {
  readonly zoom: Zoom;
  /** Horizontal drag of the whole image, in CSS pixels. */
  readonly dragOffset: number;
  readonly changeZoom: (factor: number, point?: Point) => void;
  readonly reset: () => void;
  /** Event handlers for the element that the image fills. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
  };
}

/**
 * Handles touch, mouse and pen gestures on an image.
 * @param onSwipe goes to the previous or next image
 */
export function useGestures(
  stageRef: RefObject<HTMLElement | null>,
  onSwipe: (direction: -1 | 1) => void,
): Gestures {
  const [zoom, setZoom] = useState(INITIAL_ZOOM);
  const [dragOffset, setDragOffset] = useState(0);
  const pointers = useRef(new Map<number, Point>());
  const tap = useRef<{ time: number; point: Point } | null>(null);
  const stageBox = () => stageRef.current?.getBoundingClientRect() ?? new DOMRect();
  /** Returns a pointer's position relative to the stage's centre. */
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stageBox();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const changeZoom = (factor: number, point: Point = { x: 0, y: 0 }) =>
    setZoom((current) => zoomBy(current, factor, point, stageBox()));

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    stageRef.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    if (pointers.current.size > 1) setDragOffset(0);
  };
  const onPointerMove = (event: PointerEvent) => {
    const previousPoint = pointers.current.get(event.pointerId);
    if (!previousPoint) return;
    const point = pointOf(event);
    const otherFingers = [...pointers.current].filter(([id]) => id !== event.pointerId);
    const [otherFinger] = otherFingers.map(([, otherPoint]) => otherPoint);
    pointers.current.set(event.pointerId, point);
    const offset = { x: point.x - previousPoint.x, y: point.y - previousPoint.y };
    if (otherFinger) {
      const factor =
        distance(point, otherFinger) / Math.max(1, distance(previousPoint, otherFinger));
      const middle = { x: (point.x + otherFinger.x) / 2, y: (point.y + otherFinger.y) / 2 };
      return setZoom((previous) =>
        moveBy(
          zoomBy(previous, factor, middle, stageBox()),
          { x: offset.x / 2, y: offset.y / 2 },
          stageBox(),
        ),
      );
    }
    if (zoom.scale > 1) return setZoom((previous) => moveBy(previous, offset, stageBox()));
    return setDragOffset((previous) => previous + offset.x);
  };
  const endGesture = (event: PointerEvent, isUp: boolean) => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    const direction = isUp && zoom.scale === 1 ? swipeDirection(dragOffset, stageBox().width) : 0;
    setDragOffset(0);
    if (direction !== 0) return onSwipe(direction);
    if (isUp) handleTap(event);
  };
  const handleTap = (event: PointerEvent) => {
    const point = pointOf(event);
    const lastTap = tap.current;
    const isDouble =
      lastTap !== null &&
      event.timeStamp - lastTap.time < DOUBLE_TAP_MS &&
      distance(point, lastTap.point) < DOUBLE_TAP_PX;
    tap.current = isDouble ? null : { time: event.timeStamp, point };
    if (isDouble) setZoom((previous) => toggleZoomAt(previous, point, stageBox()));
  };
  return {
    zoom,
    dragOffset,
    changeZoom,
    reset: () => setZoom(INITIAL_ZOOM),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event) => endGesture(event, true),
      onPointerCancel: (event) => endGesture(event, false),
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
