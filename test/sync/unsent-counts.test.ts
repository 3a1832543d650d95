import { expect, test } from 'vitest';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { scanInto, waitUntil } from './device.ts';
import { account, device, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

test('unsent work is unknown, not zero, until the store has been counted', async () => {
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(2));
  await account.close();

  const reloadedAccount = await device.open();
  const counts: (UnsentCounts | null)[] = [];
  reloadedAccount.status$.subscribe(({ unsent }) => counts.push(unsent));
  await waitUntil(() => counts.some((unsent) => unsent !== null));
  expect(counts[0]).toBeNull();
  expect(new Set(counts.map((unsent) => unsent?.total))).toEqual(new Set([undefined, 2]));
});
