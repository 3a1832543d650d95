import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ProgressBarProps {
  label: ReactNode;
  /** Completed amount, 0 to `max`; undefined if unknown. */
  value?: number | undefined;
  max?: number;
  /** The amount as text, such as "14 of 120 sent". */
  countText?: string | undefined;
  tone?: 'brand' | 'good';
}

/** Progress of long work. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value, max = 100, countText, tone = 'brand' } = props;
  const id = useId();
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / (max || 1)));
  const fill = tone === 'good' ? 'bg-good' : 'bg-info';
  return (
    <div>
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
        <span id={id} className="font-semibold break-long">
          {label}
        </span>
        {countText && <span className="text-ink-soft tnum">{countText}</span>}
      </div>
      <div
        // The native element can't be animated by transform or styled consistently.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={countText}
        className="h-2.5 overflow-hidden rounded-full bg-surface-sunken outline outline-line"
      >
        {share === undefined ? (
          <div className={classNames('progress-unknown h-full w-1/3 rounded-full', fill)} />
        ) : (
          <div
            className={classNames(
              'h-full origin-left rounded-full transition-transform duration-240',
              fill,
            )}
            style={{ transform: `scaleX(${share})` }}
          />
        )}
      </div>
    </div>
  );
}
