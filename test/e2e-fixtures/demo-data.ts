import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, providePostgres } from '#test/setup/postgres.ts';
import { spawnServer } from '#test/setup/spawned-server.ts';
import { databaseOn, type PostgresDatabase } from '#test/setup/test-database.ts';
import { cache } from '#tools/paths.ts';

/** Where a run's loaded demo data lies: the fixtures' servers on the embedded database begin with a copy of it. */
export const DEMO_DATA = 'CLUB_DEMO_DATA';
/** The run's PostgreSQL, and the name of its database with the demo data: others on it begin with a copy of that. */
const POSTGRES = 'CLUB_POSTGRES';
const DEMO_DATABASE = 'CLUB_DEMO_DATABASE';

/**
 * Playwright's global set-up: lets the real server load its demo data once on each engine, and stops it. Where
 * there is no PostgreSQL, all of the run's servers are on the embedded database.
 */
export default async function loadDemoData(): Promise<() => Promise<void>> {
  // Some sixty servers are started in a run, and load the same modules over and over.
  process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');
  const [removeData, removeDatabase] = await Promise.all([
    loadIntoDirectory(),
    hasPostgres() ? loadIntoPostgres() : null,
  ]);
  return async () => {
    removeData();
    await removeDatabase?.();
  };
}

/** As `loadDemoData`, but only on the engine that the servers within tests have: a run with few servers needs no other. */
export async function loadDemoDataOnce(): Promise<() => Promise<void>> {
  process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');
  if (hasPostgres()) return loadIntoPostgres();
  const removeData = await loadIntoDirectory();
  return () => Promise.resolve(removeData());
}

/** A database of one's own with the demo data; null where the run has no PostgreSQL. */
export async function copyOfDemoDatabase(): Promise<PostgresDatabase | null> {
  const { [POSTGRES]: postgres, [DEMO_DATABASE]: source } = process.env;
  return postgres && source ? databaseOn(postgres, `TEMPLATE ${source}`) : null;
}

async function loadIntoDirectory(): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'club-demo-'));
  const server = await spawnServer({ environment: { DATA_DIR: directory } });
  await server.dispose();
  process.env[DEMO_DATA] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

async function loadIntoPostgres(): Promise<() => Promise<void>> {
  const cluster = await providePostgres();
  const { url, drop } = await databaseOn(cluster.url);
  const server = await spawnServer({ environment: { DATABASE_URL: url } });
  await server.dispose();
  process.env[POSTGRES] = cluster.url;
  process.env[DEMO_DATABASE] = new URL(url).pathname.slice(1);
  return async () => {
    await drop();
    await cluster.stop();
  };
}
