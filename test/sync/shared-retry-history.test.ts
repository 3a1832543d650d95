import { expect, test } from 'vitest';
import { firstValueFrom } from 'rxjs';
import type { LocalAccount } from '#sync/account.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { RETRY_HISTORY_KEY, findQueueRecord } from '#sync/status/retry-history.ts';
import { scanInto, waitUntil } from './device.ts';
import { account, device, reopen, project, server, withOwnDevice } from './own-device.ts';

const scans: QueueKey = { kind: 'push', collection: 'scans' };
withOwnDevice();

const databaseOf = (account: LocalAccount) => account.collections.scans.database;
const historyOf = (account: LocalAccount) => firstValueFrom(account.retryHistory$);
const scansRecord = async (account: LocalAccount) =>
  findQueueRecord(scans, await historyOf(account));
/** Opens a tab that never becomes the leader. */
const openFollower = () => device.open({ whenIdle: () => new Promise<void>(() => undefined) });

test('a tab that isn’t the leader knows when the leader tried, and why that failed', async () => {
  const other = await device.open();
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(async () => {
    const [followerRecord, leaderRecord] = [await scansRecord(other), await scansRecord(account)];
    return (
      followerRecord?.lastError === 'offline' &&
      followerRecord.lastTryAt === leaderRecord?.lastTryAt
    );
  });
  expect([account.status().isLeader, other.status().isLeader]).toEqual([true, false]);
});

test('after a reload the last attempt, its reason and the last success are known before the next attempt', async () => {
  await waitUntil(async () => (await historyOf(account)).lastSuccessAt !== null);
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(async () => (await scansRecord(account))?.lastError === 'offline');
  await account.close();

  const reloadedAccount = await openFollower();
  const { lastSuccessAt } = await historyOf(reloadedAccount);
  expect(lastSuccessAt).not.toBeNull();
  expect(await scansRecord(reloadedAccount)).toMatchObject({
    lastError: 'offline',
    nextTryAt: null,
  });
});

test('sending a hundred scans in ten requests writes the history once or twice', async () => {
  await account.close();
  await reopen({ bulkSize: 10 });
  const writeCount = async () =>
    Number((await databaseOf(account).getLocal(RETRY_HISTORY_KEY))?.revision.split('-')[0] ?? 0);
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(100));
  await waitUntil(async () => (await scansRecord(account))?.lastError === 'offline');
  const before = await writeCount();
  server.proxy.isDown = false;
  const startedAt = performance.now();
  await account.syncNow();
  await waitUntil(() => account.status().unsent?.total === 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  // No more than one write per two seconds, regardless of the number of requests.
  expect((await writeCount()) - before).toBeLessThanOrEqual(Math.ceil(seconds / 2) + 2);
});
