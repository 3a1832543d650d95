import { useEffect, useRef } from 'react';
import { sunPosition, sunPath } from '../project-sky.ts';

/** Size of the drawing; the stylesheet scales it to the width of the sky. */
const WIDTH = 390;
const HEIGHT = 225;
/** Visible part of the height: the arc ends at the roof. */
const SHOWN = 124;
/** Duration of the sunrise animation in ms; it runs once. */
const RISE_MS = 320;

const at = (sun: number) => {
  const { x, y } = sunPosition(sun);
  return { x: Math.round(x * WIDTH), y: Math.round(y * HEIGHT) };
};
const line = (from: number, to: number) =>
  sunPath(from, to)
    .map(at)
    .map(({ x, y }, first) => `${first === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('');

/**
 * The sun's path over a project: gold for the time passed, dots for the time left. Decorative: the
 * card below has the same as text.
 * @param sun progress, 0 to 1
 */
export function SunPath({ sun }: { sun: number }) {
  const { x, y } = at(sun);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${SHOWN}`} className="sun-path" aria-hidden="true">
      <path d={line(sun, 1)} className="sun-to-come" />
      <path d={line(0, sun)} className="sun-been" />
      <g ref={useSunriseAnimation(sun)}>
        <circle cx={x} cy={y} r={26} className="sun-glow" />
        <circle cx={x} cy={y} r={15} className="sun-disc" />
      </g>
    </svg>
  );
}

/** Moves the sun along its path when it first appears, unless motion is reduced. */
function useSunriseAnimation(sun: number) {
  const ref = useRef<SVGGElement>(null);
  const first = useRef(sun);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const end = at(first.current);
    const steps = sunPath(0, first.current).map(at);
    const rising = ref.current?.animate(
      steps.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` })),
      { duration: RISE_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
    );
    return () => rising?.cancel();
  }, []);
  return ref;
}
