/** More than the verdicts that can arrive during one page request. */
const KEPT = 2_000;

/** Recently applied verdicts, so that a pull can detect older rows. */
export interface VerdictLog {
  note(ids: Iterable<string>): void;
  /** Total number of verdicts. */
  count(): number;
  /** Documents whose verdict arrived after the given count. */
  since(count: number): ReadonlySet<string>;
}

export function createVerdictLog(): VerdictLog {
  const judged = new Map<string, number>();
  let count = 0;
  return {
    note(ids) {
      for (const id of ids) {
        judged.delete(id);
        judged.set(id, (count += 1));
      }
      const tooMany = judged.size - KEPT;
      for (const id of [...judged.keys()].slice(0, Math.max(0, tooMany))) judged.delete(id);
    },
    count: () => count,
    since: (before) => new Set([...judged].flatMap(([id, at]) => (at > before ? [id] : []))),
  };
}
