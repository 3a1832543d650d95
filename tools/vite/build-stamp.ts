import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brand } from '#brand';
import { builtApp, builtConsole, cache, root } from '../paths.ts';

const stampFile = join(cache, 'build-stamp');

/** Everything that the build depends on. The lock file represents the packages. */
export const sources: readonly string[] = [
  'console',
  'index.html',
  'lingui.config.ts',
  'locales',
  'package-lock.json',
  'package.json',
  'public',
  'schemas',
  'server/texts',
  'src',
  'sync',
  'tools/i18n',
  'tools/vite',
  'tsconfig.json',
  'vite.config.ts',
  'workers',
];

/** True if `dist/` and `dist-console/` exist and match the current sources. */
export function isBuildCurrent(): boolean {
  const hasOutput = [
    join(builtApp, 'index.html'),
    join(builtApp, 'service-worker.js'),
    join(builtConsole, 'index.html'),
  ].every((path) => existsSync(path));
  return hasOutput && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();
}

/** Stamps both folders as built from the current sources. */
export function writeStamp(): void {
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, sourceHash());
}

/** Hashes contents rather than dates, so that switching branches back and forth doesn't require a build. */
function sourceHash(): string {
  const hash = createHash('sha256').update(brand.id);
  for (const file of sources.flatMap(filesUnder)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  const absolutePath = join(root, path);
  if (!existsSync(absolutePath)) return [];
  const entries = path.includes('.')
    ? null
    : readdirSync(absolutePath, { withFileTypes: true, recursive: true });
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted();
}
