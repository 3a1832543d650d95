import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../paths.ts';

/** Records the chunk of each of our modules, because chunk names don't show their modules. */
export function chunkModulesPlugin(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const fileByModule: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) fileByModule[relative(root, id)] = chunk.fileName;
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(fileByModule),
      });
    },
  };
}
