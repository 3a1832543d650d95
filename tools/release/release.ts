import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isBuildCurrent } from '../vite/build-stamp.ts';
import { builtApp, builtConsole, root } from '../paths.ts';
import { releasesToKeep } from './kept-releases.ts';
import { copyFiles, findPackageFiles } from './server-packages.ts';

/** Files that make up the server. */
const serverFiles = ['server', 'schemas', 'tools/check-node.js'];
/** The server needs a version of Node.js that runs TypeScript files directly. */
const engines = { node: '>=24' };
/** Scripts of the released package.json. */
const scripts = {
  start: 'node tools/check-node.js && APP_DIR=app CONSOLE_DIR=console exec node server/main.ts',
  migrate: 'node server/migrate.ts',
};

/** File that marks a folder as containing releases, so that the next release may change it. */
const MARKER = '.club-release';
const RELEASES = 'releases';
/** Folder of a release that is being written. A run that is killed leaves it behind, and the next run replaces it. */
const UNFINISHED_NAME = '.unfinished';
/** Link to the release that new processes start from. */
const CURRENT_LINK = 'current';
/**
 * Folders of built pages. `list` is the file that names the assets of the release itself, without those copied from
 * other releases.
 */
const builtFolders = [
  { name: 'app', list: 'assets.json' },
  { name: 'console', list: 'console-assets.json' },
] as const;
type BuiltFolder = (typeof builtFolders)[number];

/** A failure that the operator can fix; its message says how. */
class ReleaseError extends Error {}

interface ReleaseOptions {
  /** Folder of the built app. */
  readonly app: string;
  /** Folder of the built operator console. */
  readonly console: string;
  /** Name of the new folder below `releases`. */
  readonly name: string;
  /** Installs the packages in the release's folder. */
  readonly install: (release: string) => void;
}

/**
 * Adds a release to a folder and points `current` to it once it is complete. Keeps the newest releases, the previous
 * one and those that a process is running from; deletes the others. Throws if the folder contains other files.
 * @returns path of the release
 */
export function addRelease(
  folder: string,
  { app, console: consoleFolder, name, install }: ReleaseOptions,
): string {
  rejectOtherFiles(folder);
  const releases = join(folder, RELEASES);
  const unfinishedFolder = join(releases, UNFINISHED_NAME);
  // The marker comes first: if a run is killed later, the next run still accepts the folder.
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MARKER), '');
  rmSync(unfinishedFolder, { recursive: true, force: true });
  copyServer(unfinishedFolder);
  cpSync(app, join(unfinishedFolder, 'app'), { recursive: true });
  cpSync(consoleFolder, join(unfinishedFolder, 'console'), { recursive: true });
  for (const builtFolder of builtFolders) {
    const assets = JSON.stringify(filesIn(assetsOf(unfinishedFolder, builtFolder)));
    writeFileSync(join(unfinishedFolder, builtFolder.list), assets);
  }
  install(unfinishedFolder);
  const previousName = currentRelease(folder);
  const release = join(releases, name);
  rmSync(release, { recursive: true, force: true });
  const otherReleases = filesIn(releases).filter((other) => other !== UNFINISHED_NAME);
  const keptReleases = releasesToKeep(releases, otherReleases, previousName);
  for (const other of keptReleases) shareAssets(unfinishedFolder, join(releases, other));
  renameSync(unfinishedFolder, release);
  switchTo(folder, name);
  for (const other of otherReleases) {
    if (!keptReleases.has(other)) rmSync(join(releases, other), { recursive: true, force: true });
  }
  return release;
}

/** Copies the server, without build tools and tests, into an empty folder. */
export function copyServer(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of serverFiles) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const {
    devDependencies: _tools,
    overrides: _overrides,
    allowScripts: _scripts,
    ...manifest
  } = {
    ...readManifest(),
    engines,
    scripts,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: object;
  readonly allowScripts: object;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

function rejectOtherFiles(folder: string): void {
  const names = filesIn(folder);
  if (names.length > 0 && !names.includes(MARKER))
    throw new ReleaseError(
      `${folder} isn’t empty and holds no releases. Name a new or empty folder.`,
    );
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const assetsOf = (release: string, { name }: BuiltFolder) => join(release, name, 'assets');

/**
 * Copies each release's assets to the other one. While processes of both run side by side, a page from one may request
 * its files from the other. File names contain a hash, so files of the same name never differ.
 */
function shareAssets(newRelease: string, otherRelease: string): void {
  for (const [from, to] of [
    [newRelease, otherRelease],
    [otherRelease, newRelease],
  ] as const) {
    for (const builtFolder of builtFolders) {
      const list = join(from, builtFolder.list);
      if (!existsSync(list) || !existsSync(assetsOf(to, builtFolder))) continue;
      for (const asset of JSON.parse(readFileSync(list, 'utf8')) as string[]) {
        cpSync(join(assetsOf(from, builtFolder), asset), join(assetsOf(to, builtFolder), asset), {
          force: false,
        });
      }
    }
  }
}

/** @returns name of the release that `current` points to, or null */
function currentRelease(folder: string): string | null {
  try {
    const name = basename(readlinkSync(join(folder, CURRENT_LINK)));
    return existsSync(join(folder, RELEASES, name)) ? name : null;
  } catch {
    return null;
  }
}

/** Replaces the link in one step, so that a process always starts from a complete release. */
function switchTo(folder: string, name: string): void {
  const link = join(folder, `${CURRENT_LINK}.next`);
  rmSync(link, { force: true });
  symlinkSync(join(RELEASES, name), link);
  renameSync(link, join(folder, CURRENT_LINK));
}

async function release(folder: string): Promise<void> {
  rejectOtherFiles(folder);
  if (!isBuildCurrent()) {
    const { buildApp } = await import('../vite/build-app.ts');
    await buildApp();
  }
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+Z/g, '');
  const name = `${readManifest().version}-${time}`;
  const packageFiles = await findPackageFiles();
  const install = (unfinishedFolder: string) => copyFiles(packageFiles, unfinishedFolder);
  const path = addRelease(folder, { app: builtApp, console: builtConsole, name, install });
  process.stdout.write(
    `${path} is ready, and ${join(folder, CURRENT_LINK)} points to it. Run \`node --env-file=/etc/club.env server/migrate.ts up\` there, then restart the processes one at a time.\n`,
  );
}

function describeError(error: unknown, folder: string): string {
  if (error instanceof ReleaseError) return error.message;
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return `Can’t write the release to ${folder} (${String(error.code)}). Fix its permissions and space, or name another folder.`;
  return `The release failed: ${error instanceof Error ? error.message : String(error)}`;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'build', 'release'));
  try {
    await release(folder);
  } catch (error) {
    process.stderr.write(`${describeError(error, folder)}\n`);
    process.exitCode = 1;
  }
}
