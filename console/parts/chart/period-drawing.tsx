import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { placeChart } from './chart-geometry.ts';

/** Height of the drawing in rem. */
const HEIGHT_REM = 11;
/** Size of the axes' text in rem, and its smallest size in px, as in `text-caption`. */
const TEXT_REM = 0.8125;
const MIN_TEXT_PX = 12;
const DOT_PX = 2.5;

/** A figure's values in a period, and in the period that it is compared with. */
export interface PeriodFigure {
  /** Name of the figure, such as "Added projects". */
  readonly title: string;
  readonly periodName: string;
  readonly comparedPeriodName: string;
  /** Values of each period, step by step. */
  readonly values: readonly number[];
  readonly compared: readonly number[];
  /** Labels of the steps. */
  readonly labels: readonly string[];
}

/** Measures the width of an element and the root's font size, in px. `size` is null until they're measured. */
function useMeasuredWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; rem: number } | null>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), rem });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, size };
}

/** Draws bars for a period, and a line for the compared one, in the available width. */
export function PeriodDrawing(props: PeriodFigure) {
  const { element, size } = useMeasuredWidth();
  return (
    // As high as the drawing, so that nothing moves once the drawing appears.
    <div ref={element} style={{ height: `${HEIGHT_REM}rem` }} className="min-w-0 overflow-hidden">
      {size && size.width > 0 && <Picture {...props} {...size} />}
    </div>
  );
}

function Picture(props: PeriodFigure & { readonly width: number; readonly rem: number }) {
  const { t, i18n } = useLingui();
  const { title, values, compared, width, rem, periodName, comparedPeriodName } = props;
  const height = HEIGHT_REM * rem;
  const fontSize = Math.max(TEXT_REM * rem, MIN_TEXT_PX);
  const { left, bottom, bars, points, path, valueTicks, stepTicks } = placeChart(
    props,
    { width, height, fontSize },
    (value) => i18n.number(value, { notation: 'compact' }),
  );
  const total = i18n.number(sumOf(values));
  const comparedTotal = i18n.number(sumOf(compared));
  return (
    <svg
      role="img"
      aria-label={t`${title}: ${total} in ${periodName}, ${comparedTotal} in ${comparedPeriodName}. The table below has all values.`}
      width={width}
      height={height}
      className="block text-caption"
    >
      {valueTicks.map(({ value, y, label }) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y} y2={y} className="stroke-line" />
          <text
            x={left - fontSize / 2}
            y={y}
            textAnchor="end"
            dominantBaseline="central"
            className="fill-ink-soft tnum"
          >
            {label}
          </text>
        </g>
      ))}
      {bars.map((bar) => (
        <rect key={bar.x} {...bar} className="fill-info" />
      ))}
      {/* The outline separates the line from the bars. */}
      <path d={path} className="fill-none stroke-surface-raised stroke-4" />
      <path d={path} className="fill-none stroke-ink stroke-2" />
      {points.map(([x, y]) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={DOT_PX}
          className="fill-ink stroke-surface-raised stroke-1"
        />
      ))}
      {stepTicks.map(({ label, x }) => (
        <text
          key={label}
          x={x}
          y={bottom + fontSize * 1.3}
          textAnchor="middle"
          className="fill-ink-soft tnum"
        >
          {label}
        </text>
      ))}
    </svg>
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
