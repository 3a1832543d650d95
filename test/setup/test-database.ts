import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { openDatabase } from '#server/db/database.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { executeOn } from './postgres-client.ts';
import { fill } from './fill-database.ts';

/** True if this run uses PostgreSQL. */
export const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';

/**
 * Database of one test file. `url` is null for the embedded database (in memory or in the test's
 * directory); `drop` removes it, even with open sessions.
 */
export type TestDatabase = { url: string | null; drop: () => Promise<void> };

/**
 * Creates an empty database on the engine of `TEST_DATABASE`: `pglite` (default) or `postgres`, on
 * the server of `TEST_DATABASE_URL`. Throws if that server is unreachable.
 */
export function testDatabase(): Promise<TestDatabase> {
  return isOnPostgres ? createOnServer() : Promise.resolve(embeddedDatabase);
}

/** Environment variables with the run's templates. */
const templates = { migrated: 'TEST_DATABASE_TEMPLATE', demo: 'TEST_DEMO_TEMPLATE' } as const;

/** `dataFrom` is the directory an embedded server copies. */
export type DemoDatabase = TestDatabase & { dataFrom: string | undefined };

/** Creates a database with demo data, for a server process. */
export async function demoDatabase(): Promise<DemoDatabase> {
  const template = process.env['TEST_DEMO_NOW'];
  return isOnPostgres
    ? { ...(await createOnServer(template)), dataFrom: undefined }
    : { ...embeddedDatabase, dataFrom: template };
}

/**
 * Opens a migrated database, empty or with demo data as of `CLOCK_START`. In a vitest run it is
 * copied from a template, which is faster. Closing removes it.
 */
export async function openCopy(contents: 'migrated' | 'demo'): Promise<OpenDatabase> {
  const template = process.env[templates[contents]];
  const { url, drop } = isOnPostgres ? await createOnServer(template) : embeddedDatabase;
  const dump = url === null && template ? { dump: await openAsBlob(template) } : {};
  const { db, close } = await openDatabase({ url, directory: null, poolSize: 10, ...dump });
  if (!template) await fill[contents](db);
  return { db, close: () => close().then(drop) };
}

const embeddedDatabase: TestDatabase = { url: null, drop: () => Promise.resolve() };

/** @param template database to copy; empty if omitted */
function createOnServer(template?: string): Promise<PostgresDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm run test:integration`.');
  }
  return databaseOn(server, template ? copyOf(template) : '');
}

/**
 * Options of `create database` to copy a template. Copying its files takes half the CPU time of PostgreSQL's default,
 * which logs every page.
 */
export const copyOf = (template: string) => `TEMPLATE ${template} STRATEGY file_copy`;

/** A database on PostgreSQL. */
export type PostgresDatabase = TestDatabase & { url: string };

/**
 * Creates an empty database on the given PostgreSQL server.
 * @param options of `create database`, such as a template
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
