import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, loadConfigFromFile } from 'vite';
import { root } from '#test/setup/source-tree.ts';

/** Modules of the app's store. Its page contains no store code, but requests the store from the app's services. */
const ownModules = [
  'sync/account.ts',
  'sync/engine/leader-work.ts',
  'sync/entities/scans/commands.ts',
];

/**
 * Returns the size of a store's scripts with its packages, in kB after gzip. The API client and the
 * schemas are left out, because all stores use the app's.
 */
export async function peerKilobytes(
  store: string,
  alias: Readonly<Record<string, string>>,
): Promise<number> {
  const paths = store === 'own-store' ? ownModules : [`test/bench/peers/${store}.ts`];
  const entry = '\0store';
  const imports = paths.map((path, index) => `export * as m${index} from '${join(root, path)}';`);
  const environment = { command: 'build', mode: 'production' } as const;
  const app = (await loadConfigFromFile(environment, join(root, 'vite.config.ts')))?.config;
  const result = await build({
    ...app,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    plugins: [
      ...(app?.plugins ?? []),
      {
        name: 'store-entry',
        resolveId: (id) => (id === 'store-entry' ? entry : null),
        load: (id) => (id === entry ? imports.join('\n') : null),
      },
    ],
    build: {
      target: 'es2023',
      write: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: 'store-entry',
        external: [/^#schemas\//, /^#src\//, /^valibot$/, /\/http\/[\w-]+\.ts$/],
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  return gzipSync(code).length / 1000;
}
