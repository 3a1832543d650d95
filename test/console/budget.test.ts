import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleLanguages } from '#schemas/languages.ts';
import {
  type BundleManifest,
  chunkCycles,
  gzippedKilobytes,
  loadedScripts,
  pageScripts,
} from '#test/setup/bundle-size.ts';
import { root } from '#test/setup/source-tree.ts';

const buildFolder = join(root, 'dist-console');
/** Limit in kB for the scripts loaded before the first list is shown, after gzip. */
const MAX_KILOBYTES = 280;

const manifest = JSON.parse(
  readFileSync(join(buildFolder, '.vite', 'manifest.json'), 'utf8'),
) as BundleManifest;

test.each(consoleLanguages)(
  `the scripts loaded before the first list in %s are at most ${MAX_KILOBYTES} kB`,
  (language) => {
    const scripts = loadedScripts(manifest, [
      'index.html',
      `locales/${language}.po`,
      'features/audit/audit-screen.tsx',
    ]);
    const files = [...new Set([...pageScripts(buildFolder), ...scripts])];
    expect(files.length).toBeGreaterThan(3);
    const size = gzippedKilobytes(files, buildFolder);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(MAX_KILOBYTES);
  },
);

test('no scripts of the console import each other in a cycle', () => {
  expect(chunkCycles(manifest)).toEqual([]);
});

test('the app contains no code of the console', () => {
  const modules = readFileSync(join(root, 'dist', '.vite', 'modules.json'), 'utf8');
  expect(
    Object.keys(JSON.parse(modules) as object).filter((path) => path.startsWith('console/')),
  ).toEqual([]);
  const worker = readFileSync(join(root, 'dist', 'service-worker.js'), 'utf8');
  const assets = readdirSync(join(buildFolder, 'assets')).filter((file) => file.endsWith('.js'));
  const appAssets = new Set(readdirSync(join(root, 'dist', 'assets')));
  const cachedAssets = assets.filter((file) => !appAssets.has(file) && worker.includes(file));
  expect(assets.length).toBeGreaterThan(3);
  expect(cachedAssets).toEqual([]);
});
