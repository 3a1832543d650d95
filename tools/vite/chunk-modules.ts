import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../paths.ts';

/** Writes down which script each of our modules is in: a script that holds several has none of their names. */
export function chunkModulesPlugin(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) files[relative(root, id)] = chunk.fileName;
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(files),
      });
    },
  };
}
