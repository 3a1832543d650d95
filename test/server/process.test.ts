import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { openDatabase } from '#server/db/database.ts';
import { getEpoch } from '#server/db/epoch.ts';
import { migrate, readMigrationStatus } from '#server/db/migrate.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { freePort } from '#test/setup/free-port.ts';
import { isOnPostgres, testDatabase, type TestDatabase } from '#test/setup/test-database.ts';

interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  readonly output: () => string;
}

let directory: string;
let database: TestDatabase;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'club-process-'));
  database = await testDatabase();
});
afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL');
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Starts `node server/main.ts` like an operator; resolves when it is ready or has exited. */
async function start(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: directory,
      ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  const listen = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  while (!output.includes('API docs') && child.exitCode === null) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  return { child, address: `http://127.0.0.1:${port}`, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}

async function postJson(address: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('the server as a process', () => {
  test('logs its address, where codes appear and the demo accounts, and signs one of the accounts in', async () => {
    const server = await start();
    const printedAddress = server.address.replace('127.0.0.1', 'localhost');
    expect(server.output()).toContain(`${printedAddress}/dev/codes`);
    for (const account of Object.values(demoAccounts))
      expect(server.output()).toContain(account.email);
    const { email } = demoAccounts.polishOwner;
    const challenge = await postJson(server.address, calls.requestSignInCode.path, {
      email,
      region: 'PL',
    });
    const login = (await challenge.json()) as { user_id: string; challenge_id: string };
    // Messages are sent in the background, and there may be earlier ones to the same address.
    const findSentCode = async () => {
      const codesFile = (await (await fetch(`${server.address}/dev/codes.json`)).json()) as {
        data: { to: string; code?: string }[];
      };
      return codesFile.data.find((message) => message.to === email && message.code)?.code;
    };
    await expect.poll(findSentCode).toBeDefined();
    const code = await findSentCode();
    expect(await (await fetch(`${server.address}/dev/codes`)).text()).toContain(`<b>${code}</b>`);
    await expect.poll(server.output).toContain(`One-time code for ${email}: ${code}`);
    const verifyResponse = await postJson(server.address, calls.signIn.path, {
      userId: login.user_id,
      challenge_id: login.challenge_id,
      code,
    });
    expect(verifyResponse.status).toBe(200);
  });

  test('exits cleanly on SIGTERM and SIGINT, and keeps its data', async () => {
    const epochs = [];
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await start();
      const ping = (await (await fetch(`${server.address}/api/v1/ping`)).json()) as {
        epoch: string;
      };
      epochs.push(ping.epoch);
      expect(await end(server.child, signal)).toBe(0);
    }
    expect(epochs[0]).toBe(epochs[1]);
  });
});

// Independent of the database, so one engine is enough.
describe.runIf(isOnPostgres)('a stopping server', () => {
  test('completes a request that started before the stop', async () => {
    const server = await start();
    const body = JSON.stringify({ email: demoAccounts.polishOwner.email, region: 'PL' });
    const pendingRequest = request(`${server.address}/api${calls.requestSignInCode.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    pendingRequest.flushHeaders();
    // The server has the headers and waits for the body.
    await once(pendingRequest, 'continue');
    const stopping = end(server.child, 'SIGTERM');
    await expect
      .poll(() => fetch(`${server.address}/health`).catch(() => 'refused'))
      .toBe('refused');
    pendingRequest.end(body);
    const [answer] = (await once(pendingRequest, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await stopping).toBe(0);
  });

  test('doesn’t wait for an idle connection', async () => {
    const server = await start();
    const unusedConnection = connect(Number(new URL(server.address).port), '127.0.0.1');
    await once(unusedConnection, 'connect');
    // A response on another connection shows that the server has accepted this one too.
    await fetch(`${server.address}/health`);
    const closing = once(unusedConnection, 'close');
    // If the server waited for this connection, it would hit its stop limit and exit with 1.
    expect(await end(server.child, 'SIGTERM')).toBe(0);
    await closing;
  });
});

describe('a starting server', () => {
  test.runIf(!isOnPostgres)(
    'doesn’t open an embedded database that is in use, but opens it once the other process was killed (F44)',
    async () => {
      const first = await start();
      const second = await start();
      expect(second.child.exitCode).toBe(1);
      expect(second.output()).toContain(`Process ${first.child.pid} is using this database`);
      await end(first.child, 'SIGKILL');
      const third = await start();
      expect((await fetch(`${third.address}/ready`)).status).toBe(200);
    },
  );

  // Checked before any database is opened, so one engine is enough.
  test.runIf(isOnPostgres)('logs configuration errors and exits', async () => {
    const server = await start({ NODE_ENV: 'production', DEMO_DATA: '0', TEST_DEVICES: '1' });
    expect(server.child.exitCode).toBe(1);
    expect(server.output()).toContain('TEST_DEVICES: not in production');
    expect(server.output()).not.toContain('at ');
  });

  test('gets a new epoch after a restore', async () => {
    const run = spawn(process.execPath, ['server/new-epoch.ts'], {
      env: {
        ...process.env,
        DATA_DIR: directory,
        ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      },
      stdio: 'ignore',
    });
    const openAgain = () => openDatabase({ url: database.url, directory });
    expect(await once(run, 'exit')).toEqual([0, null]);
    const first = await openAgain();
    const epoch = await getEpoch(first.db);
    const operatorActions = first.db
      .selectFrom('operator_acts')
      .selectAll()
      .where('command', '=', 'new-epoch');
    expect(await operatorActions.execute()).toMatchObject([
      { operator: 'database', words: [epoch], outcome: 'done' },
    ]);
    await first.close();
    const server = await start();
    const ping = (await (await fetch(`${server.address}/api/v1/ping`)).json()) as { epoch: string };
    expect(ping.epoch).toBe(epoch);
  });
});

// Independent of the database, so one engine is enough.
test.runIf(isOnPostgres)(
  'a migration is applied even if a migration with a higher number was applied before it',
  async () => {
    const freshDatabase = await testDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'club-migrated-'));
    const { db, close } = await openDatabase({
      url: freshDatabase.url,
      directory: folder,
      poolSize: 2,
    });
    await migrate(db);
    await sql`drop table calendar_feeds`.execute(db);
    await sql`delete from kysely_migration where name = '049-calendar-feeds'`.execute(db);
    await migrate(db);
    expect(await db.selectFrom('calendar_feeds').selectAll().execute()).toEqual([]);
    expect((await readMigrationStatus(db)).pending).toEqual([]);
    await close();
    await freshDatabase.drop();
    await rm(folder, { recursive: true });
  },
);

describe.runIf(isOnPostgres)('several processes', () => {
  test('that start at the same time on an empty database migrate it once', async () => {
    const freshDatabase = await testDatabase();
    const openConnections = await Promise.all(
      Array.from({ length: 6 }, () =>
        openDatabase({ url: freshDatabase.url, directory: null, poolSize: 2 }),
      ),
    );
    await Promise.all(openConnections.map(({ db }) => migrate(db)));
    const epochs = await Promise.all(openConnections.map(({ db }) => getEpoch(db)));
    expect(new Set(epochs).size).toBe(1);
    await Promise.all(openConnections.map(({ close }) => close()));
    await freshDatabase.drop();
  });
});
