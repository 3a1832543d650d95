import { expect, test } from 'vitest';
import { routeBudgets, routeKilobytes } from './setup/route-budgets.ts';

test.each(routeBudgets)('the scripts of $route stay within $limit kB after gzip', (budget) => {
  expect(routeKilobytes(budget)).toBeLessThanOrEqual(budget.limit);
});
