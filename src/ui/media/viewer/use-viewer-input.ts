import { useEffect, useRef, type RefObject } from 'react';
import { ZOOM_STEP, type Point } from './zoom.ts';

/** Scroll delta of one wheel notch in most browsers, in CSS pixels. */
const NOTCH = 100;

/**
 * Zooms around the pointer by wheel. A native listener, because React's is passive and can't prevent
 * scrolling.
 */
export function useWheel(
  place: RefObject<HTMLElement | null>,
  enlarge: (factor: number, at: Point) => void,
): void {
  const latest = useRef(enlarge);
  useEffect(() => {
    latest.current = enlarge;
  });
  useEffect(() => {
    const element = place.current;
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
  }, [place]);
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
