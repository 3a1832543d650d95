import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { lockCompany } from '#server/db/changes.ts';
import { transact } from '#server/db/database.ts';
import { notify } from '#server/notifications/notify.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { backUp } from './backup.ts';
import { waitUntil } from './device.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

/* Marks, such as marking a notification as read, have no rejected state. */

withOwnDevice();

const markOnDevice = async (uuid: string) =>
  (await account.collections.notifications.findOne(uuid).exec())?.mark;
const read = (uuid: string) => account.notificationCommands.markNotificationRead(uuid);

test.each(['payload_too_large', 'conflict', 'session_expired', 'maintenance', 'internal'] as const)(
  'F04: a mark is sent once more after a %s error, which isn’t about the item',
  async (code) => {
    const uuid = await pullNotification();
    server.proxy.addFault(calls.markNotificationRead, { kind: 'refuse', code });
    await read(uuid);
    await waitUntil(async () => {
      await account.syncNow();
      return (await markOnServer(uuid)) === 'read';
    });
    expect(await markOnDevice(uuid)).toBe('read');
  },
);

test('F04: a notification that the server no longer has is dropped', async () => {
  const uuid = await pullNotification();
  await server.app.db.deleteFrom('notifications').where('uuid', '=', uuid).execute();
  await read(uuid);
  await waitUntil(async () => (await account.outbox.counts()).kinds.reading.waiting === 0);
  expect(await markOnDevice(uuid)).toBe('read');
});

test('F43: notifications read after the backup are marked as read again', async () => {
  const uuid = await pullNotification();
  const restore = await backUp(server);
  await read(uuid);
  await waitUntil(async () => (await markOnServer(uuid)) === 'read');
  await waitUntil(async () => (await account.outbox.counts()).kinds.reading.waiting === 0);

  await restore(calls.listNotifications);
  expect(await markOnServer(uuid)).toBe('unread');
  await account.syncNow();
  await waitUntil(() => account.log().some(({ code }) => code === 'server_restored'));
  await waitUntil(async () => (await markOnServer(uuid)) === 'read');
  expect(await markOnDevice(uuid)).toBe('read');
});

/** @returns the id of an unread notification of the owner on this device */
async function pullNotification(): Promise<string> {
  const uuid = await notifyOwner();
  await account.syncNow();
  await waitUntil(async () => (await markOnDevice(uuid)) === 'unread');
  return uuid;
}

/** @returns the id of a notification of the owner */
async function notifyOwner(): Promise<string> {
  const { companyId, id } = accounts.polishOwner;
  const before = await notificationsOf(id);
  await transact(server.app.db, async (trx) => {
    await lockCompany(trx, companyId);
    const meta = { project_uuid: project.uuid };
    const values = { subject: 'Dachowa 1' };
    await notify(trx, companyId, {
      event: 'project_accepted',
      meta,
      values,
      recipientId: id,
      now: server.app.clock.now(),
    });
  });
  const newId = (await notificationsOf(id)).find((uuid) => !before.includes(uuid));
  if (newId === undefined) throw new Error('No one was notified.');
  return newId;
}

async function notificationsOf(user: string): Promise<string[]> {
  const rows = server.app.db.selectFrom('notifications').select('uuid');
  return (await rows.where('user_id', '=', user).execute()).map(({ uuid }) => uuid);
}

async function markOnServer(uuid: string): Promise<string> {
  const rows = server.app.db.selectFrom('notifications').select('mark');
  return (await rows.where('uuid', '=', uuid).executeTakeFirstOrThrow()).mark;
}
