import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { openDatabase } from '#server/db/database.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { executeOn } from '#test/setup/postgres-client.ts';
import { type SilentProxy, startSilentProxy } from '#test/setup/silent-proxy.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { demoDatabase, isOnPostgres, type TestDatabase } from '#test/setup/test-database.ts';
import { owner, request, signIn } from './spawned-client.ts';

/** Allows for a busy CI machine. */
const LONG_MS = 300_000;
/** Equals the limit per company, so that one company's writes can use up the pool. */
const CONNECTIONS = 2;

let database: TestDatabase;
let proxy: SilentProxy;
let server: SpawnedServer;
let token: string;
/** Token of a person in another company. */
let otherToken: string;
/** A direct connection that bypasses the proxy. */
let directDatabase: OpenDatabase;

beforeAll(async () => {
  if (!isOnPostgres) return;
  database = await demoDatabase();
  directDatabase = await openDatabase({ url: database.url, directory: null, poolSize: 2 });
  proxy = await startSilentProxy(database.url ?? '');
  server = await spawnServer({
    appDirectory: null,
    environment: {
      RATE_LIMIT_FACTOR: '1000000',
      DATABASE_URL: `${proxy.url}?application_name=club`,
      DATABASE_POOL_SIZE: String(CONNECTIONS),
      // Longer than a request waits for a connection.
      DATABASE_TIMEOUT: '7',
    },
  });
  token = await signIn(server);
  otherToken = await signIn(server, demoAccounts.czechOwner);
}, LONG_MS);
afterAll(async () => {
  if (!isOnPostgres) return;
  await server.dispose();
  await proxy.close();
  await directDatabase.close();
  await database.drop();
});

const createdStatus = calls.createProject.status;
const unavailableResponse = { status: 503, retryAfter: '5' };
/** Parts of a 503 that clients rely on. */
const statusAndRetry = ({ status, headers }: Response) => ({
  status,
  retryAfter: headers.get('retry-after'),
});
const createProject = (key: string = randomUUID()) =>
  request(server, calls.createProject.path, {
    token,
    key,
    body: { streetName: 'ul. Pewna 1', postalCode: '00-001' },
  });
const writeSome = () => Promise.all(Array.from({ length: CONNECTIONS }, () => createProject()));
const ready = () => fetch(`${server.url}/ready`);
const waitUntilHealthy = async () => {
  const timeout = 60_000;
  await expect.poll(async () => (await createProject()).status, { timeout }).toBe(createdStatus);
  await expect.poll(async () => (await ready()).status, { timeout }).toBe(200);
};

/** Runs `action` with the company's row locked, so that writes block inside their transaction. */
async function whileLocked<T>(action: () => Promise<T>): Promise<T> {
  return directDatabase.db.transaction().execute(async (trx) => {
    const company = trx.selectFrom('companies').select('id').where('id', '=', owner.companyId);
    await company.forUpdate().execute();
    return action();
  });
}

/**
 * Starts as many writes as there are connections.
 * @returns once all of them wait for the lock
 */
async function startBlockedWrites(): Promise<{ responses: Promise<Response[]> }> {
  const responses = writeSome();
  const waitingQueries = sql`
    select pid from pg_stat_activity where application_name = 'club' and wait_event_type = 'Lock'`;
  const count = async () => (await waitingQueries.execute(directDatabase.db)).rows.length;
  await expect.poll(count, { timeout: 5_000 }).toBe(CONNECTIONS);
  return { responses };
}

const endAllSessions = () =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club' and datname = current_database()`.execute(directDatabase.db);

describe.runIf(isOnPostgres)('F48: a connection to the database', { timeout: LONG_MS }, () => {
  test('that ends during a transaction fails only its own request', async () => {
    for (let round = 0; round < 3; round += 1) {
      const responses = await whileLocked(async () => {
        const blockedWrites = await startBlockedWrites();
        await endAllSessions();
        return blockedWrites.responses;
      });
      expect(responses.map(statusAndRetry)).toEqual(responses.map(() => unavailableResponse));
      await waitUntilHealthy();
    }
  });

  test('that ends at any time loses no acknowledged write and duplicates none', async () => {
    const keys = new Map<string, string | null>();
    let endedCount = 0;
    const writeOn = async () => {
      while (endedCount < 30) {
        const key = randomUUID();
        const response = await createProject(key);
        expect([{ status: createdStatus, retryAfter: null }, unavailableResponse]).toContainEqual(
          statusAndRetry(response),
        );
        const { uuid } = (await response.json()) as { uuid?: string };
        keys.set(key, uuid ?? null);
      }
    };
    const endOn = async () => {
      for (; endedCount < 30; endedCount += 1) {
        await endAllSessions();
        await createProject();
      }
    };
    await Promise.all([endOn(), ...Array.from({ length: CONNECTIONS }, writeOn)]);
    await waitUntilHealthy();
    for (const [key, acknowledgedId] of keys) {
      const repeatedProject = (await (await createProject(key)).json()) as { uuid: string };
      expect(repeatedProject.uuid).toBe(acknowledgedId ?? repeatedProject.uuid);
    }
  });

  test('that hangs is replaced, and its locks are released', async () => {
    const waitingWrites = await whileLocked(async () => {
      const blockedWrites = await startBlockedWrites();
      proxy.dropTraffic();
      return blockedWrites;
    });
    const responses = await waitingWrites.responses;
    expect(responses.map(statusAndRetry)).toEqual(responses.map(() => unavailableResponse));
    await waitUntilHealthy();
  });

  test('that is unavailable, or waits for a lock, fails its request after a limited wait', async () => {
    const { first, otherResponses } = await whileLocked(async () => {
      const blockedWrites = await startBlockedWrites();
      const otherResponses = [
        request(server, calls.listProjects.path, { token: otherToken }),
        ready(),
      ];
      return {
        otherResponses: await Promise.all(otherResponses),
        first: await blockedWrites.responses,
      };
    });
    expect(otherResponses.map(statusAndRetry)).toEqual(
      otherResponses.map(() => unavailableResponse),
    );
    expect(first.map(statusAndRetry)).toEqual(first.map(() => unavailableResponse));
    await waitUntilHealthy();
  });

  test('that can’t be opened makes every call return 503 until it can', async () => {
    await proxy.close();
    const { email, region } = owner;
    const responses = await Promise.all([
      createProject(),
      request(server, calls.listScans.path, { token }),
      request(server, calls.requestSignInCode.path, { body: { email, region } }),
      ready(),
    ]);
    expect(responses.map(statusAndRetry)).toEqual(responses.map(() => unavailableResponse));
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await proxy.open();
    await waitUntilHealthy();
  });
});

describe.runIf(isOnPostgres)('F48: a connection to a database in read-only mode', () => {
  test('is replaced once the database accepts writes again', async () => {
    const name = sql`select current_database() as name`.execute(directDatabase.db);
    const [row] = (await name).rows as { name: string }[];
    const setReadOnly = (change: string) =>
      executeOn(
        database.url ?? '',
        `begin read write; alter database "${row?.name}" ${change}; commit`,
      );
    await setReadOnly('set default_transaction_read_only = on');
    await endAllSessions();
    // New connections replace the ended ones.
    await expect.poll(async () => (await ready()).status).toBe(200);
    const rejectedResponses = [...(await writeSome()), ...(await writeSome())];
    expect(rejectedResponses.map(statusAndRetry)).toEqual(
      rejectedResponses.map(() => unavailableResponse),
    );
    await setReadOnly('reset default_transaction_read_only');
    const statuses = [];
    for (let write = 0; write < 3 * CONNECTIONS; write += 1) {
      statuses.push((await createProject()).status);
    }
    // No more than one write per connection fails.
    expect(statuses.slice(CONNECTIONS)).toEqual(
      statuses.slice(CONNECTIONS).map(() => createdStatus),
    );
  });
});
