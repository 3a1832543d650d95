import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { Scan } from '#schemas/scan.ts';
import { openDatabase } from '#server/db/database.ts';
import { demoVariantId } from '#server/demo/shop.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { demoDatabase, type DemoDatabase, isOnPostgres } from '#test/setup/test-database.ts';
import { recipient } from './order-setup.ts';
import { readEvents } from './read-events.ts';
import { plainSerials, saveOf } from './scan-setup.ts';
import { requestJson, newProject, owner, signIn } from './spawned-client.ts';

let servers: SpawnedServer[] = [];
let database: DemoDatabase;
afterEach(async () => {
  await Promise.all(servers.map((server) => server.dispose()));
  servers = [];
  await database.drop();
});

/** Starts server processes on one database; the embedded one supports a single process. */
async function start(count: number): Promise<SpawnedServer[]> {
  database = await demoDatabase();
  for (let index = 0; index < count; index += 1) await startAnother();
  return servers;
}

async function startAnother(): Promise<void> {
  servers.push(
    await spawnServer({
      appDirectory: null,
      dataFrom: database.dataFrom,
      environment: {
        RATE_LIMIT_FACTOR: '1000000',
        CODE_PEPPER: 'the same pepper for all processes',
        ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      },
    }),
  );
}

type Page = { data: Scan[]; meta: { checkpoint: string } };
const pull = (server: SpawnedServer, token: string, since: string, limit = 1000) =>
  requestJson<Page>(
    server,
    `${calls.listScans.path}?since=${encodeURIComponent(since)}&limit=${limit}`,
    {
      token,
    },
  );

async function pullAll(server: SpawnedServer, token: string, from = ''): Promise<Scan[]> {
  const all: Scan[] = [];
  for (let since = from; ;) {
    const page = await pull(server, token, since);
    all.push(...page.data);
    since = page.meta.checkpoint;
    if (page.data.length < 1000) return all;
  }
}

let usedSerials = 0;
const nextSave = (project: string) => {
  const serial = plainSerials[(usedSerials += 1)];
  if (!serial) throw new Error('The registry has no serial numbers left.');
  return saveOf(serial, project);
};
type Save = ReturnType<typeof nextSave>;
const send = (server: SpawnedServer, token: string, scans: readonly Save[]) =>
  requestJson<{ data: { error: unknown }[] }>(server, calls.sendScans.path, {
    token,
    body: { scans },
  });

test('F44: kill -9 under load loses no acknowledged write and duplicates none', async () => {
  const ROUNDS = 2;
  const WRITERS = 6;
  const [server] = await start(1);
  if (!server) throw new Error('The server did not start.');
  const token = await signIn(server);
  const project = await newProject(server, token);
  const acknowledgedSaves: Save[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const targetCount = acknowledgedSaves.length + 15 + 10 * round;
    const unacknowledgedSaves: Save[] = [];
    const kills: Promise<void>[] = [];
    const saveScan = async () => {
      while (kills.length === 0) {
        const saves = [nextSave(project), nextSave(project)];
        try {
          await send(server, token, saves);
          acknowledgedSaves.push(...saves);
        } catch {
          unacknowledgedSaves.push(...saves);
        }
        if (acknowledgedSaves.length >= targetCount && kills.length === 0)
          kills.push(server.kill());
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, saveScan));
    await Promise.all(kills);
    expect(unacknowledgedSaves.length).toBeGreaterThan(0);
    await server.start();
    const storedIds = new Set((await pullAll(server, token)).map(({ uuid }) => uuid));
    expect(acknowledgedSaves.filter(({ uuid }) => !storedIds.has(uuid))).toEqual([]);
    // Resend the saves like a device, whether or not they were committed.
    const repeatedBody = await send(server, token, unacknowledgedSaves);
    expect(repeatedBody.data.map(({ error }) => error)).toEqual(
      unacknowledgedSaves.map(() => null),
    );
    acknowledgedSaves.push(...unacknowledgedSaves);
  }
  const ownIds = new Set(acknowledgedSaves.map(({ uuid }) => uuid));
  const pulledRows = (await pullAll(server, token)).filter(({ uuid }) => ownIds.has(uuid));
  expect(pulledRows).toHaveLength(acknowledgedSaves.length);
}, 300_000);

describe.runIf(isOnPostgres)('two processes on one PostgreSQL', () => {
  test('behave like one process under load: no pull skips a write (F45), and no key runs twice (F02)', async () => {
    const [first, second] = await start(2);
    if (!first || !second) throw new Error('The servers did not start.');
    const token = await signIn(first);
    const project = await newProject(second, token);
    const bothServers = [first, second] as const;
    const startCheckpoint = (await pull(first, token, '', 1)).meta.checkpoint;
    let activeWriters = 12;
    const writtenIds: string[] = [];
    const saveScan = async () => {
      for (let batch = 0; batch < 12; batch += 1) {
        const saves = Array.from({ length: 4 }, () => nextSave(project));
        // Send the same batch through both at the same time: it must be applied only once.
        await Promise.all(bothServers.map((server) => send(server, token, saves)));
        writtenIds.push(...saves.map(({ uuid }) => uuid));
      }
      activeWriters -= 1;
    };
    const followChanges = async () => {
      const pulledIds: string[] = [];
      for (let since = startCheckpoint, roundNumber = 0; ; roundNumber += 1) {
        const wasWriting = activeWriters > 0;
        const page = await pull(bothServers[roundNumber % 2] ?? first, token, since, 40);
        pulledIds.push(...page.data.map(({ uuid }) => uuid));
        since = page.meta.checkpoint;
        if (!wasWriting && page.data.length < 40) return pulledIds;
      }
    };
    const [pulledIds] = await Promise.all([
      followChanges(),
      ...Array.from({ length: 12 }, saveScan),
    ]);
    const ownIds = new Set(writtenIds);
    const receivedIds = pulledIds.filter((uuid) => ownIds.has(uuid));
    expect(new Set(receivedIds)).toEqual(ownIds);
    expect(receivedIds).toHaveLength(ownIds.size);

    const key = randomUUID();
    const projectIds = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        newProject(bothServers[index % 2] ?? first, token, key),
      ),
    );
    expect(new Set(projectIds).size).toBe(1);
  }, 300_000);

  test('F46: sell exactly the stock when both receive concurrent orders', async () => {
    const [first, second] = await start(2);
    if (!first || !second) throw new Error('The servers did not start.');
    const token = await signIn(first);
    // Three items are in stock.
    const line = { uuid: demoVariantId('PL', 'cool-box'), quantity: 1, price: 66 };
    const body = { type: 'COMPACON', order: [line], delivery: 1, customer: recipient };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        requestJson(index % 2 === 0 ? first : second, calls.createOrder.path, { token, body }).then(
          () => 'placed',
          (error: unknown) => String(error),
        ),
      ),
    );
    const rejectedOutcomes = outcomes.filter((outcome) => outcome !== 'placed');
    expect(outcomes).toHaveLength(rejectedOutcomes.length + 3);
    expect(new Set(rejectedOutcomes)).toEqual(new Set(['Error: /v1/order responded with 409.']));
  }, 120_000);
});

describe.runIf(isOnPostgres)('two processes that share a PostgreSQL', () => {
  test('notify a device on one about a change through the other', async () => {
    const [first, second] = await start(2);
    if (!first || !second) throw new Error('The servers did not start.');
    const token = await signIn(first);
    const stream = await readEvents(first.url, token);
    await stream.next();
    await newProject(second, token);
    // The second event on the same connection; a new stream would announce all collections.
    expect(await stream.next()).toEqual(['projects']);
    stream.close();
  }, 300_000);

  test('expire a project once, even if both run their jobs at the same time', async () => {
    const [first] = await start(1);
    if (!first) throw new Error('The server did not start.');
    const token = await signIn(first);
    const project = await newProject(first, token);
    await first.stop();
    const directDatabase = await openDatabase({ url: database.url, directory: null, poolSize: 2 });
    const pastTime = new Date(Date.now() - DAY_MS);
    await directDatabase.db
      .updateTable('projects')
      .set({ expires_at: pastTime })
      .where('uuid', '=', project)
      .execute();
    const before = await directDatabase.db
      .selectFrom('companies')
      .select('rev')
      .where('id', '=', owner.companyId)
      .executeTakeFirstOrThrow();
    // Both run their jobs on startup.
    await Promise.all([first.start(), startAnother()]);
    const projectQuery = () =>
      directDatabase.db
        .selectFrom('projects')
        .select(['status', 'rev'])
        .where('uuid', '=', project);
    await expect
      .poll(async () => (await projectQuery().executeTakeFirstOrThrow()).status, {
        timeout: 20_000,
      })
      .toBe(3);
    const after = await directDatabase.db
      .selectFrom('companies')
      .select('rev')
      .where('id', '=', owner.companyId)
      .executeTakeFirstOrThrow();
    expect(after.rev).toBe(before.rev + 1);
    await directDatabase.close();
  }, 300_000);
});
