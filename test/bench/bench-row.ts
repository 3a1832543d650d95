/** A row of the benchmark table. */
export type BenchRow = {
  /** The measurement with its conditions, e.g. "projects list, 500 projects, CPU ÷ 4". */
  figure: string;
  /** Target, e.g. "≤ 100 ms"; "–" if there is none. */
  goal: string;
  /** Measured value with its unit, e.g. "83 ms". */
  result: string;
  /** True if the goal was met; null without a goal or a measurement. */
  met: boolean | null;
  /** Reason why a goal was missed or a figure is missing. */
  note?: string;
};

/** Export of every `test/bench/*.bench.ts`. */
export type Bench = { run: () => Promise<BenchRow[]> };
