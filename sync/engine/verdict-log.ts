/** More documents than are judged while one page is on its way. */
const KEPT = 2_000;

/** Which documents a verdict was applied to of late, so that a pull can tell what of it is older. */
export interface VerdictLog {
  note(ids: Iterable<string>): void;
  /** How many verdicts there were. */
  count(): number;
  /** The documents that were judged after so many. */
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
