import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defaultClientConditions, defineConfig } from 'vite';
import { brand } from '#brand';
import manifest from './package.json' with { type: 'json' };
import { brandFilesPlugin } from './tools/vite/brand-files.ts';
import { cataloguePartsPlugin } from './tools/vite/catalogue-parts.ts';
import { chunkGroups } from './tools/vite/chunk-groups.ts';
import { chunkModulesPlugin } from './tools/vite/chunk-modules.ts';
import { precomputedSchemasPlugin } from './tools/vite/precomputed-modules.ts';
import { qaShortcutPlugin } from './tools/vite/qa-shortcut.ts';
import { schemasStamp } from './tools/vite/schemas-stamp.ts';

/** Address of the API in `npm run dev`. It is proxied, so that app and API share an origin as in production. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

const vendor = /node_modules\/(react|react-dom|scheduler|@lingui|valibot)\//;
/**
 * Loaded only after sign-in, so it is a separate chunk. `useBlocker`, which confirms leaving a form, is part of
 * the forms.
 */
const router =
  /node_modules\/(@tanstack\/(?!react-router\/dist\/esm\/useBlocker\.)|use-sync-external-store\/)/;

/**
 * Uses the modern builds of dependencies, without code for old browsers. Only for the build: tests run in Node,
 * which resolves the packages itself.
 */
const modernDependencies: Plugin = {
  name: 'modern-dependencies',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^dexie$/,
          replacement: fileURLToPath(
            new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url),
          ),
        },
        {
          // The shim is for React 17.
          find: 'use-sync-external-store/shim/with-selector',
          replacement: 'use-sync-external-store/with-selector',
        },
        {
          find: /^(?:mingo\/operators\/pipeline|\.\/cursor)$/,
          replacement: fileURLToPath(new URL('tools/vite/unused-query-steps.ts', import.meta.url)),
        },
        {
          find: /^\.\/methods\/(?:indexed-db|localstorage|simulate)\.js$/,
          replacement: fileURLToPath(
            new URL('tools/vite/unused-channel-methods.ts', import.meta.url),
          ),
        },
      ],
      conditions: ['es2015', brand.id, ...defaultClientConditions],
    },
  }),
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    lingui(),
    cataloguePartsPlugin(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
    modernDependencies,
    brandFilesPlugin(),
    precomputedSchemasPlugin(),
    chunkModulesPlugin(),
    // Other development servers have no API.
    ...(process.env['API_ORIGIN'] === undefined ? [] : [qaShortcutPlugin]),
  ],
  define: {
    __APP_VERSION__: JSON.stringify(manifest.version),
    __SCHEMAS_STAMP__: JSON.stringify(schemasStamp()),
  },
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    strictPort: true,
    proxy: { '/api': apiOrigin, '/files': apiOrigin, '/calendar': apiOrigin, '/dev': apiOrigin },
  },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    // A changed chunk keeps its import name, so chunks that import it don't change.
    chunkImportMap: true,
    sourcemap: false,
    // Data: URLs would need a wider Content-Security-Policy, and hashed files are cached anyway.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every supported browser has modulepreload.
      polyfill: false,
      /*
       * Only for pages shown before the files are cached. After sign-in, the service worker has all files, and
       * listing them takes a slow phone longer than loading them.
       */
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /\/(?:login|register|decor-register)-screen-/.test(file)
          ? files
          : [],
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Plugin timings look like warnings to new developers.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // Used by every screen and rarely changed, so it stays cached after an update.
          groups: [
            { name: 'vendor', test: vendor, priority: 8 },
            { name: 'router', test: router, priority: 8 },
            ...chunkGroups(),
          ],
        },
      },
    },
  },
});
