import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { renewEpoch } from '#server/db/epoch.ts';
import { scanInto, scanOf, waitUntil } from './device.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();
afterEach(() => vi.restoreAllMocks());

/** Lets other devices recover first. */
function assignTurns(count: number): void {
  for (let index = 0; index < count; index += 1) {
    try {
      server.app.app.recovery.checkTurn({ sessionId: randomUUID() });
    } catch {
      // It isn't their turn yet.
    }
  }
}
const hasCompared = () => account.log().some(({ code }) => code === 'server_restored');

test('F43: until its turn to recover, a device sends its work and shows when it pulls again', async () => {
  const [first = '', second = ''] = await server.serials(2);
  const [before = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntil(async () => (await scanOf(account, before))?.state === 'sent');
  await renewEpoch(server.app.db, Date.now());
  assignTurns(1000);
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
