import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { openDatabase, transact } from '#server/db/database.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { getSqlState } from '#server/db/database-errors.ts';
import { DEVELOPMENT_VOUCHER_KEYS } from '#server/orders/voucher-keys.ts';
import { hasPooler, type Pooler, startPooler } from '#test/setup/pooler.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { root } from '#test/setup/source-tree.ts';
import { isOnPostgres, testDatabase, type TestDatabase } from '#test/setup/test-database.ts';
import { request, signIn } from './spawned-client.ts';

const LONG_MS = 120_000;
/** Fewer than the number of concurrent requests. */
const CONNECTIONS = 3;
const CANCELLED = '57014';

let database: TestDatabase;
let pooler: Pooler;
let server: SpawnedServer | null = null;
/** A connection through the pooler, with a statement timeout of half a second. */
let pooledDatabase: OpenDatabase;

const isPossible = isOnPostgres && hasPooler();

beforeAll(async () => {
  if (!isPossible) return;
  database = await testDatabase();
  pooler = await startPooler(database.url ?? '', CONNECTIONS);
  pooledDatabase = await openDatabase({
    url: pooler.url,
    directory: null,
    statementTimeoutMs: 500,
  });
}, LONG_MS);
afterAll(async () => {
  if (!isPossible) return;
  await server?.dispose();
  await pooledDatabase.close();
  await pooler.stop();
  await database.drop();
}, LONG_MS);

/** Returns the statement timeouts of the pooler's connections when another client uses them. */
async function readTimeoutsOfOthers(): Promise<string[]> {
  const { db, close } = await openDatabase({
    url: pooler.url,
    directory: null,
    statementTimeoutMs: null,
    poolSize: CONNECTIONS,
  });
  const queries = Array.from({ length: CONNECTIONS * 2 }, () =>
    sql<{ statement_timeout: string }>`show statement_timeout`.execute(db),
  );
  const responses = await Promise.all(queries);
  await close();
  return responses.flatMap(({ rows }) => rows.map((row) => row.statement_timeout));
}

function runMigrate(command: 'up' | 'status') {
  return promisify(execFile)(process.execPath, ['server/migrate.ts', command], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...productionSettings,
      DATABASE_URL: pooler.url,
    },
  });
}

const productionSettings = {
  CODE_PEPPER: 'a pepper of more than thirty-two characters',
  VOUCHER_KEYS: DEVELOPMENT_VOUCHER_KEYS,
  APP_URL: 'https://club.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@club.example',
  PUSH_CONTACT: 'mailto:operator@club.example',
  SMS_GATEWAY_URL: 'https://sms.example',
};

describe.runIf(isPossible)('behind a pooler in transaction mode', () => {
  test(
    'the schema is created once, even by concurrent migrations',
    async () => {
      const before = await runMigrate('status');
      expect(before.stdout).toMatch(/^0 migrations applied[^]*Pending: 001-access/);
      const outputs = await Promise.all([runMigrate('up'), runMigrate('up'), runMigrate('up')]);
      for (const { stdout } of outputs) expect(stdout).toMatch(/^[1-9]\d+ migrations applied.*\n$/);
    },
    LONG_MS,
  );

  test('a slow statement in a transaction is cancelled', async () => {
    const slowQuery = transact(pooledDatabase.db, (trx) => sql`select pg_sleep(5)`.execute(trx));
    await expect(slowQuery).rejects.toSatisfy((error) => getSqlState(error) === CANCELLED);
  });

  test('no timeout leaks to the next user of a connection', async () => {
    const tasks = Array.from({ length: 12 }, () =>
      transact(pooledDatabase.db, (trx) => sql`select 1`.execute(trx)),
    );
    await Promise.all(tasks);
    expect(new Set(await readTimeoutsOfOthers())).toEqual(new Set(['0']));
  });

  test(
    'the server starts, signs a user in and writes',
    async () => {
      server = await spawnServer({
        appDirectory: null,
        environment: { DATABASE_URL: pooler.url, DATABASE_POOL_SIZE: '10' },
      });
      const token = await signIn(server);
      const queries = Array.from({ length: 12 }, () =>
        request(server as SpawnedServer, calls.listProjects.path, { token }),
      );
      for (const answer of await Promise.all(queries)) expect(answer.status).toBe(200);
    },
    LONG_MS,
  );
});

describe.runIf(isOnPostgres)('without a pooler', () => {
  test('a slow statement outside of a transaction is cancelled, too', async () => {
    const { db, close } = await openDatabase({
      url: database.url,
      directory: null,
      statementTimeoutMs: 500,
    });
    const slowQuery = sql`select pg_sleep(5)`.execute(db);
    await expect(slowQuery).rejects.toSatisfy((error) => getSqlState(error) === CANCELLED);
    await close();
  });
});
