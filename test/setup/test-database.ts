import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * A database that belongs to one test file. `url` is null for the embedded database (in memory, or
 * in a directory that the test makes); `drop` removes it again and may be called with sessions open.
 */
export type TestDatabase = { url: string | null; drop: () => Promise<void> };

/**
 * An empty database on the engine that `TEST_DATABASE` chooses: `pglite` (default) or `postgres`.
 * On PostgreSQL it is created on the server of `TEST_DATABASE_URL`. Throws when that server is gone.
 */
export async function testDatabase(): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') {
    return { url: null, drop: () => Promise.resolve() };
  }
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests with `vitest --project integration`.',
    );
  }
  const name = `club_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
