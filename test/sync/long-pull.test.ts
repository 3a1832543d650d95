import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import { createPull } from '#sync/engine/pull.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, startDevice, waitUntil } from './device.ts';
import type { Fault, ProxiedRequest } from './fault-proxy.ts';
import { outcomeOf, createCheckpoints, schedulerForOneTask } from './pull-runs.ts';
import { withStoredRows, storedCheckpoints } from './stored-rows.ts';

const PAGE = 1000;
const CUTS: readonly Fault[] = [
  { kind: 'cut' },
  { kind: 'reset' },
  { kind: 'cut_response' },
  { kind: 'lose_response' },
];

let server: ClubServer;
let device: Device;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.proxy.clearFaults();
  server.proxy.decide = () => undefined;
  await Promise.all(device.accounts().map((account) => account.erase()));
  await device.close();
});

/** Adds many small ledger entries for a company, like years of work. */
async function addEntries(count: number, companyId: string): Promise<void> {
  const { db } = server.app;
  await sql`
    insert into ledger (uuid, company_id, rev, op_id, created_at, updated_at, deleted, event, points, variation)
    select gen_random_uuid(), ${companyId}, c.rev + n, gen_random_uuid(), now(), now(), false, 'other', 1, 'positive'
    from companies c, generate_series(1, ${count}::int) n where c.id = ${companyId}`.execute(db);
  await sql`update companies set rev = rev + ${count}::int where id = ${companyId}`.execute(db);
}

// The fault is between device and server, so the database behind it doesn't matter.
test.runIf(!isOnPostgres)(
  'F47: a pull of 100,000 changes, interrupted at random, continues from its last stored checkpoint',
  async () => {
    const COUNT = 100_000;
    await addEntries(COUNT, accounts.polishOwner.companyId);
    device = await startDevice(server, 'polishOwner');
    const [faults = []] = fc.sample(
      fc.array(fc.option(fc.constantFrom(...CUTS), { freq: 3 }), {
        minLength: 400,
        maxLength: 400,
      }),
      1,
    );
    server.proxy.decide = () => faults.shift() ?? undefined;
    const before = server.proxy.requestsOf(calls.listPointsHistory).length;

    // Ids of the rows stored before the last checkpoint, which is saved after its rows.
    const storedCheckpointText = new Set<string>();
    const checkpoints = createCheckpoints();
    let broken = 0;
    for (let hasMore = true; hasMore;) {
      const pull = createPull({
        name: 'ledger',
        definition: collections.ledger,
        userId: accounts.polishOwner.id,
        transport: device.transport,
        retry: schedulerForOneTask(),
        log: createSyncLog(Date.now),
        build: '',
        checkpoints,
        unreadable: { record: () => Promise.resolve() },
        pageSize: PAGE,
        onNewEpoch: () => Promise.reject(new Error('The history is unchanged.')),
        target: {
          verdictCount: () => 0,
          verdictsSince: () => new Set(),
          merge(rows) {
            for (const { uuid } of rows) {
              if (storedCheckpointText.has(uuid)) throw new Error(`${uuid} came twice.`);
              storedCheckpointText.add(uuid);
            }
            return Promise.resolve();
          },
        },
      });
      const end = await outcomeOf(pull());
      if (end === 'broken') broken += 1;
      hasMore = end !== 'all';
    }

    expect(storedCheckpointText.size).toBe(COUNT);
    expect(broken).toBeGreaterThan(0);
    const pages = server.proxy.requestsOf(calls.listPointsHistory).slice(before);
    expect(pages.length).toBe(COUNT / PAGE + 1 + broken);
    const fromZero = pages.filter(({ query }) => new URLSearchParams(query).get('since') === '');
    expect(fromZero.length).toBeLessThan(pages.length / 2);
  },
  120_000,
);

test('F47: replication after each restart of the page continues from the last stored checkpoint', async () => {
  const COUNT = 2_500;
  await addEntries(COUNT, accounts.czechOwner.companyId);
  device = await startDevice(server, 'czechOwner');
  const pulls = () => server.proxy.requestsOf(calls.listPointsHistory);
  /** Checkpoint at each start of the page. */
  const firstCheckpoints: string[] = [];
  let saved = '[]';
  for (let count = 0; count < COUNT;) {
    const pulledBefore = pulls().length;
    // Pages delivered per start; later requests are cut off.
    const isLimitReached = () => pulls().length - pulledBefore > PAGES_PER_START;
    server.proxy.decide = (request) =>
      pulls().at(-1) === request && isLimitReached() ? { kind: 'cut_response' } : undefined;
    const account = await device.open();
    const { user_id } = account.identity;
    await waitUntil(async () => {
      if ((await account.collections.ledger.count().exec()) >= COUNT) return true;
      const storedCheckpointText = await storedCheckpoints(user_id);
      const firstPages = pulls()
        .slice(pulledBefore + 1)
        .map(sinceOf);
      return (
        isLimitReached() &&
        firstPages.some((since) => since !== '' && storedCheckpointText.includes(since))
      );
    });
    await account.close();
    const since = sinceOf(pulls()[pulledBefore]);
    expect(since === '' || saved.includes(since)).toBe(true);
    firstCheckpoints.push(since);
    saved = await storedCheckpoints(user_id);
    count = await withStoredRows(user_id, 'ledger', (rows) => rows.count());
  }
  expect(firstCheckpoints.length).toBeGreaterThan(2);
  expect(firstCheckpoints.filter((since) => since === '')).toEqual(['']);
  const revs = firstCheckpoints.map((since) => Number(since.split('.')[1] ?? 0));
  expect(revs).toEqual(revs.toSorted((a, b) => a - b));
});

const PAGES_PER_START = 2;
const sinceOf = (pull: ProxiedRequest | undefined) =>
  new URLSearchParams(pull?.query ?? '').get('since') ?? '';
