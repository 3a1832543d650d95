import { routeBudgets, routeKilobytes } from '#test/setup/route-budgets.ts';
import type { BenchRow } from './bench-row.ts';

/** The sizes that the gate checks as budgets, as figures. */
export function run(): Promise<BenchRow[]> {
  const rows = routeBudgets.map((budget) => {
    const size = routeKilobytes(budget);
    return {
      figure: `scripts of ${budget.route}, gzip`,
      goal: `≤ ${budget.limit} kB`,
      result: `${size.toFixed(1)} kB`,
      met: size <= budget.limit,
    };
  });
  return Promise.resolve(rows);
}
