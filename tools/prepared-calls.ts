import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './places.ts';

const module = join(root, 'sync', 'outbox', 'outbox-calls.ts');

/** Gives the service worker the calls it makes as plain values, computed here and now. */
export function preparedCallsPlugin(): Plugin {
  return {
    name: 'prepared-calls',
    apply: 'build',
    load: {
      filter: { id: module },
      async handler() {
        const { outboxCalls } = (await import(module)) as { outboxCalls: unknown };
        const code = `export const outboxCalls = ${JSON.stringify(outboxCalls)};`;
        return { code, moduleType: 'js' };
      },
    },
  };
}
