import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { openDatabase, type OpenDatabase } from '#server/db/database.ts';
import { executeOn } from './postgres-client.ts';
import { fill } from './fill-database.ts';

/** Which engine this run of the integration tests is on. */
export const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';

/**
 * A database that belongs to one test file. `url` is null for the embedded database (in memory, or
 * in a directory that the test makes); `drop` removes it again and may be called with sessions open.
 */
export type TestDatabase = { url: string | null; drop: () => Promise<void> };

/**
 * An empty database on the engine that `TEST_DATABASE` chooses: `pglite` (default) or `postgres`.
 * On PostgreSQL it is created on the server of `TEST_DATABASE_URL`. Throws when that server is gone.
 */
export function testDatabase(): Promise<TestDatabase> {
  return isOnPostgres ? createOnServer() : Promise.resolve(embedded);
}

/** Where the run's templates are told. */
const templates = { migrated: 'TEST_DATABASE_TEMPLATE', demo: 'TEST_DEMO_TEMPLATE' } as const;

/** `dataFrom` is what a server on the embedded engine begins with a copy of. */
export type DemoDatabase = TestDatabase & { dataFrom: string | undefined };

/** A database with the demo's data, for a server in a process of its own. */
export async function demoDatabase(): Promise<DemoDatabase> {
  const template = process.env['TEST_DEMO_NOW'];
  return isOnPostgres
    ? { ...(await createOnServer(template)), dataFrom: undefined }
    : { ...embedded, dataFrom: template };
}

/**
 * An open database with all tables, without any data or with the demo's at `CLOCK_BEGINS`. In a run of vitest it is a copy of the run's
 * template, which is faster than to make each anew. Closing it removes it.
 */
export async function openCopy(of: 'migrated' | 'demo'): Promise<OpenDatabase> {
  const template = process.env[templates[of]];
  const { url, drop } = isOnPostgres ? await createOnServer(template) : embedded;
  const dump = url === null && template ? { dump: await openAsBlob(template) } : {};
  const { db, close } = await openDatabase({ url, directory: null, poolSize: 10, ...dump });
  if (!template) await fill[of](db);
  return { db, close: () => close().then(drop) };
}

const embedded: TestDatabase = { url: null, drop: () => Promise.resolve() };

/** @param template the name of the database that it is a copy of; without one it is empty */
function createOnServer(template?: string): Promise<PostgresDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm run test:integration`.');
  }
  return databaseOn(server, template ? `TEMPLATE ${template}` : '');
}

/** A database on PostgreSQL. */
export type PostgresDatabase = TestDatabase & { url: string };

/**
 * An empty database on that PostgreSQL.
 * @param options of its making, such as a template
 */
export async function databaseOn(server: string, options = ''): Promise<PostgresDatabase> {
  const name = `club_test_${randomBytes(6).toString('hex')}`;
  await executeOn(server, `CREATE DATABASE ${name} ${options}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => executeOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
