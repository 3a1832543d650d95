import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { injectManifest } from 'workbox-build';
import { writeStamp } from './build-stamp.ts';
import { compressApp } from './compress-app.ts';
import { builtApp, cache, root } from './places.ts';
import { preparedCallsPlugin } from './prepared-calls.ts';

/** The decoder's wasm (1 MB) must work without a network; workbox leaves out files above 2 MiB. */
const largestPrecachedFile = 4 * 1024 * 1024;

/**
 * Builds the app and its service worker into `dist/` and notes which sources it was built from.
 * Rejects with the bundler's error when the sources don't build; the stamp is then not written.
 */
export async function buildApp(): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' });
    await buildServiceWorker();
    await compressApp(builtApp);
  } finally {
    // The server may run in this process afterwards, and its mode is not the bundler's.
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
  writeStamp();
}

/** A build of its own: the worker is one classic script at the root, so that it may control all pages. */
async function buildServiceWorker(): Promise<void> {
  const bundled = join(cache, 'service-worker');
  rmSync(bundled, { recursive: true, force: true });
  mkdirSync(bundled, { recursive: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [preparedCallsPlugin()],
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
    swDest: join(builtApp, 'service-worker.js'),
    globDirectory: builtApp,
    globPatterns: ['**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}'],
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
