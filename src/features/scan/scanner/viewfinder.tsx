import { useEffect, useRef, useCallback, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { type Size, coverScale } from '../camera/cover.ts';
import { scanRegion } from '../camera/scan-constants.ts';

interface ViewfinderProps extends ReturnType<typeof useAim> {
  /** Ref of the element that holds the video. */
  viewfinderRef: (element: HTMLElement | null) => void;
  /** True while the video plays; otherwise only the dark background is visible. */
  isLive: boolean;
  /** Number of the last result if it's a capture, else 0. */
  captureSequence: number;
  /** Draws on the video, given the size of its box. */
  outlines: (box: Size) => React.ReactNode;
}

/** Video, viewfinder corners and code outlines. */
export function Viewfinder(props: ViewfinderProps) {
  const { boxRef, box, aim, viewfinderRef, isLive, captureSequence, outlines } = props;
  return (
    <div ref={boxRef} className="scan-stage absolute inset-0 overflow-hidden">
      <div ref={viewfinderRef} className="absolute inset-0" />
      <svg
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 size-full transition-opacity',
          isLive ? 'opacity-100' : 'opacity-0',
        )}
      >
        <Corners aim={aim} captureSequence={captureSequence} />
        {isLive && outlines(box)}
      </svg>
    </div>
  );
}

/** Distance by which the corners close in on a capture, in CSS pixels. */
const CLOSE_PX = 6;
const CLOSE_MS = 320;

/** Viewfinder corners; they close in briefly on each capture. */
function Corners({ aim, captureSequence }: { aim: Aim; captureSequence: number }) {
  const ref = useRef<SVGPathElement>(null);
  const { side } = aim;
  const lastSequence = useRef(0);
  useEffect(() => {
    // 0 for a result that isn't a capture, such as a duplicate.
    if (captureSequence <= lastSequence.current) return;
    lastSequence.current = captureSequence;
    if (side === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    ref.current?.animate(
      [{}, { transform: `scale(${1 - (2 * CLOSE_PX) / side})`, offset: 0.4 }, {}],
      { duration: CLOSE_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
    );
  }, [captureSequence, side]);
  return <path ref={ref} d={bracketPath(aim)} className="scan-corners" />;
}

const CORNER_RADIUS = 22;

function bracketPath({ left: x, top: y, side }: Aim): string {
  const armLength = Math.max(0, Math.min(28, side / 4 - CORNER_RADIUS / 2));
  const arc = (dx: number, dy: number) => `a${CORNER_RADIUS} ${CORNER_RADIUS} 0 0 1 ${dx} ${dy}`;
  const end = side - CORNER_RADIUS;
  return [
    `M${x} ${y + CORNER_RADIUS + armLength}v${-armLength}${arc(CORNER_RADIUS, -CORNER_RADIUS)}h${armLength}`,
    `M${x + end - armLength} ${y}h${armLength}${arc(CORNER_RADIUS, CORNER_RADIUS)}v${armLength}`,
    `M${x + side} ${y + end - armLength}v${armLength}${arc(-CORNER_RADIUS, CORNER_RADIUS)}h${-armLength}`,
    `M${x + CORNER_RADIUS + armLength} ${y + side}h${-armLength}${arc(-CORNER_RADIUS, -CORNER_RADIUS)}v${-armLength}`,
  ].join('');
}

/** Default until the video's size is known. */
const defaultFrame: Size = { width: 1280, height: 720 };
/**
 * Height of the square's centre, as a share of the box. It is above the middle, clear of the tray and the thumb, but
 * well within the decoded area.
 */
const CENTRE_HEIGHT = 0.42;
/** Maximum side in CSS pixels; with a larger square, users wouldn't aim at a single label. */
const MAX_SIDE = 260;

/** Viewfinder square, in CSS pixels of the box. */
export interface Aim {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * Computes the viewfinder square (spec 1 §9).
 * @param isLive true while the video plays
 */
export function useAim(isLive: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  const [frame, setFrame] = useState<Size>(defaultFrame);

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
    if (!video || !isLive) return undefined;
    // The video's size changes when the phone rotates.
    const measure = () =>
      video.videoWidth > 0 && setFrame({ width: video.videoWidth, height: video.videoHeight });
    measure();
    video.addEventListener('resize', measure);
    return () => video.removeEventListener('resize', measure);
  }, [element, isLive]);

  const region = scanRegion(frame.width, frame.height) * coverScale(frame, box);
  const side = Math.min(region, MAX_SIDE, box.width * 0.64, box.height * 0.4);
  const aim: Aim = {
    left: (box.width - side) / 2,
    top: box.height * CENTRE_HEIGHT - side / 2,
    side,
  };
  return { boxRef: useCallback((next: HTMLElement | null) => setElement(next), []), box, aim };
}
