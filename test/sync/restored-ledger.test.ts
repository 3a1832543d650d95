import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import { createPull } from '#sync/engine/pull.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { waitUntil } from './device.ts';
import { outcomeOf, createCheckpoints, schedulerForOneTask } from './pull-runs.ts';
import { account, device, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const { companyId } = accounts.polishOwner;

/** Adds entries of one point each. */
async function addEntries(count: number): Promise<string[]> {
  const { db } = server.app;
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  for (const id of ids)
    await sql`
      with company as (update companies set rev = rev + 1 where id = ${companyId} returning rev)
      insert into ledger (uuid, company_id, rev, op_id, created_at, updated_at, deleted, event, points, variation)
      select ${id}, ${companyId}, rev, gen_random_uuid(), now(), now(), false, 'other', 1, 'positive'
      from company`.execute(db);
  return ids;
}
const readOnServer = async () => {
  const rows = server.app.db
    .selectFrom('ledger')
    .select('uuid')
    .where('company_id', '=', companyId);
  return (await rows.execute()).map(({ uuid }) => uuid).toSorted();
};
const readOnDevice = async () => {
  const entries = await account.collections.ledger.find().exec();
  return entries.map(({ uuid }) => uuid).toSorted();
};
/** Removes entries, like a server restored from an older backup. */
async function removeOnServer(ids: readonly string[]): Promise<void> {
  await server.app.db.deleteFrom('ledger').where('uuid', 'in', ids).execute();
}

test('F43: a ledger entry that the restored server lacks is removed from the phone; the others stay', async () => {
  const [keptEntry = '', lostEntry = ''] = await addEntries(2);
  await account.syncNow();
  await waitUntil(async () => (await readOnDevice()).includes(lostEntry));
  await removeOnServer([lostEntry]);
  server.proxy.addFault(calls.listPointsHistory, { kind: 'refuse', code: 'checkpoint_stale' });
  await account.syncNow();
  await waitUntil(async () => !(await readOnDevice()).includes(lostEntry));
  expect(await readOnDevice()).toContain(keptEntry);
  expect(await readOnDevice()).toEqual(await readOnServer());
});

test('F43: ledger entries are also removed if the pull that detects the restore is interrupted', async () => {
  const ids = await addEntries(12);
  await account.syncNow();
  await waitUntil(async () => (await readOnDevice()).includes(ids.at(-1) ?? ''));
  const lostEntries = ids.filter((_, index) => index % 3 === 0);
  await removeOnServer(lostEntries);
  const removedIds: string[] = [];
  const checkpoints = createCheckpoints('of the old history');
  const pullPage = () =>
    createPull({
      name: 'ledger',
      definition: collections.ledger,
      userId: accounts.polishOwner.id,
      transport: device.transport,
      retry: schedulerForOneTask(),
      log: createSyncLog(Date.now),
      build: '',
      checkpoints,
      unreadable: { record: () => Promise.resolve() },
      pageSize: 4,
      onNewEpoch: async () =>
        checkpoints.reset(new Map([['ledger', await readOnDevice()]]), new Map()),
      target: {
        verdictCount: () => 0,
        verdictsSince: () => new Set(),
        merge: () => Promise.resolve(),
        drop(unread) {
          removedIds.push(...unread);
          return Promise.resolve(unread.length);
        },
      },
    })();
  // Each page is pulled by a restarted app, which only has the checkpoint.
  for (let end = 'more'; end === 'more';) end = await outcomeOf(pullPage());
  expect(removedIds.toSorted()).toEqual(lostEntries.toSorted());
  expect((await checkpoints.read('ledger')).unseen).toBeNull();
});
