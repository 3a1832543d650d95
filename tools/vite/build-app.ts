import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { injectManifest } from 'workbox-build';
import { precachedPictures } from '#src/ui/media/picture-files.ts';
import { writeStamp } from './build-stamp.ts';
import { compressApp, writeLocalizedPages } from './finish-build.ts';
import { builtApp, cache, root } from '../paths.ts';
import { precomputedCallsPlugin } from './precomputed-modules.ts';

/** The decoder's wasm (1 MB) must work without a network; workbox leaves out files above 2 MiB. */
const largestPrecachedFile = 4 * 1024 * 1024;

/**
 * Builds the app and its service worker and notes which sources it was built from.
 * Rejects with the bundler's error when the sources don't build; the stamp is then not written.
 * @param folder where to; elsewhere than the usual place nothing is noted
 */
export async function buildApp(folder = builtApp): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await bundleApp(folder);
    await buildServiceWorker(folder);
    writeLocalizedPages(folder);
    await compressApp(folder);
  } finally {
    // The server may run in this process afterwards, and its mode is not the bundler's.
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  if (folder === builtApp) writeStamp();
}

/**
 * The app's own scripts and styles alone, as they are in production; `NODE_ENV` has to say so, too.
 * @param options what is otherwise: the names of the files stay the same where the code does
 */
export async function bundleApp(
  outDir: string,
  options: InlineConfig['build'] = {},
): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    // By Node itself, so that the brand is the one that Node was asked for.
    configLoader: 'native',
    logLevel: 'warn',
    mode: 'production',
    build: { outDir, emptyOutDir: true, ...options },
  });
}

/** A build of its own: the worker is one classic script at the root, so that it may control all pages. */
async function buildServiceWorker(app: string): Promise<void> {
  const bundled = join(cache, 'service-worker');
  rmSync(bundled, { recursive: true, force: true });
  mkdirSync(bundled, { recursive: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [precomputedCallsPlugin()],
    build: {
      outDir: bundled,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'workers', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  const { warnings } = await injectManifest({
    swSrc: join(bundled, 'service-worker.js'),
    swDest: join(app, 'service-worker.js'),
    globDirectory: app,
    globPatterns: [
      '**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}',
      // All other pictures are kept once they were seen (`workers/seen-pictures.ts`).
      ...precachedPictures.map((path) => path.slice(1)),
    ],
    // The system takes its icons and the install dialog its screenshots before anything is installed.
    globIgnores: [
      'service-worker.js',
      'screenshots/**',
      'icons/{maskable,shortcut}-*',
      'icons/icon-!(192).png',
    ],
    maximumFileSizeToCacheInBytes: largestPrecachedFile,
    // Vite's file names carry their content's hash already.
    dontCacheBustURLsMatching: /^assets\//,
  });
  if (warnings.length > 0)
    throw new Error(`The service worker is incomplete: ${warnings.join(' ')}`);
}
