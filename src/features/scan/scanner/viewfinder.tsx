import { useCallback, useEffect, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { coverScale, toBox, type Point, type Size } from '../camera/cover.ts';
import { scanRegion } from '../camera/scan-constants.ts';

/** How a found code is outlined: kept, known already, or none of ours. */
export type MarkTone = 'caught' | 'repeated' | 'refused';

export interface CodeMark {
  readonly tone: MarkTone;
  readonly corners: readonly Point[];
  readonly frame: Size;
}

interface ViewfinderProps {
  /** What the camera puts its video into. */
  viewfinderRef: (element: HTMLElement | null) => void;
  /** Whether there is a picture; without one only the dark ground is shown. */
  live: boolean;
  mark: CodeMark | null;
}

/** Assumed until the video tells its own size. */
const usualFrame: Size = { width: 1280, height: 720 };

/** The camera's picture, the square to aim with (spec 1 §9), and the outline of the code found. */
export function Viewfinder({ viewfinderRef, live, mark }: ViewfinderProps) {
  const { boxRef, box, frame } = useSizes(live);
  const video = mark?.frame ?? frame;
  const side = scanRegion(video.width, video.height) * coverScale(video, box);
  const left = (box.width - side) / 2;
  const top = (box.height - side) / 2;

  return (
    <div ref={boxRef} className="absolute inset-0 overflow-hidden">
      <div ref={viewfinderRef} className="absolute inset-0" />
      <svg
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 size-full transition-opacity',
          live ? 'opacity-100' : 'opacity-0',
        )}
      >
        <path
          fillRule="evenodd"
          className="scan-veil"
          d={`M0 0H${box.width}V${box.height}H0Z ${roundedSquare(left, top, side)}`}
        />
        <path d={brackets(left, top, side)} className="scan-brackets" />
        {mark && (
          <polygon
            data-tone={mark.tone}
            className="scan-mark"
            points={mark.corners
              .map((corner) => toBox(corner, mark.frame, box))
              .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
              .join(' ')}
          />
        )}
      </svg>
    </div>
  );
}

function useSizes(live: boolean) {
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

  return { boxRef: useCallback((next: HTMLElement | null) => setElement(next), []), box, frame };
}

const corner = 20;

function roundedSquare(x: number, y: number, side: number): string {
  const straight = Math.max(0, side - 2 * corner);
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  return [
    `M${x + corner} ${y}h${straight}`,
    arc(corner, corner),
    `v${straight}`,
    arc(-corner, corner),
    `h${-straight}`,
    arc(-corner, -corner),
    `v${-straight}`,
    arc(corner, -corner),
    'Z',
  ].join('');
}

/** The four corners of the square. */
function brackets(x: number, y: number, side: number): string {
  const arm = Math.min(28, side / 4);
  const end = side - corner;
  return [
    `M${x} ${y + corner + arm}v${-arm}a${corner} ${corner} 0 0 1 ${corner} ${-corner}h${arm}`,
    `M${x + end - arm} ${y}h${arm}a${corner} ${corner} 0 0 1 ${corner} ${corner}v${arm}`,
    `M${x + side} ${y + end - arm}v${arm}a${corner} ${corner} 0 0 1 ${-corner} ${corner}h${-arm}`,
    `M${x + corner + arm} ${y + side}h${-arm}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}v${-arm}`,
  ].join('');
}
