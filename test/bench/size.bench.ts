import { routeBudgets, routeKilobytes } from '#test/setup/route-budgets.ts';
import type { BenchRow } from './bench-row.ts';

/** Bundle sizes checked as budgets, with their targets. */
export function run(): Promise<BenchRow[]> {
  const rows = routeBudgets.map((budget) => {
    const size = routeKilobytes(budget);
    const goal = budget.goal ?? budget.limit;
    return {
      figure: `scripts of ${budget.route}, gzip`,
      goal: `≤ ${goal} kB`,
      result: `${size.toFixed(1)} kB`,
      met: size <= goal,
    };
  });
  return Promise.resolve(rows);
}
