import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './source-tree.ts';

/** One file of the build, as Vite's manifest tells of it; `imports` are keys of the same manifest. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Vite's manifest: the chunks by the source that they were made of. */
export type BundleManifest = Record<string, Chunk>;

const built = join(root, 'dist');

/** The manifest of the app in `dist/`. Throws when there is no build. */
export function readBundle(): BundleManifest {
  return JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8')) as BundleManifest;
}

/**
 * The scripts that the browser has loaded once the chunks of these sources run: they and all that
 * they import statically. A source that is no chunk of its own is an error, since a budget that
 * silently counts less is none.
 */
export function loadedScripts(manifest: BundleManifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const load = (key: string): void => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no chunk of the build.`);
    seen.add(key);
    chunk.imports?.forEach(load);
  };
  sources.forEach(load);
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
