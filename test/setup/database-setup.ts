import { providePostgres } from './postgres.ts';

/**
 * Runs once before the integration tests. `TEST_DATABASE=postgres` makes sure that a PostgreSQL
 * runs and hands its address to the test files by `TEST_DATABASE_URL`; any other value leaves them
 * on the embedded database.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined;
  const cluster = await providePostgres();
  process.env['TEST_DATABASE_URL'] = cluster.url;
  return cluster.stop;
}
