import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePartsPlugin } from '#tools/vite/catalogue-parts.ts';

/**
 * Builds a page with all UI components in all states; not part of the app's build. It loads the catalogues,
 * because it also shows some controls of screens, which have texts.
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
