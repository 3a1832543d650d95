import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './source-tree.ts';

/** Entry of Vite's manifest; `imports` are keys of the same manifest. */
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Vite's manifest: chunks by source file. */
export type BundleManifest = Record<string, Chunk>;

/** Maps each module to its script. */
type ChunkModules = Readonly<Record<string, string>>;

const buildFolder = join(root, 'dist');

/** Reads the manifest of the build in `dist/`. Throws without a build. */
export function readBundle(): BundleManifest {
  return JSON.parse(
    readFileSync(join(buildFolder, '.vite', 'manifest.json'), 'utf8'),
  ) as BundleManifest;
}

/** Returns the script that contains each of our modules in `dist/`. Throws without a build. */
export function readChunkModules(): ChunkModules {
  return JSON.parse(
    readFileSync(join(buildFolder, '.vite', 'modules.json'), 'utf8'),
  ) as ChunkModules;
}

/**
 * Returns the scripts loaded once the given sources run, including static imports. Throws for a
 * source without a chunk, because a budget that misses it would be meaningless.
 * @param modules maps sources to shared chunks
 */
export function loadedScripts(
  manifest: BundleManifest,
  sources: readonly string[],
  modules: ChunkModules = {},
): string[] {
  const visitedFiles = new Set<string>();
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const load = (key: string): void => {
    if (visitedFiles.has(key)) return;
    visitedFiles.add(key);
    manifest[key]?.imports?.forEach(load);
  };
  for (const source of sources) {
    const key = source in manifest ? source : keys.get(modules[source] ?? '');
    if (key === undefined) throw new Error(`${source} is in no chunk of the build.`);
    load(key);
  }
  const files = [...visitedFiles].flatMap((key) => manifest[key]?.file ?? []);
  return files.filter((file) => file.endsWith('.js')).toSorted();
}

/**
 * Import cycles between chunks, as `a → b → a`. In a cycle one chunk runs before its imports are
 * ready, so a component can be missing without a build error.
 */
export function chunkCycles(manifest: BundleManifest): string[] {
  const cycles: string[] = [];
  const visitedFiles = new Set<string>();
  const visit = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      cycles.push([...path.slice(path.indexOf(key)), key].join(' → '));
      return;
    }
    if (visitedFiles.has(key)) return;
    manifest[key]?.imports?.forEach((next) => visit(next, [...path, key]));
    visitedFiles.add(key);
  };
  Object.keys(manifest).forEach((key) => visit(key, []));
  return cycles;
}

/** Scripts referenced by the HTML itself, such as the one before first paint. */
export function pageScripts(folder = buildFolder): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** Gzipped size of files in a built folder, `dist/` by default, in kB of 1,000 bytes. */
export function gzippedKilobytes(files: readonly string[], folder = buildFolder): number {
  const bytes = files.map(
    (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
  );
  return bytes.reduce((sum, length) => sum + length, 0) / 1000;
}
