import type { Import, SourceFile } from './source-tree.ts';

/**
 * Finds every cycle of files that import each other, type-only imports included: each once, as the list of its
 * paths in order.
 * @param isCounted returns false for imports to ignore, such as type-only ones
 */
export function importCycles(
  files: readonly SourceFile[],
  isCounted: (file: SourceFile, importEntry: Import) => boolean = () => true,
): string[][] {
  const targets = (file: SourceFile) =>
    file.imports.flatMap((importEntry) =>
      importEntry.target !== null && isCounted(file, importEntry) ? [importEntry.target] : [],
    );
  const edges = new Map(files.map((file) => [file.path, targets(file)]));
  const visitedFiles = new Set<string>();
  const cycles: string[][] = [];

  const visit = (path: string, visitedPath: string[]): void => {
    const start = visitedPath.indexOf(path);
    if (start >= 0) {
      cycles.push(visitedPath.slice(start));
      return;
    }
    if (visitedFiles.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...visitedPath, path]);
    visitedFiles.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
