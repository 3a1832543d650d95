import { cpSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../paths.ts';

/*
 * A release contains only the files of packages that the server may load. `npm ci --omit=dev` installs four times as much:
 * compilers that Lingui's macros need, all weights of a font, and builds for browsers.
 */

/** Packages that a dependency imports in a case that never occurs here, with that case. */
const unusedPackages: Readonly<Record<string, string>> = {
  'abort-controller': 'readable-stream, on a Node.js without AbortController',
  'cloudflare:sockets': 'pg, on Cloudflare',
  'https-proxy-agent': 'web-push, if push messages are sent through a proxy',
  'light-my-request': 'Fastify, if a test injects requests',
  'pg-cloudflare': 'pg, on Cloudflare',
  'pg-native': 'pg, with bindings to libpq',
  'pino-abstract-transport': 'pino, if a worker thread writes the log',
};

/** Files that packages read at run time, without importing them. */
const readFiles = [
  '@electric-sql/pglite/dist/{initdb.wasm,pglite.wasm,pglite.data}',
  '@expo-google-fonts/noto-sans/{400Regular/NotoSans_400Regular,700Bold/NotoSans_700Bold}.ttf',
];

/** The manifest, and the licence that each copy of a package must carry. */
const companions = '{package.json,{LICENSE,LICENCE,License,license,COPYING,NOTICE}*}';

/**
 * Lists the files of packages that the server may load, relative to the project. Throws if an import can't be resolved.
 */
export async function findPackageFiles(): Promise<string[]> {
  const modules = await findModules();
  const files = readFiles.flatMap((pattern) =>
    globSync(join('node_modules', pattern), { cwd: root }),
  );
  const packageFiles = [...modules, ...files];
  const folders = new Set(packageFiles.flatMap(foldersBelowModules));
  for (const folder of folders) {
    packageFiles.push(...globSync(join(folder, companions), { cwd: root }));
  }
  return [...new Set(packageFiles)].toSorted();
}

/** Follows the imports of all server files into the packages. */
async function findModules(): Promise<string[]> {
  const modules: string[] = [];
  const unresolved: string[] = [];
  const bundle = await rolldown({
    cwd: root,
    input: globSync('{server,schemas}/**/*.ts', { cwd: root }).map((path) => join(root, path)),
    platform: 'node',
    // Node.js loads a module even if nothing uses its exports.
    treeshake: false,
    external: (id) => id in unusedPackages,
    onLog: (_level, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') unresolved.push(message);
    },
    plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.push(id) }],
  });
  await bundle.generate();
  await bundle.close();
  if (unresolved.length > 0) throw new Error(`The server’s imports are missing: ${unresolved[0]}`);
  const modulesFolder = join(root, 'node_modules/');
  return modules
    .filter((id) => id.startsWith(modulesFolder))
    .map((id) => join('node_modules', id.slice(modulesFolder.length).replace(/\?.*$/, '')));
}

/** Returns the folders from a file up to its package; each may have its own package.json. */
function foldersBelowModules(file: string): string[] {
  const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '';
  const folders: string[] = [];
  for (let folder = dirname(file); folder.startsWith(packageFolder); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/** Copies files of the project into a release. */
export function copyFiles(files: readonly string[], release: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(release, file)), { recursive: true });
    cpSync(join(root, file), join(release, file));
  }
}
