import { join } from 'node:path';
import { cache } from '#tools/paths.ts';
import { providePostgres } from './postgres.ts';
import { makeTemplates } from './template-database.ts';

/**
 * Runs before the integration tests, once for each of their projects; the first makes what all of them use.
 * `TEST_DATABASE=postgres` makes sure that a PostgreSQL runs and hands its address to the test files by
 * `TEST_DATABASE_URL`; any other value leaves them on the embedded database. `TEST_DATABASE_TEMPLATE`,
 * `TEST_DEMO_TEMPLATE` and `TEST_DEMO_NOW` hand them what `Templates` has.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_TEMPLATE'] !== undefined) return undefined;
  // Test files, and the servers they start, load the same modules over and over.
  process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');
  const cluster = process.env['TEST_DATABASE'] === 'postgres' ? await providePostgres() : null;
  if (cluster) process.env['TEST_DATABASE_URL'] = cluster.url;
  const { migrated, demo, demoNow, remove } = await makeTemplates(cluster?.url ?? null);
  process.env['TEST_DATABASE_TEMPLATE'] = migrated;
  process.env['TEST_DEMO_TEMPLATE'] = demo;
  process.env['TEST_DEMO_NOW'] = demoNow;
  return async () => {
    await remove();
    await cluster?.stop();
  };
}
