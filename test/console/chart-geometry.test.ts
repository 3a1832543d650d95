import { expect, test } from 'vitest';
import { placeChart } from '#console/parts/chart/chart-geometry.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const size = { width: 600, height: 160, fontSize: 12 };
const place = (
  values: readonly number[],
  compared: readonly number[],
  { width = size.width, labels = months }: { width?: number; labels?: readonly string[] } = {},
) => placeChart({ values, compared, labels }, { ...size, width }, String);

test('bars stand on the axis, and their heights are in proportion', () => {
  const { bars, bottom } = place([10, 20, 0], [5, 5, 5]);
  expect(bars.map(({ y, height }) => y + height)).toEqual([bottom, bottom, bottom]);
  expect(bars[1]?.height).toBeCloseTo(2 * (bars[0]?.height ?? 0));
  expect(bars[2]?.height).toBe(0);
});

test('a point of the compared period is above the middle of its step’s bar', () => {
  const { bars, points } = place([10, 20], [7, 9]);
  expect(points.map(([x]) => x)).toEqual(bars.map((bar) => bar.x + bar.width / 2));
});

test('the chart of a period in progress has space for the steps that only the compared period has', () => {
  const { bars, points, path } = place([4], [1, 2, 3, 4]);
  expect(bars).toHaveLength(1);
  expect(points).toHaveLength(4);
  expect(path.split('L')).toHaveLength(4);
});

test('for small counts, the axis has only whole numbers', () => {
  const { valueTicks } = place([1, 2], [0, 1]);
  expect(valueTicks.map(({ label }) => label)).toEqual(['0', '1', '2']);
});

test('at 320 px the labels of days don’t overlap, and everything is within the width', () => {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1));
  const counts = days.map((_, index) => index * 1000);
  const { stepTicks, bars } = place(counts, counts, { width: 250, labels: days });
  expect(stepTicks[0]?.label).toBe('1');
  const gaps = stepTicks.slice(1).map(({ x }, index) => x - (stepTicks[index]?.x ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(20);
  expect(stepTicks.length).toBeGreaterThan(3);
  const lastBar = bars.at(-1);
  // Half of a two-digit label is to the right of its bar’s middle.
  expect((lastBar?.x ?? 0) + (lastBar?.width ?? 0) / 2 + size.fontSize * 0.6).toBeLessThanOrEqual(
    250,
  );
});
