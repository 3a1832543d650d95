import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './source-tree.ts';

/** One file of the build, as Vite's manifest tells of it; `imports` are keys of the same manifest. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Vite's manifest: the chunks by the source that they were made of. */
export type BundleManifest = Record<string, Chunk>;

/** The script of each module. */
export type ChunkModules = Readonly<Record<string, string>>;

const built = join(root, 'dist');

/** The manifest of the app in `dist/`. Throws when there is no build. */
export function readBundle(): BundleManifest {
  return JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')) as BundleManifest;
}

/** Which script of the app in `dist/` each module of ours is in. Throws when there is no build. */
export function readChunkModules(): ChunkModules {
  return JSON.parse(readFileSync(join(built, '.vite', 'modules.json'), 'utf8')) as ChunkModules;
}

/**
 * The scripts that the browser has loaded once the chunks of these sources run: they and all that
 * they import statically. A source that is in no chunk is an error, since a budget that silently
 * counts less is none.
 * @param modules where the sources are that share a chunk with others
 */
export function loadedScripts(
  manifest: BundleManifest,
  sources: readonly string[],
  modules: ChunkModules = {},
): string[] {
  const seen = new Set<string>();
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const load = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(load);
  };
  for (const source of sources) {
    const key = source in manifest ? source : keys.get(modules[source] ?? '');
    if (key === undefined) throw new Error(`${source} is in no chunk of the build.`);
    load(key);
  }
  const files = [...seen].flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith('.js')).toSorted();
}

/**
 * Chunks that import each other in a cycle, as `a → b → a`. One of them runs before what it imports is
 * there, so that a component can be missing on a screen that was bundled without any error.
 */
export function chunkCycles(manifest: BundleManifest): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      cycles.push([...path.slice(path.indexOf(key)), key].join(' → '));
      return;
    }
    if (done.has(key)) return;
    manifest[key]?.imports?.forEach((next) => visit(next, [...path, key]));
    done.add(key);
  };
  Object.keys(manifest).forEach((key) => visit(key, []));
  return cycles;
}

/** The scripts that the page itself names beside the bundle, such as the one before the first paint. */
export function pageScripts(): string[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  return [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** The size of these files of `dist/` after gzip, in kB of 1,000 bytes. */
export function gzippedKilobytes(files: readonly string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  return bytes.reduce((sum, length) => sum + length, 0) / 1000;
}
