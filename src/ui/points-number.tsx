import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SkeletonValue } from './feedback/skeleton.tsx';

/** Duration of the count animation, in ms. */
const COUNT_MS = 600;

interface PointsNumberProps {
  /** Whole points. */
  value: number;
  /** Formats in the user's locale, such as `(n) => i18n.number(n)`. */
  format: (value: number) => string;
  /** Unit next to the number. */
  unit?: ReactNode;
  size?: 'hero' | 'heading' | 'title';
  /** Full text for screen readers, if number and unit aren't enough. */
  label?: string | undefined;
  /** False if something else announces the change. */
  isLive?: boolean;
}

const sizes = {
  hero: 'text-display font-semibold',
  heading: 'text-heading font-semibold',
  title: 'text-title font-semibold',
} as const;

/** Points that count up or down when the value changes, but not on first render. */
export function PointsNumber({
  value,
  format,
  unit,
  size = 'hero',
  label,
  isLive = true,
}: PointsNumberProps) {
  const displayedValue = useCount(value);
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-2">
      <span aria-hidden="true" className={classNames(sizes[size], 'points font-display tnum')}>
        {format(displayedValue)}
      </span>
      {unit && (
        <span aria-hidden="true" className={size === 'hero' ? 'text-title font-medium' : ''}>
          {unit}
        </span>
      )}
      {/* Announced once with the final value; intermediate numbers are visual only. */}
      <span className="sr-only" aria-live={isLive ? 'polite' : undefined}>
        {label ?? format(value)} {label ? null : unit}
      </span>
    </span>
  );
}

/** Placeholder of points. */
export function PointsSkeleton() {
  return (
    <span className={classNames(sizes.hero, 'block')}>
      <SkeletonValue />
    </span>
  );
}

function useCount(value: number): number {
  const [displayedValue, setDisplayedValue] = useState(value);
  const previousValue = useRef(value);

  useEffect(() => {
    const startValue = previousValue.current;
    previousValue.current = value;
    if (startValue === value) return undefined;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = prefersReducedMotion
        ? 1
        : Math.min(1, Math.max(0, (now - startedAt) / COUNT_MS));
      const easedProgress = 1 - (1 - progress) ** 3;
      setDisplayedValue(Math.round(startValue + (value - startValue) * easedProgress));
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return displayedValue;
}
