import { useEffect, useRef, useState } from 'react';
import type { UsedCamera } from './use-camera.ts';
import { watchPinch } from './watch-pinch.ts';

/**
 * Zooms with two fingers on an element.
 * @returns what the element takes as its `ref`
 */
export function usePinchZoom(zoom: UsedCamera['zoom']): (element: HTMLElement | null) => void {
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
