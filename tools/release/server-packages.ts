import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../paths.ts';

/*
 * A release contains only the files of packages that the server may load. `npm ci --omit=dev` installs four times as
 * much: compilers that Lingui's macros need, all weights of a font, and builds for browsers.
 */

/**
 * Packages that a dependency imports only in a case that never occurs here. The value names the dependency and the
 * case.
 */
const unusedPackages: Readonly<Record<string, string>> = {
  'abort-controller': 'readable-stream, on a Node.js without AbortController',
  'cloudflare:sockets': 'pg, on Cloudflare',
  'https-proxy-agent': 'web-push, if push messages are sent through a proxy',
  'light-my-request': 'Fastify, if a test injects requests',
  'pg-cloudflare': 'pg, on Cloudflare',
  'pg-native': 'pg, with bindings to libpq',
  'pino-abstract-transport': 'pino, if a worker thread writes the log',
};

/**
 * Packages that are each bundled into one file, together with their dependencies. The first has 24 dependencies, mostly
 * for attestation formats that the server doesn't request. The second has one.
 */
const bundledPackages = ['@simplewebauthn/server', 'p-limit'];

/** Files that packages read at run time, without importing them. */
const filesReadAtRunTime = [
  '@electric-sql/pglite/dist/{initdb.wasm,pglite.wasm,pglite.data}',
  '@expo-google-fonts/noto-sans/{400Regular/NotoSans_400Regular,700Bold/NotoSans_700Bold}.ttf',
];

/** Files with the licence, which each copy of a package must include. */
const licences = '{LICENSE,LICENCE,License,license,COPYING,NOTICE}*';
const metadataFiles = `{package.json,${licences}}`;

/** Files of a release's packages, relative to the project. */
interface PackageFiles {
  readonly copiedFiles: readonly string[];
  /** Contents by path. */
  readonly generatedFiles: ReadonlyMap<string, string>;
}

/** Finds the package files that the server may load. Throws if an import can't be resolved. */
export async function findPackageFiles(): Promise<PackageFiles> {
  const modules = await findModules();
  const files = filesReadAtRunTime.flatMap((pattern) =>
    globSync(join('node_modules', pattern), { cwd: root }),
  );
  const packageFiles = [...modules, ...files];
  const folders = new Set(packageFiles.flatMap(foldersBelowModules));
  for (const folder of folders) {
    packageFiles.push(...globSync(join(folder, metadataFiles), { cwd: root }));
  }
  const bundles = await Promise.all(bundledPackages.map(bundlePackage));
  return {
    copiedFiles: [...new Set(packageFiles)].toSorted(),
    generatedFiles: new Map(bundles.flat()),
  };
}

/**
 * Bundles a package with the packages that it needs, and collects their licences.
 * @returns the bundled package's files by path
 */
async function bundlePackage(name: string): Promise<(readonly [string, string])[]> {
  const folder = join('node_modules', name);
  const { modules, bundle } = await followImports([name], []);
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  const packages = new Set(modules.map((file) => packageOf(file)));
  const texts = [...packages].toSorted().map((path) => {
    const files = globSync(join(path, licences), { cwd: root }).toSorted();
    const contents = files.map((file) => readFileSync(join(root, file), 'utf8').trim());
    return [path.replace('node_modules/', ''), ...contents].join('\n\n');
  });
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const { version, license } = manifest;
  const bundledPackage = { name, version, license, type: 'module', exports: './index.js' };
  return [
    [join(folder, 'package.json'), `${JSON.stringify(bundledPackage, null, 2)}\n`],
    [join(folder, 'index.js'), output[0].code],
    [join(folder, 'LICENSE.md'), `${texts.join('\n\n---\n\n')}\n`],
  ];
}

/** Follows the imports of all server files into the packages. */
async function findModules(): Promise<string[]> {
  const input = globSync('{server,schemas}/**/*.ts', { cwd: root }).map((path) => join(root, path));
  const { modules, bundle } = await followImports(input, bundledPackages);
  await bundle.close();
  return modules;
}

/**
 * Follows imports into the packages.
 * @returns the files of packages, relative to the project, and the bundle
 */
async function followImports(input: readonly string[], excludedPackages: readonly string[]) {
  const modules: string[] = [];
  const unresolvedImports: string[] = [];
  const bundle = await rolldown({
    cwd: root,
    input: [...input],
    platform: 'node',
    // Node.js loads a module even if nothing uses its exports.
    treeshake: false,
    external: (id) => id in unusedPackages || excludedPackages.includes(id),
    onLog: (_level, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') unresolvedImports.push(message);
    },
    plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.push(id) }],
  });
  await bundle.generate();
  if (unresolvedImports.length > 0)
    throw new Error(`The server’s imports are missing: ${unresolvedImports[0]}`);
  const modulesFolder = join(root, 'node_modules/');
  const files = modules
    .filter((id) => id.startsWith(modulesFolder))
    .map((id) => join('node_modules', id.slice(modulesFolder.length).replace(/\?.*$/, '')));
  return { modules: files, bundle };
}

/** Returns the folder of the package that a file belongs to. */
const packageOf = (file: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '';

/** Returns the folders from a file up to its package; each may have its own package.json. */
function foldersBelowModules(file: string): string[] {
  const packageFolder = packageOf(file);
  const folders: string[] = [];
  for (let folder = dirname(file); folder.startsWith(packageFolder); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/** Copies and writes a release's packages. */
export function copyFiles({ copiedFiles, generatedFiles }: PackageFiles, release: string): void {
  for (const file of [...copiedFiles, ...generatedFiles.keys()]) {
    mkdirSync(dirname(join(release, file)), { recursive: true });
  }
  for (const file of copiedFiles) cpSync(join(root, file), join(release, file));
  for (const [file, text] of generatedFiles) writeFileSync(join(release, file), text);
}
