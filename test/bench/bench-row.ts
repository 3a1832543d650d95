/** One line of the benchmark's table. */
export type BenchRow = {
  /** What was measured, with its conditions, e.g. "projects list, 500 projects, CPU ÷ 4". */
  figure: string;
  /** What is aimed at, e.g. "≤ 100 ms"; "–" where there is no goal. */
  goal: string;
  /** What came out, with its unit, e.g. "83 ms". */
  result: string;
  /** Whether the goal was met; null where there is none, or where nothing could be measured. */
  met: boolean | null;
  /** Why a goal was missed or a figure is absent. */
  note?: string;
};

/** What every `test/bench/*.bench.ts` exports. */
export type Bench = { run: () => Promise<BenchRow[]> };
