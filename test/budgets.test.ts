import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import { chunkCycles, readBundle } from './setup/bundle-size.ts';
import { routeBudgets, routeKilobytes } from './setup/route-budgets.ts';
import { root } from './setup/source-tree.ts';
import { addRelease } from '#tools/release/release.ts';
import { copyFiles, findPackageFiles } from '#tools/release/server-packages.ts';

/** Limit for scripts in the precache, excluding the languages. */
const MAX_SCRIPTS = 60;
const MIN_SCRIPT_BYTES = 2_000;
/** Share of the app that may be downloaded again after one screen changed. */
const CHANGED_SHARE = 0.15;

/** Limits of a release: the server with its packages, and the app. */
const MAX_RELEASE_BYTES = 100e6;
const MAX_RELEASE_PACKAGES = 150;

/** Files of a folder with their sizes; names include a content hash. */
function filesIn(directory: string): ReadonlyMap<string, number> {
  const assets = join(directory, 'assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(names.map((name) => [name, statSync(join(assets, name)).size]));
}

test('the build contains no QA code', () => {
  const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true });
  const text = files.filter(({ name }) => /\.(js|html|webmanifest)$/.test(name));
  expect(text.length).toBeGreaterThan(0);
  const found = text.filter(({ name, parentPath }) =>
    readFileSync(join(parentPath, name), 'utf8').includes('/dev/qa'),
  );
  expect(found.map(({ name }) => name)).toEqual([]);
});

test.each(routeBudgets)('the scripts of $route stay within $limit kB after gzip', (budget) => {
  expect(routeKilobytes(budget)).toBeLessThanOrEqual(budget.limit);
});

test('no chunks of the app import each other in a cycle', () => {
  expect(chunkCycles(readBundle())).toEqual([]);
});

test(`apart from language files, there are at most ${MAX_SCRIPTS} scripts, and none is tiny`, () => {
  const scripts = [...filesIn(join(root, 'dist'))].filter(
    ([name]) =>
      name.endsWith('.js') &&
      !catalogueLanguages.some((language) => name.startsWith(`${language}-`)),
  );
  expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS);
  const smallScripts = scripts.filter(([, size]) => size < MIN_SCRIPT_BYTES).map(([name]) => name);
  // The entry chunk and the bundler's runtime.
  expect(smallScripts.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
    'index',
    'rolldown-runtime',
  ]);
});

test.each(['src/features/projects/detail/project-screen.tsx', 'src/features/home/home-screen.tsx'])(
  'after a small change in %s, devices don’t download the whole app again',
  async (screen) => {
    const outDir = mkdtempSync(join(tmpdir(), 'club-build-'));
    vi.stubEnv('NODE_ENV', 'production');
    try {
      await build({
        configFile: join(root, 'vite.config.ts'),
        logLevel: 'error',
        mode: 'production',
        build: { outDir, emptyOutDir: true, copyPublicDir: false },
        plugins: [
          {
            name: 'one-more-line',
            transform: (code, id) =>
              id === join(root, screen) ? `${code}\nglobalThis.oneMore = 1;` : null,
          },
        ],
      });
      const oldFiles = filesIn(join(root, 'dist'));
      const newFiles = [...filesIn(outDir)];
      const totalBytes = newFiles.reduce((sum, [, size]) => sum + size, 0);
      const changedBytes = newFiles
        .filter(([name]) => !oldFiles.has(name))
        .reduce((sum, [, size]) => sum + size, 0);
      expect(changedBytes).toBeGreaterThan(0);
      expect(changedBytes / totalBytes).toBeLessThan(CHANGED_SHARE);
    } finally {
      vi.unstubAllEnvs();
      rmSync(outDir, { recursive: true });
    }
  },
  60_000,
);

test(`a release has at most ${MAX_RELEASE_PACKAGES} packages and ${MAX_RELEASE_BYTES / 1e6} MB`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'club-release-size-'));
  try {
    const packageFiles = await findPackageFiles();
    const install = (folderToFill: string) => copyFiles(packageFiles, folderToFill);
    const release = addRelease(folder, {
      app: join(root, 'dist'),
      console: join(root, 'dist-console'),
      name: 'next',
      install,
    });
    const files = readdirSync(release, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const packages = files.filter((file) =>
      /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file),
    );
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.length).toBeLessThanOrEqual(MAX_RELEASE_PACKAGES);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_RELEASE_BYTES);
    const compilers = packages.filter((file) => /\/(?:@babel|typescript)\//.test(file));
    expect(compilers).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
