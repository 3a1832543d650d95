import { useCallback, useEffect, useState } from 'react';
import { coverScale, type Size } from '../camera/cover.ts';
import { scanRegion } from '../camera/scan-constants.ts';

/** Assumed until the video tells its own size. */
const usualFrame: Size = { width: 1280, height: 720 };
/** Above the middle: below it lie the tray and the thumb. All of it is well within what is read. */
const MIDDLE = 0.42;
/** Larger it would stand for a wall, not for a label; in CSS pixels. */
const LARGEST = 260;

/** The square that one aims with, in CSS pixels of the box. */
export interface Aim {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * Where the square stands in the camera's picture (spec 1 §9).
 * @param live whether there is a picture, whose size counts then
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
    // A phone that is turned gives another picture: the video tells so.
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
