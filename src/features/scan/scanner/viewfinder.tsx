import { useEffect, useRef } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import type { Size } from '../camera/cover.ts';
import type { Aim, useAim } from './use-aim.ts';

interface ViewfinderProps extends ReturnType<typeof useAim> {
  /** Ref of the element that holds the video. */
  viewfinderRef: (element: HTMLElement | null) => void;
  /** True while the video plays; otherwise only the dark background shows. */
  live: boolean;
  /** Changes with every capture. */
  catches: number;
  /** Draws on the video, given the size of its box. */
  outlines: (box: Size) => React.ReactNode;
}

/** Video, viewfinder corners and code outlines. */
export function Viewfinder(props: ViewfinderProps) {
  const { boxRef, box, aim, viewfinderRef, live, catches, outlines } = props;
  return (
    <div ref={boxRef} className="scan-stage absolute inset-0 overflow-hidden">
      <div ref={viewfinderRef} className="absolute inset-0" />
      <svg
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 size-full transition-opacity',
          live ? 'opacity-100' : 'opacity-0',
        )}
      >
        <Corners aim={aim} catches={catches} />
        {live && outlines(box)}
      </svg>
    </div>
  );
}

/** How far the corners close in on a capture, in CSS pixels. */
const CLOSE_PX = 6;
const CLOSE_MS = 320;

/** Viewfinder corners; they close in briefly on each capture. */
function Corners({ aim, catches }: { aim: Aim; catches: number }) {
  const ref = useRef<SVGPathElement>(null);
  const { side } = aim;
  const closed = useRef(0);
  useEffect(() => {
    if (catches === closed.current) return;
    closed.current = catches;
    if (side === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    ref.current?.animate(
      [{}, { transform: `scale(${1 - (2 * CLOSE_PX) / side})`, offset: 0.4 }, {}],
      { duration: CLOSE_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
    );
  }, [catches, side]);
  return <path ref={ref} d={brackets(aim)} className="scan-corners" />;
}

const ROUND = 22;

function brackets({ left: x, top: y, side }: Aim): string {
  const arm = Math.max(0, Math.min(28, side / 4 - ROUND / 2));
  const arc = (dx: number, dy: number) => `a${ROUND} ${ROUND} 0 0 1 ${dx} ${dy}`;
  const end = side - ROUND;
  return [
    `M${x} ${y + ROUND + arm}v${-arm}${arc(ROUND, -ROUND)}h${arm}`,
    `M${x + end - arm} ${y}h${arm}${arc(ROUND, ROUND)}v${arm}`,
    `M${x + side} ${y + end - arm}v${arm}${arc(-ROUND, ROUND)}h${-arm}`,
    `M${x + ROUND + arm} ${y + side}h${-arm}${arc(-ROUND, -ROUND)}v${-arm}`,
  ].join('');
}
