import { useEffect, useRef, useState } from 'react';
import type { Point } from './cover.ts';
import type { CameraHandle } from './use-camera.ts';

/**
 * Zooms the camera when the user pinches an element.
 * @returns a ref callback for the element
 */
export function usePinchZoom(zoom: CameraHandle['zoom']): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const zoomRef = useRef(zoom);
  const canZoom = zoom !== null;
  useEffect(() => {
    zoomRef.current = zoom;
  });

  useEffect(() => {
    if (!element || !canZoom) return undefined;
    let startZoom = 1;
    return watchPinch(element, {
      onStart: () => (startZoom = zoomRef.current?.value ?? 1),
      onScale: (scale) => zoomRef.current?.set(startZoom * scale),
    });
  }, [element, canZoom]);

  return setElement;
}

/**
 * Listens for a pinch on an element.
 * @param onStart called when a finger touches the element; scales are relative to this moment
 * @param onScale called with the distance between the fingers, relative to the start
 * @returns an unsubscribe function
 */
function watchPinch(
  element: HTMLElement,
  { onStart, onScale }: { onStart: () => void; onScale: (scale: number) => void },
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let pinch = NO_PINCH;
  const positionOf = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    pinch = fingerDown(pinch, event.pointerId, positionOf(event));
    onStart();
  };
  const onPointerMove = (event: PointerEvent) => {
    pinch = fingerMoved(pinch, event.pointerId, positionOf(event));
    const scale = pinchScale(pinch);
    if (scale !== null) onScale(scale);
  };
  const onPointerEnd = ({ pointerId }: PointerEvent) => (pinch = fingerUp(pinch, pointerId));

  // Disables the browser's pinch zoom, which would capture the pointers.
  element.style.touchAction = 'none';
  element.addEventListener('pointerdown', onPointerDown, { signal });
  element.addEventListener('pointermove', onPointerMove, { signal });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    element.addEventListener(end, onPointerEnd, { signal });
  }
  return () => {
    controller.abort();
    element.style.touchAction = '';
  };
}

// Pinch gesture: distance between two fingers relative to the start.

interface Pinch {
  /** Position by pointer id; at most two. */
  readonly fingers: ReadonlyMap<number, Point>;
  /** Distance when the second finger touched the element; null with fewer than two fingers. */
  readonly startDistance: number | null;
}

export const NO_PINCH: Pinch = { fingers: new Map(), startDistance: null };

export function fingerDown(pinch: Pinch, id: number, position: Point): Pinch {
  if (pinch.fingers.size >= 2) return pinch;
  const fingers = new Map(pinch.fingers).set(id, position);
  return { fingers, startDistance: fingerDistance(fingers) };
}

export function fingerMoved(pinch: Pinch, id: number, position: Point): Pinch {
  if (!pinch.fingers.has(id)) return pinch;
  return { ...pinch, fingers: new Map(pinch.fingers).set(id, position) };
}

export function fingerUp(pinch: Pinch, id: number): Pinch {
  if (!pinch.fingers.has(id)) return pinch;
  const fingers = new Map(pinch.fingers);
  fingers.delete(id);
  return { fingers, startDistance: null };
}

/** Returns the distance relative to the start; null without two fingers. */
export function pinchScale(pinch: Pinch): number | null {
  const distance = fingerDistance(pinch.fingers);
  return distance === null || pinch.startDistance === null ? null : distance / pinch.startDistance;
}

/**
 * Returns the distance between two fingers, at least 1 to avoid a division by zero. Null with fewer than two fingers.
 */
function fingerDistance(fingers: ReadonlyMap<number, Point>): number | null {
  const [first, second] = [...fingers.values()];
  if (!first || !second) return null;
  return Math.max(1, Math.hypot(first.x - second.x, first.y - second.y));
}
