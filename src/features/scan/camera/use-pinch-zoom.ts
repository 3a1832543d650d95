import { useEffect, useRef, useState } from 'react';
import type { Point } from './cover.ts';
import type { CameraHandle } from './use-camera.ts';

/**
 * Pinch-to-zoom on an element.
 * @returns the element's ref
 */
export function usePinchZoom(zoom: CameraHandle['zoom']): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const current = useRef(zoom);
  const canZoom = zoom !== null;
  useEffect(() => {
    current.current = zoom;
  });

  useEffect(() => {
    if (!element || !canZoom) return undefined;
    let from = 1;
    return watchPinch(element, {
      onBegin: () => (from = current.current?.value ?? 1),
      onScale: (scale) => current.current?.set(from * scale),
    });
  }, [element, canZoom]);

  return setElement;
}

/**
 * Listens for a pinch on an element.
 * @param onBegin a finger came down; scales are relative to this moment
 * @param onScale the distance relative to the start
 * @returns an unsubscribe function
 */
function watchPinch(
  element: HTMLElement,
  { onBegin, onScale }: { onBegin: () => void; onScale: (scale: number) => void },
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let pinch = NO_PINCH;
  const point = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });

  const down = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    pinch = fingerDown(pinch, event.pointerId, point(event));
    onBegin();
  };
  const move = (event: PointerEvent) => {
    pinch = fingerMoved(pinch, event.pointerId, point(event));
    const scale = pinchScale(pinch);
    if (scale !== null) onScale(scale);
  };
  const up = ({ pointerId }: PointerEvent) => (pinch = fingerUp(pinch, pointerId));

  // Disables the browser's own pinch zoom, which would capture the pointers.
  element.style.touchAction = 'none';
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    element.addEventListener(end, up, { signal });
  }
  return () => {
    listening.abort();
    element.style.touchAction = '';
  };
}

// Pinch gesture: distance between two fingers relative to the start.

interface Pinch {
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
