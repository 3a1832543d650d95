import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './places.ts';

const module = join(root, 'schemas', 'rx-schemas.ts');

/** What the app loads in the place of `schemas/rx-schemas.ts`: its values, computed here and now. */
export async function preparedSchemas(): Promise<string> {
  const { rxSchemas } = (await import(module)) as { rxSchemas: unknown };
  return `export const rxSchemas = ${JSON.stringify(rxSchemas)};`;
}

/** Derives the store's schemas at build time. What the app does not call is not there: `rxSchemasOf`. */
export function preparedSchemasPlugin(): Plugin {
  return {
    name: 'prepared-schemas',
    apply: 'build',
    load: {
      filter: { id: module },
      async handler() {
        return { code: await preparedSchemas(), moduleType: 'js' };
      },
    },
  };
}
