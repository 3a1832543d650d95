import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { injectManifest } from 'workbox-build';
import { precachedPictures } from '#src/ui/media/picture-files.ts';
import { writeStamp } from './build-stamp.ts';
import { compressApp, writeLocalizedPages } from './finish-build.ts';
import { builtApp, builtConsole, cache, root } from '../paths.ts';
import { precomputedCallsPlugin } from './precomputed-modules.ts';

/**
 * Maximum size of a precached file, in bytes. It's higher than workbox's default of 2 MiB, so that large files, such as
 * the decoder's WebAssembly (1 MB), always work offline.
 */
const largestPrecachedFile = 4 * 1024 * 1024;

/**
 * Builds the app with its service worker, and the operator console, and stamps the sources they were built from.
 * Rejects with the bundler's error, without writing the stamp.
 * @param folder output folder of the app; if it isn't the default, the console isn't built and nothing is stamped
 */
export async function buildApp(folder = builtApp): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await bundleApp(folder);
    await buildServiceWorker(folder);
    writeLocalizedPages(folder);
    await compressApp(folder);
    if (folder === builtApp) {
      await bundle('console/vite.config.ts', builtConsole);
      await compressApp(builtConsole);
    }
  } finally {
    // The server may run in this process afterwards, and reads its mode from NODE_ENV.
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  if (folder === builtApp) writeStamp();
}

/**
 * Builds only the app's scripts and styles, as in production; the caller sets `NODE_ENV`.
 * @param options overrides of Vite's build options. File names don't depend on them, but only on the code
 */
export async function bundleApp(
  outDir: string,
  options: InlineConfig['build'] = {},
): Promise<void> {
  await bundle('vite.config.ts', outDir, options);
}

async function bundle(
  configuration: string,
  outDir: string,
  options: InlineConfig['build'] = {},
): Promise<void> {
  await build({
    configFile: join(root, configuration),
    // Loaded by Node itself, so that its import conditions select the brand.
    configLoader: 'native',
    logLevel: 'warn',
    mode: 'production',
    build: { outDir, emptyOutDir: true, ...options },
  });
}

/**
 * Builds the service worker. It needs its own build, because it's a single classic script. It's at the root, so that
 * it controls all pages.
 */
async function buildServiceWorker(app: string): Promise<void> {
  const bundleFolder = join(cache, 'service-worker');
  rmSync(bundleFolder, { recursive: true, force: true });
  mkdirSync(bundleFolder, { recursive: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [precomputedCallsPlugin()],
    build: {
      outDir: bundleFolder,
      target: 'es2023',
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: join(root, 'workers', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  const { warnings } = await injectManifest({
    swSrc: join(bundleFolder, 'service-worker.js'),
    swDest: join(app, 'service-worker.js'),
    globDirectory: app,
    globPatterns: [
      '**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}',
      // Other pictures are cached when first shown (`workers/picture-cache.ts`).
      ...precachedPictures.map((path) => path.slice(1)),
    ],
    // Icons and screenshots aren't precached, because the system fetches them before the app is installed.
    globIgnores: [
      'service-worker.js',
      'screenshots/**',
      'icons/{maskable,shortcut}-*',
      'icons/icon-!(192).png',
    ],
    maximumFileSizeToCacheInBytes: largestPrecachedFile,
    // Vite's file names already contain a content hash.
    dontCacheBustURLsMatching: /^assets\//,
  });
  if (warnings.length > 0)
    throw new Error(`The service worker is incomplete: ${warnings.join(' ')}`);
}
