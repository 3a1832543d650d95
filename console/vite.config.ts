import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { brand } from '#brand';
import { brandPagePlugin } from '#tools/vite/brand-files.ts';
import { chunkModulesPlugin } from '#tools/vite/chunk-modules.ts';

/** URL of the console's API, to which `npm run dev` forwards requests, as it does for the app. */
const apiOrigin = process.env['CONSOLE_API_ORIGIN'] ?? 'http://127.0.0.1:8090';

/** Every screen uses these packages and they rarely change, so their file stays cached after an update. */
const vendor = /node_modules\/(react|react-dom|scheduler|@lingui|valibot|@tanstack)\//;

/**
 * Builds the operator console. It shares code with the app, but the app's build contains none of the console.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../.cache/console', import.meta.url)),
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
    brandPagePlugin(),
    chunkModulesPlugin(),
  ],
  resolve: { conditions: [brand.id, ...defaultClientConditions] },
  server: {
    port: Number(process.env['CONSOLE_DEV_PORT'] ?? 5174),
    strictPort: true,
    proxy: { '/api': apiOrigin },
  },
  build: {
    outDir: fileURLToPath(new URL('../dist-console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Data URLs would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: 'vendor', test: vendor }] } },
    },
  },
});
