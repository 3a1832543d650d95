import { dirname, extname, join } from 'node:path';
import { type ESTree, parseAst } from 'vite';
import { areaOfFeature, featureOf } from '#src/i18n/areas.ts';
import { root } from '../paths.ts';

/** The part of the bundler's module graph used here. */
interface Graph {
  getModuleInfo(id: string): Module | null;
}
interface Module {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

type Name =
  | 'start'
  | 'signed-in'
  | 'store'
  | 'login-and-cards'
  | 'shared'
  | 'cards'
  | 'records'
  | 'login'
  | 'code-step'
  | 'replication';

/**
 * Entry modules: the page itself, the first screens when signed out, the next sign-in step, home when signed in, the
 * local database, home's lower cards, and replication.
 */
const entries = {
  start: ['src/app/main.tsx'],
  login: ['src/features/login/login-screen.tsx'],
  code: ['src/features/login/code-step.tsx'],
  register: [
    'src/features/register/register-screen.tsx',
    'src/features/register/decor-register-screen.tsx',
  ],
  home: [
    'src/app/signed-in-app.tsx',
    'src/shell/signed-in-shell.tsx',
    'src/features/home/home-screen.tsx',
  ],
  store: ['sync/account.ts'],
  cards: ['src/features/home/later-cards.tsx', 'sync/http/live.ts'],
  replication: ['sync/engine/leader-work.ts', 'sync/singletons/singleton-commands.ts'],
};

/** Modules that none of these entries reach, but many screens need. */
const commonGroups = [
  {
    name: 'forms',
    test: /\/node_modules\/(react-aria|react-stately|@react-|@internationalized|react-hook-form|@hookform)/,
  },
  // These modules are only loaded to create a calendar file, so they're separate from the screen that offers one.
  { name: 'calendar', test: /\/ical\.js\/|\/schemas\/calendar-file\.ts$/ },
  // Contains texts in all languages, and is only loaded for a handover.
  { name: 'handover', test: /\/schemas\/(handover|signature)/ },
  // These modules need replication, which only the leading tab loads.
  { name: 'attachments', test: /\/sync\/attachments\/(uploads|prefetch-photos|other-work)\.ts$/ },
  // Only loaded to convert the data of an older build.
  { name: 'migration', test: /\/sync\/store\/migration\.ts$/ },
  {
    name: 'kit',
    test: /\/src\/((ui|data|parts|shell|i18n)\/|features\/_shared\/(?!public-layout))|\/lucide-react\/|\/src\/app\/(?!main\.)[^/]+\.tsx?$/,
  },
  { name: 'sync', test: /\/(sync|schemas|workers)\// },
];

/** Packages whose main file is one long list of re-exported files. `name` is the name in import statements. */
const listPackages = [
  { name: 'lucide-react', file: /\/lucide-react\.m?js$/ },
  { name: 'rxjs', file: /\/rxjs\/dist\/esm\/index\.js$/ },
];

/**
 * Groups our modules, with their imports, into chunks:
 * - `start`: every visit
 * - `login`: the first screen when signed out; `code-step`: the step after it
 * - `signed-in`: home and all screens after it; `cards`: home's lower cards
 * - `store`: the local database; `replication`: server communication
 * - `records`: schemas and state machines that both replication and commands use
 * - `shared` and `login-and-cards`: modules that several of these need
 *
 * The rest is grouped by area. A few large chunks compress better than many small ones, and installing them takes two
 * dozen requests instead of hundreds.
 */
export function chunkGroups() {
  let names: ReadonlyMap<string, Name> | null = null;
  const nameOf = (id: string, graph: Graph) => (names ??= assignNames(graph)).get(id) ?? null;
  const group = (target: Name, priority: number) => ({
    debugName: target,
    priority,
    name: (id: string, graph: Graph) => (nameOf(id, graph) === target ? target : null),
  });
  // A module used by several groups goes to the one loaded first.
  return [
    group('start', 7),
    group('signed-in', 6),
    group('store', 5),
    group('login-and-cards', 4),
    group('shared', 3),
    group('cards', 2),
    group('records', 1),
    group('login', 0.9),
    group('replication', 0.8),
    group('code-step', 0.75),
    ...commonGroups.map(({ name, test }, index) => ({ name, test, priority: 0.7 - index / 100 })),
    { debugName: 'areas', name: screenArea, priority: 0.6 },
  ];
}

/**
 * Returns the chunk of a screen that no entry reaches. The few left over from login and home join another area's chunk.
 */
function screenArea(id: string): string | null {
  const feature = featureOf(id);
  if (feature === null) return null;
  const area = areaOfFeature(feature);
  if (area === 'login') return 'sign-in';
  return area === 'home' ? 'projects' : area;
}

function assignNames(graph: Graph): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  const assign = (ids: Iterable<string>, nameOf: (id: string) => Name) => {
    for (const id of ids) if (!names.has(id)) names.set(id, nameOf(id));
  };
  const loginIds = reachableModules(entries.login, graph);
  assign(reachableModules(entries.start, graph), () => 'start');
  for (const name of ['home', 'store'] as const) {
    const chunk = name === 'home' ? 'signed-in' : name;
    assign(reachableModules(entries[name], graph), (id) => (loginIds.has(id) ? 'start' : chunk));
  }
  const cardIds = reachableModules(entries.cards, graph);
  // Commands use these modules too. The rest of replication only runs in the leading tab.
  const recordIds = [...reachableModules(entries.replication, graph)].filter(isSharedModule);
  const laterGroups = [cardIds, new Set(recordIds), reachableModules(entries.register, graph)];
  assign([...cardIds, ...recordIds], (id) => {
    if (loginIds.has(id)) return 'login-and-cards';
    if (laterGroups.filter((reachedIds) => reachedIds.has(id)).length > 1) return 'shared';
    return cardIds.has(id) ? 'cards' : 'records';
  });
  assign(loginIds, () => 'login');
  assign(reachableModules(entries.replication, graph), () => 'replication');
  assign(reachableModules(entries.code, graph), () => 'code-step');
  // The page references this module by name, so it keeps a separate file.
  names.delete(join(root, 'src/app/main.tsx'));
  return names;
}

/** Returns our modules that these modules reach, and the icons and RxJS operators that they use. */
function reachableModules(paths: readonly string[], graph: Graph): ReadonlySet<string> {
  const visitedIds = new Set<string>();
  const visit = (id: string): void => {
    if (visitedIds.has(id) || !isProjectModule(id)) return;
    visitedIds.add(id);
    const module = graph.getModuleInfo(id);
    module?.importedIds.forEach(visit);
    if (module) listedFiles(module, graph).forEach((file) => visitedIds.add(file));
  };
  paths.forEach((path) => visit(join(root, path)));
  return visitedIds;
}

/**
 * Returns the files that a module imports from a list package, such as one with 4,000 icons. Following the list itself
 * would couple login's chunk to home's through a shared icon.
 */
function listedFiles({ importedIds, code }: Module, graph: Graph): string[] {
  return listPackages.flatMap(({ name, file }) => {
    const list = importedIds.find((id) => file.test(id));
    if (list === undefined) return [];
    const files = reexports(graph.getModuleInfo(list)?.code ?? '');
    return importedNames(code ?? '', name).flatMap((importedFile) => {
      const path = files.get(importedFile);
      return path === undefined ? [] : [join(dirname(list), path)];
    });
  });
}

/** Returns the names that a module imports from a package. */
function importedNames(code: string, from: string): string[] {
  return parseAst(code).body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || node.source.value !== from) return [];
    return node.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier' ? [exportName(specifier.imported)] : [],
    );
  });
}

/** Maps each name that a list exports to its file. Cached, because lists are long. */
const reexports = memoize((code: string): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  for (const node of parseAst(code).body) {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) continue;
    const path = node.source.value;
    const file = extname(path) === '' ? `${path}.js` : path;
    for (const { exported } of node.specifiers) files.set(exportName(exported), file);
  }
  return files;
});

function memoize<Result>(compute: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const result = results.get(key) ?? compute(key);
    results.set(key, result);
    return result;
  };
}

function exportName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function isProjectModule(id: string): boolean {
  return id.startsWith(root) && !id.includes('/node_modules/') && /\.tsx?$/.test(id);
}

/** True for schemas, and state machines used by commands. */
function isSharedModule(id: string): boolean {
  return id.startsWith(join(root, 'schemas/')) || id.startsWith(join(root, 'sync/entities/'));
}
