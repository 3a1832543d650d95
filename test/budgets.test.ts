import { expect, test } from 'vitest';
import { chunkCycles, readBundle } from './setup/bundle-size.ts';
import { routeBudgets, routeKilobytes } from './setup/route-budgets.ts';

test.each(routeBudgets)('the scripts of $route stay within $limit kB after gzip', (budget) => {
  expect(routeKilobytes(budget)).toBeLessThanOrEqual(budget.limit);
});

test('no chunks of the app import each other in a cycle', () => {
  expect(chunkCycles(readBundle())).toEqual([]);
});
