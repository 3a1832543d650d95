import { join } from 'node:path';
import { cache } from '#tools/paths.ts';
import { providePostgres } from './postgres.ts';
import { makeTemplates } from './template-database.ts';

/**
 * Global setup of the integration tests, once per project; the first call creates everything they share. With
 * `TEST_DATABASE=postgres` it provides PostgreSQL and passes its URL in `TEST_DATABASE_URL`; otherwise tests use the
 * embedded database. `TEST_DATABASE_TEMPLATE`, `TEST_DEMO_TEMPLATE` and `TEST_DEMO_NOW` pass the `Templates`.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_TEMPLATE'] !== undefined) return undefined;
  // Test files and their servers load the same modules repeatedly.
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
