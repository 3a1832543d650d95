/** Maximum number of entries; more than the number of verdicts that can arrive during one page request. */
const MAX_ENTRIES = 2_000;

/**
 * Recent verdicts, by which a pull detects rows that are older than their verdict. They're kept only in memory: a
 * leader that starts after a crash requests fresh pages, which can't be older than earlier verdicts.
 */
export interface VerdictLog {
  add(ids: Iterable<string>): void;
  /** Total number of verdicts. */
  count(): number;
  /** Returns the ids of the documents whose verdicts arrived after the given count. */
  since(count: number): ReadonlySet<string>;
}

export function createVerdictLog(): VerdictLog {
  const lastVerdicts = new Map<string, number>();
  let count = 0;
  return {
    add(ids) {
      for (const id of ids) {
        lastVerdicts.delete(id);
        lastVerdicts.set(id, (count += 1));
      }
      const excess = lastVerdicts.size - MAX_ENTRIES;
      for (const id of [...lastVerdicts.keys()].slice(0, Math.max(0, excess)))
        lastVerdicts.delete(id);
    },
    count: () => count,
    since: (start) =>
      new Set([...lastVerdicts].flatMap(([id, position]) => (position > start ? [id] : []))),
  };
}
