import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { renewEpoch } from '#server/db/epoch.ts';
import { RECOVERY_BURST } from '#server/http/overload/recovery-pace.ts';
import { seedDevices } from '#test/load/devices.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { assignTurns } from './assign-turns.ts';
import { newChat } from './chat-setup.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** More devices than the test's pool has connections. */
const DEVICES = 24;

let server: TestApp;
let staleCheckpoint: string;
let devices: Awaited<ReturnType<typeof seedDevices>>;
beforeAll(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  devices = await seedDevices(server.db, { devices: DEVICES, companies: DEVICES });
  staleCheckpoint = `${await server.services.epoch.current()}.0`;
  await renewEpoch(server.db, Date.now());
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const pull = (token: string, since: string, limit = 100) =>
  server.call(calls.listSupportChats, { query: { since, limit } }, token);
const sendChat = (token: string, body: ReturnType<typeof newChat>) =>
  server.call(calls.createSupportChat, { body }, token);
const deviceAt = (index: number) =>
  devices[index] ?? expect.fail('There is no device with this index.');
const deferredResponse = { status: 503, code: 'unavailable' };
const staleResponse = { status: 409, code: 'checkpoint_stale' };

/** Advances the clock that determines devices' turns. */
function advance(seconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
}

async function deferredCount(): Promise<number> {
  const { body } = await server.app.inject('/metrics');
  return Number(/^club_recoveries_deferred_total (\d+)$/m.exec(body)?.[1]);
}

describe('after a new epoch (F43)', () => {
  test('a few devices recover immediately', async () => {
    for (let index = 0; index < RECOVERY_BURST; index += 1) {
      expect(await pull(deviceAt(index).token, staleCheckpoint)).toMatchObject(staleResponse);
    }
  });

  test('a device that waits behind many others gets a retry time, can still send, and recovers later', async () => {
    const { token } = deviceAt(11);
    assignTurns(server.app, 1000);
    const countBefore = await deferredCount();
    const first = await pull(token, staleCheckpoint);
    expect(first).toMatchObject(deferredResponse);
    const seconds = Number(first.headers['retry-after']);
    expect(seconds).toBeGreaterThan(60);
    const other = await server.call(
      calls.listProjects,
      { query: { since: staleCheckpoint } },
      token,
    );
    expect(other).toMatchObject(deferredResponse);
    // The device keeps its turn.
    expect(Number(other.headers['retry-after'])).toBeLessThanOrEqual(seconds);
    expect((await deferredCount()) - countBefore).toBe(2);

    const chat = newChat();
    expect((await sendChat(token, chat)).status).toBe(201);
    expect(await pull(token, staleCheckpoint, 1)).toMatchObject(staleResponse);
    expect((await server.call(calls.listProjects, { query: {} }, token)).status).toBe(200);

    advance(seconds);
    expect(await pull(token, staleCheckpoint)).toMatchObject(staleResponse);
    expect((await sendChat(token, chat)).status).toBe(201);
    const { data } = (await pull(token, '')).result;
    expect(data.map(({ uuid }) => uuid)).toEqual([chat.uuid]);
  });

  test('a person who has just signed in doesn’t wait', async () => {
    assignTurns(server.app, 1000);
    expect((await pull(deviceAt(12).token, '')).status).toBe(200);
  });
});

describe.runIf(isOnPostgres)('while many pulls from the beginning take long', () => {
  test('other requests are served, and no further device recovers', async () => {
    advance(3600);
    const { locked, release, done } = lockChats();
    await locked;
    const pulls = devices.map(({ token }) => pull(token, ''));
    const { token } = deviceAt(13);
    try {
      await vi.waitFor(() => expect(countWaitingStatements()).resolves.toBeGreaterThan(0));
      expect((await server.call(calls.listProjects, { query: {} }, token)).status).toBe(200);
      const rejectedResponse = await server.call(
        calls.listProjects,
        { query: { since: staleCheckpoint } },
        token,
      );
      expect(rejectedResponse).toMatchObject(deferredResponse);
      expect(Number(rejectedResponse.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      release();
      await done;
    }
    const statuses = (await Promise.all(pulls)).map(({ status }) => status);
    expect(statuses).toEqual(devices.map(() => 200));
    expect(await pull(token, staleCheckpoint)).toMatchObject(staleResponse);
  });
});

/** Blocks every statement about chats until released. */
function lockChats() {
  const lock = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = server.db.transaction().execute(async (trx) => {
    await sql`lock table support_chats in access exclusive mode`.execute(trx);
    lock.resolve();
    await end.promise;
  });
  return { locked: lock.promise, release: () => end.resolve(), done };
}

async function countWaitingStatements(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted and relation = 'support_chats'::regclass`.execute(
    server.db,
  );
  return rows[0]?.count ?? 0;
}
