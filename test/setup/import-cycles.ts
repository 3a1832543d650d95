import type { SourceFile } from './source-tree.ts';

/** Runtime import cycles, each once, as ordered paths. Type imports don't count. */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const edges = new Map(files.map((file) => [file.path, runtimeTargets(file)]));
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

function runtimeTargets({ imports }: SourceFile): string[] {
  return imports.flatMap(({ isType, target }) => (isType || target === null ? [] : [target]));
}
