import { join } from 'node:path';
import { root } from './places.ts';

/** What the bundler tells of its modules, as far as it is needed here. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** What the page itself runs, the first screen without a session, and what home needs with one. */
const entries = {
  start: ['src/main.tsx'],
  login: ['src/features/login/login-screen.tsx'],
  home: [
    'src/signed-in-app.tsx',
    'src/shell/signed-in-shell.tsx',
    'src/features/home/home-screen.tsx',
    'sync/account.ts',
  ],
};
const allEntries = new Set(Object.values(entries).flat());

/**
 * Names the chunk that a module of ours is bundled into: what every visit loads (`start`), and what
 * every screen behind the login does (`signed-in`). Two large chunks compress better than the dozens
 * of small ones that the bundler would make: 5 kB less for home. Null leaves a module to the bundler:
 * screens, and what only some of them share.
 */
export function chunkNames(): (id: string, graph: Graph) => 'start' | 'signed-in' | null {
  let names: Map<string, 'start' | 'signed-in'> | null = null;
  return (id, graph) => {
    names ??= nameAll(graph);
    return names.get(id) ?? null;
  };
}

function nameAll(graph: Graph): Map<string, 'start' | 'signed-in'> {
  const start = reach(entries.start, graph);
  const login = reach(entries.login, graph);
  const home = reach(entries.home, graph);
  const common = [...home].filter((id) => !entriesOrFeature(id));
  return new Map([
    ...common.map((id) => [id, login.has(id) ? 'start' : 'signed-in'] as const),
    ...[...start].filter((id) => !entriesOrFeature(id)).map((id) => [id, 'start'] as const),
  ]);
}

/** The modules of ours that run with these, theirs and their imports' imports. */
function reach(paths: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id) || !isOurs(id)) return;
    seen.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  paths.forEach((path) => visit(join(root, path)));
  return seen;
}

function isOurs(id: string): boolean {
  return id.startsWith(root) && !id.includes('/node_modules/') && /\.tsx?$/.test(id);
}

/** An entry keeps a chunk of its own, by which it is found; a feature's screens are no frame. */
function entriesOrFeature(id: string): boolean {
  const path = id.slice(root.length);
  return allEntries.has(path) || path.startsWith('src/features/');
}
