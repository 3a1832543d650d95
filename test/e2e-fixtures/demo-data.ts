import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { fill } from '#test/setup/fill-database.ts';
import { hasPostgres, providePostgres } from '#test/setup/postgres.ts';
import { spawnServer } from '#test/setup/spawned-server.ts';
import { copyOf, databaseOn, type PostgresDatabase } from '#test/setup/test-database.ts';
import { cache } from '#tools/paths.ts';

/**
 * Environment variable with the directory of the run's demo data; servers on the embedded database
 * start from a copy.
 */
export const DEMO_DATA = 'CLUB_DEMO_DATA';
/**
 * Environment variables with the run's PostgreSQL and its demo database, the template of the other
 * databases.
 */
const POSTGRES = 'CLUB_POSTGRES';
const DEMO_DATABASE = 'CLUB_DEMO_DATABASE';

/**
 * Playwright's global setup: loads the demo data once, into PostgreSQL. Without PostgreSQL all
 * servers use the embedded database.
 */
export default async function loadDemoData(): Promise<() => Promise<void>> {
  // A run starts about sixty servers that load the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');
  if (hasPostgres()) return loadIntoPostgres();
  const removeData = await loadIntoDirectory();
  return () => Promise.resolve(removeData());
}

/** Creates a database with the demo data; null without PostgreSQL. */
export async function createDemoDatabaseCopy(): Promise<PostgresDatabase | null> {
  const { [POSTGRES]: postgres, [DEMO_DATABASE]: source } = process.env;
  return postgres && source ? databaseOn(postgres, copyOf(source)) : null;
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
  const { db, close } = await openDatabase({ url, directory: null, poolSize: 1 });
  await fill.demoNow(db);
  // A database with open connections can't be copied.
  await close();
  process.env[POSTGRES] = cluster.url;
  process.env[DEMO_DATABASE] = new URL(url).pathname.slice(1);
  return async () => {
    await drop();
    await cluster.stop();
  };
}
