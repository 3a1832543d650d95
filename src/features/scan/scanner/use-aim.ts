import { useCallback, useEffect, useState } from 'react';
import { coverScale, type Size } from '../camera/cover.ts';
import { scanRegion } from '../camera/scan-constants.ts';

/** Default until the video's size is known. */
const usualFrame: Size = { width: 1280, height: 720 };
/** Above the centre, clear of the tray and the thumb, but well within the decoded area. */
const MIDDLE = 0.42;
/** Maximum side in CSS pixels: a larger square would suggest aiming at a wall. */
const LARGEST = 260;

/** Viewfinder square, in CSS pixels of the box. */
export interface Aim {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * Computes the viewfinder square (spec 1 §9).
 * @param live true while the video plays
 */
export function useAim(live: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  const [frame, setFrame] = useState<Size>(usualFrame);

  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  useEffect(() => {
    const video = element?.querySelector('video');
    if (!video || !live) return undefined;
    // The video's size changes when the phone rotates.
    const measure = () =>
      video.videoWidth > 0 && setFrame({ width: video.videoWidth, height: video.videoHeight });
    measure();
    video.addEventListener('resize', measure);
    return () => video.removeEventListener('resize', measure);
  }, [element, live]);

  const region = scanRegion(frame.width, frame.height) * coverScale(frame, box);
  const side = Math.min(region, LARGEST, box.width * 0.64, box.height * 0.4);
  const aim: Aim = {
    left: (box.width - side) / 2,
    top: box.height * MIDDLE - side / 2,
    side,
  };
  return { boxRef: useCallback((next: HTMLElement | null) => setElement(next), []), box, aim };
}
