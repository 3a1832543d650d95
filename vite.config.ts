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

/** Where `npm run dev` runs the API, so that one address serves both, as in production. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

const vendor = /node_modules\/(react|react-dom|scheduler|@lingui|valibot)\//;
/**
 * Only for those who are signed in: apart, so that the login does not load it. What asks before a form is
 * left comes with the forms.
 */
const router =
  /node_modules\/(@tanstack\/(?!react-router\/dist\/esm\/useBlocker\.)|use-sync-external-store\/)/;

/**
 * Dependencies in the dialect of today's browsers instead of that of ten years ago, and without what
 * only those need. Only for what is built: tests run in Node, where the packages find each other by themselves.
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
          // The other one is for React 17.
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
    proxy: { '/api': apiOrigin, '/files': apiOrigin, '/dev': apiOrigin },
  },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    // What is bundled anew keeps the name by which others import it: they stay as they are.
    chunkImportMap: true,
    sourcemap: false,
    // Data: URLs would need a wider Content-Security-Policy, and hashed files are cached for ever.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser that runs the app knows modulepreload, and the polyfill would be dead weight.
      polyfill: false,
      /*
       * Only where nothing is on the device yet. Behind the sign-in every file is, and naming each of
       * them once more takes a slow phone longer than finding them.
       */
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /\/(?:login|register|decor-register)-screen-/.test(file)
          ? files
          : [],
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Timings of plugins look like a problem to someone who starts the app for the first time.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // What every screen needs and a release seldom changes: after an update it is there already.
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
