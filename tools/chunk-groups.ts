import { dirname, join } from 'node:path';
import { root } from './places.ts';

/** What the bundler tells of its modules, as far as it is needed here. */
interface Graph {
  getModuleInfo(id: string): Module | null;
}
interface Module {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

type Name = 'start' | 'signed-in';

/** What the page itself runs, the first screen without a session, and what home shows with one. */
const entries = {
  start: ['src/main.tsx'],
  login: ['src/features/login/login-screen.tsx'],
  home: [
    'src/signed-in-app.tsx',
    'src/shell/signed-in-shell.tsx',
    'src/features/home/home-screen.tsx',
  ],
};
const allEntries = new Set(Object.values(entries).flat());

/**
 * The chunks that modules of ours are bundled into, with what they import: what every visit loads
 * (`start`), and what every screen behind the login does (`signed-in`). Two large chunks compress
 * better than the dozens of small ones that the bundler would make. It is left the rest: screens, and
 * what only some of them share.
 */
export function chunkGroups() {
  let names: ReadonlyMap<string, Name> | null = null;
  const nameOf = (id: string, graph: Graph) => (names ??= nameAll(graph)).get(id) ?? null;
  const group = (wanted: Name, priority: number) => ({
    debugName: wanted,
    priority,
    name: (id: string, graph: Graph) => (nameOf(id, graph) === wanted ? wanted : null),
  });
  // What both want goes where it is loaded first.
  return [group('start', 2), group('signed-in', 1)];
}

function nameAll(graph: Graph): ReadonlyMap<string, Name> {
  const start = reach(entries.start, graph);
  const login = reach(entries.login, graph);
  const home = reach(entries.home, graph);
  const names = new Map<string, Name>();
  home.forEach((id) => names.set(id, login.has(id) ? 'start' : 'signed-in'));
  start.forEach((id) => names.set(id, 'start'));
  [...names.keys()].filter(standsAlone).forEach((id) => names.delete(id));
  return names;
}

/** The modules of ours that run with these, and the icons that they show. */
function reach(paths: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id) || !isOurs(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    module?.importedIds.forEach(visit);
    if (module) iconsOf(module, graph).forEach((icon) => seen.add(icon));
  };
  paths.forEach((path) => visit(join(root, path)));
  return seen;
}

/**
 * The files of the icons that a module shows. The icons' package is one list of 4,000; by that list
 * alone a back button that login and home both show would tie the one's chunk to the other's.
 */
function iconsOf({ importedIds, code }: Module, graph: Graph): string[] {
  const list = importedIds.find((id) => /\/lucide-react\.m?js$/.test(id));
  const imported = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code ?? '')?.[1];
  if (list === undefined || imported === undefined) return [];
  const exported = graph.getModuleInfo(list)?.code ?? '';
  return imported.split(',').flatMap((entry) => {
    const name = entry.trim().split(/\s/)[0] ?? '';
    const file = new RegExp(`default as ${name}\\b[^}]*\\} from ['"]\\./([^'"]+)`).exec(
      exported,
    )?.[1];
    return file === undefined ? [] : [join(dirname(list), file)];
  });
}

function isOurs(id: string): boolean {
  return id.startsWith(root) && !id.includes('/node_modules/') && /\.tsx?$/.test(id);
}

/** An entry keeps a chunk of its own, by which it is found; a feature's screens are no frame. */
function standsAlone(id: string): boolean {
  const path = id.slice(root.length);
  return allEntries.has(path) || path.startsWith('src/features/');
}
