import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

/** Size of a chart. All lengths are in px. */
interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** Size of the axes' text. */
  readonly fontSize: number;
}

interface ChartValues {
  /** Values of the period, step by step. */
  readonly values: readonly number[];
  /** Values of the period that it is compared with. */
  readonly compared: readonly number[];
  /** Labels of the steps. */
  readonly labels: readonly string[];
}

/** Average width of a character, as a fraction of the font size. */
const CHARACTER_WIDTH = 0.6;
/** Space between two labels, as a fraction of the font size. */
const LABEL_GAP = 0.8;
/** Approximate number of ticks on the value axis. */
const VALUE_TICKS = 4;
/** If not all labels fit, only every second, third … step is labelled. */
const labelIntervals = [1, 2, 3, 5, 7, 10, 15] as const;

const textWidth = (text: string, fontSize: number) => text.length * fontSize * CHARACTER_WIDTH;
const longestWidth = (texts: readonly string[], fontSize: number) =>
  Math.max(0, ...texts.map((text) => textWidth(text, fontSize)));

/**
 * Places the bars of a period, the line of the period that it is compared with, and the ticks of both axes.
 * @param formatValue formats a number on the value axis
 */
export function placeChart(
  { values, compared, labels }: ChartValues,
  { width, height, fontSize }: ChartSize,
  formatValue: (value: number) => string,
) {
  const stepCount = Math.max(values.length, compared.length);
  const highest = Math.max(1, ...values, ...compared);
  const bottom = height - fontSize * 1.6;
  // Leaves room for half a line of text above the highest tick.
  const top = fontSize * 0.7;
  const y = scaleLinear().domain([0, highest]).nice(VALUE_TICKS).range([bottom, top]);
  const valueTicks = y
    .ticks(VALUE_TICKS)
    .filter(Number.isInteger)
    .map((value) => ({ value, y: y(value), label: formatValue(value) }));
  const left =
    longestWidth(
      valueTicks.map(({ label }) => label),
      fontSize,
    ) + fontSize;
  // The last label may be wider than its bar.
  const right = width - longestWidth(labels.slice(0, stepCount), fontSize) / 2;
  const steps = Array.from({ length: stepCount }, (_, index) => String(index));
  const x = scaleBand().domain(steps).range([left, right]).paddingInner(0.25).paddingOuter(0.1);
  const centreOf = (index: number) => (x(String(index)) ?? left) + x.bandwidth() / 2;
  const minSpace = longestWidth(labels, fontSize) + fontSize * LABEL_GAP;
  const interval = labelIntervals.find((count) => count * x.step() >= minSpace) ?? stepCount;
  const points = compared.map((value, index) => [centreOf(index), y(value)] as const);
  return {
    left,
    bottom,
    bars: values.map((value, index) => ({
      x: x(String(index)) ?? left,
      y: y(value),
      width: x.bandwidth(),
      height: bottom - y(value),
    })),
    points,
    path: line<readonly [number, number]>()([...points]) ?? '',
    valueTicks,
    stepTicks: labels
      .slice(0, stepCount)
      .map((label, index) => ({ label, x: centreOf(index) }))
      .filter((_, index) => index % interval === 0),
  };
}
