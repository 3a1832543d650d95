import { afterEach, expect, test, vi } from 'vitest';
import { renewEpoch } from '#server/db/epoch.ts';
import { assignTurns } from '#test/server/assign-turns.ts';
import { scanInto, scanOf, waitUntil } from './device.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();
afterEach(() => vi.restoreAllMocks());

const hasCompared = () => account.log().some(({ code }) => code === 'server_restored');

test('F43: until its turn to recover, a device sends its work and shows when it will pull again', async () => {
  const [first = '', second = ''] = await server.serials(2);
  const [before = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntil(async () => (await scanOf(account, before))?.state === 'sent');
  // Assign turns before the new epoch starts: otherwise the device could notice the epoch immediately and get one of
  // the first turns.
  assignTurns(server.app.app, 1000);
  await renewEpoch(server.app.db, Date.now());
  await account.syncNow();
  const pullOfScans = () =>
    account.status().queues.find(({ key }) => key.kind === 'pull' && key.collection === 'scans');
  await waitUntil(() => pullOfScans()?.lastError === 'unavailable');
  expect(account.status()).toMatchObject({ connection: 'online', phase: 'waiting' });
  expect(pullOfScans()?.nextTryAt).toBeGreaterThan(Date.now() + 30_000);

  const [id = ''] = await scanInto(account, project.uuid, [second]);
  await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
  expect(hasCompared()).toBe(false);

  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 600_000);
  await account.syncNow();
  await waitUntil(() => hasCompared() && pullOfScans()?.lastError === null);
  const saved = await server.savedScans(project.uuid);
  expect(saved).toHaveLength(2);
  expect(new Set(saved.map((scan) => scan.serial_number))).toEqual(new Set([first, second]));
});
