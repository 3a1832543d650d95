import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../paths.ts';

const schemasModule = join(root, 'schemas', 'rx-schemas.ts');
const callsModule = join(root, 'sync', 'outbox', 'outbox-calls.ts');

/** Code that replaces `schemas/rx-schemas.ts` in the app: its values, computed at build time. */
export async function precomputedSchemas(): Promise<string> {
  const { rxSchemas } = (await import(schemasModule)) as { rxSchemas: unknown };
  return `export const rxSchemas = ${JSON.stringify(rxSchemas)};`;
}

/**
 * Replaces the store's schemas with values computed at build time, without `rxSchemasOf`, which the app doesn't call.
 */
export function precomputedSchemasPlugin(): Plugin {
  return precomputePlugin('precomputed-schemas', schemasModule, precomputedSchemas);
}

/** Provides the service worker's calls as plain values, so that the worker doesn't bundle the API contract. */
export function precomputedCallsPlugin(): Plugin {
  return precomputePlugin('precomputed-calls', callsModule, async () => {
    const { outboxCalls } = (await import(callsModule)) as { outboxCalls: unknown };
    return `export const outboxCalls = ${JSON.stringify(outboxCalls)};`;
  });
}

function precomputePlugin(name: string, module: string, compute: () => Promise<string>): Plugin {
  return {
    name,
    apply: 'build',
    load: {
      filter: { id: module },
      async handler() {
        return { code: await compute(), moduleType: 'js' };
      },
    },
  };
}
