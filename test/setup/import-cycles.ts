import type { Import, SourceFile } from './source-tree.ts';

/**
 * Finds every cycle of files that import each other, type-only imports included: each once, as the list of its
 * paths in order.
 * @param isCounted leaves out imports, such as those of types, for which it returns false
 */
export function importCycles(
  files: readonly SourceFile[],
  isCounted: (file: SourceFile, what: Import) => boolean = () => true,
): string[][] {
  const targets = (file: SourceFile) =>
    file.imports.flatMap((what) =>
      what.target !== null && isCounted(file, what) ? [what.target] : [],
    );
  const edges = new Map(files.map((file) => [file.path, targets(file)]));
  const done = new Set<string>();
  const cycles: string[][] = [];

  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push(trail.slice(start));
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
