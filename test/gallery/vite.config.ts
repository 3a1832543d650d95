import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePartsPlugin } from '#tools/vite/catalogue-parts.ts';

/**
 * All UI components in all states on a separate page; not part of the app's build. The kit has no texts, but
 * controls of screens are in files that load the catalogues.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  plugins: [
    react(),
    cataloguePartsPlugin(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
  ],
  cacheDir: fileURLToPath(new URL('../../.cache/gallery', import.meta.url)),
  build: {
    outDir: fileURLToPath(new URL('../../build/gallery', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
  },
});
