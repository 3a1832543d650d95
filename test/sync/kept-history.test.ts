import { expect, test } from 'vitest';
import { firstValueFrom } from 'rxjs';
import type { LocalAccount } from '#sync/account.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { RETRY_HISTORY_KEY, findQueueRecord } from '#sync/status/retry-history.ts';
import { scanInto, until } from './device.ts';
import { account, device, reopen, project, server, withOwnDevice } from './own-device.ts';

const scans: QueueKey = { kind: 'push', collection: 'scans' };
withOwnDevice();

const databaseOf = (one: LocalAccount) => one.collections.scans.database;
const historyOf = (one: LocalAccount) => firstValueFrom(one.retryHistory$);
const scansRecord = async (one: LocalAccount) => findQueueRecord(scans, await historyOf(one));
/** A tab that never leads. */
const follower = () => device.open({ idle: () => new Promise<void>(() => undefined) });

test('a tab that isn’t the leader knows when the leader tried, and why that failed', async () => {
  const other = await device.open();
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(1));
  await until(async () => {
    const [told, known] = [await scansRecord(other), await scansRecord(account)];
    return told?.lastError === 'offline' && told.lastTryAt === known?.lastTryAt;
  });
  expect([account.status().leader, other.status().leader]).toEqual([true, false]);
});

test('after a reload the last try, its reason and the last success are known before the next try', async () => {
  await until(async () => (await historyOf(account)).lastSuccessAt !== null);
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(1));
  await until(async () => (await scansRecord(account))?.lastError === 'offline');
  await account.close();

  const reloaded = await follower();
  const { lastSuccessAt } = await historyOf(reloaded);
  expect(lastSuccessAt).not.toBeNull();
  expect(await scansRecord(reloaded)).toMatchObject({ lastError: 'offline', nextTryAt: null });
});

test('sending a hundred scans in ten requests writes the history once or twice', async () => {
  await account.close();
  await reopen({ bulkSize: 10 });
  const written = async () =>
    Number((await databaseOf(account).getLocal(RETRY_HISTORY_KEY))?.revision.split('-')[0] ?? 0);
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(100));
  await until(async () => (await scansRecord(account))?.lastError === 'offline');
  const before = await written();
  server.proxy.isDown = false;
  const startedAt = performance.now();
  await account.sendNow();
  await until(() => account.status().unsent?.total === 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  // At most one write per two seconds, regardless of the number of requests.
  expect((await written()) - before).toBeLessThanOrEqual(Math.ceil(seconds / 2) + 2);
});
