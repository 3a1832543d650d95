import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SkeletonValue } from './feedback/skeleton.tsx';

/** How long the count takes, in ms: the one moment of a success. */
const countMs = 600;

interface PointsNumberProps {
  /** Whole points. */
  value: number;
  /** In the person's locale, such as `(n) => i18n.number(n)`. */
  format: (value: number) => string;
  /** What is counted, beside the number. */
  unit?: ReactNode;
  size?: 'hero' | 'heading' | 'title';
  /** The whole of it for a reader, where number and unit are not enough. */
  label?: string | undefined;
}

const sizes = {
  hero: 'text-display font-semibold',
  heading: 'text-heading font-semibold',
  title: 'text-title font-semibold',
} as const;

/** Points. Counts once from the old to the new value when it changes, never when it first appears. */
export function PointsNumber({ value, format, unit, size = 'hero', label }: PointsNumberProps) {
  const shown = useCount(value);
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-2">
      <span aria-hidden="true" className={classNames(sizes[size], 'points font-display tnum')}>
        {format(shown)}
      </span>
      {unit && (
        <span aria-hidden="true" className={size === 'hero' ? 'text-title font-medium' : ''}>
          {unit}
        </span>
      )}
      {/* Read once it stands still; the numbers between are only for the eye. */}
      <span className="sr-only" aria-live="polite">
        {label ?? format(value)} {label ? null : unit}
      </span>
    </span>
  );
}

/** Where points will stand. */
export function PointsSkeleton() {
  return (
    <span className={classNames(sizes.hero, 'block')}>
      <SkeletonValue />
    </span>
  );
}

function useCount(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);

  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === value) return undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = still ? 1 : Math.min(1, Math.max(0, (now - began) / countMs));
      const eased = 1 - (1 - part) ** 3;
      setShown(Math.round(start + (value - start) * eased));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}
