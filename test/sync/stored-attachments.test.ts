import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalAccount } from '#sync/account.ts';
import { attachmentOn } from './attachment-fixture.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, startDevice } from './device.ts';
import { dumpStore, restoreStore, type StoredDatabase } from './stored-device.ts';

/**
 * store-of-attachments-1.json is a dump of a phone’s attachments with version 1 of their schema, which didn’t store the
 * fields that an edit changes. Its photos: unsent, sent, with a pending group, and with a rejected caption.
 */
interface StoredAttachments {
  readonly ids: Readonly<Record<'userId' | 'added' | 'sent' | 'regrouped' | 'refused', string>>;
  readonly databases: readonly StoredDatabase[];
}
let stored: StoredAttachments;
let server: ClubServer;
let device: Device;
let account: LocalAccount;

beforeAll(async () => {
  const file = new URL('store-of-attachments-1.json', import.meta.url);
  stored = JSON.parse(await readFile(file, 'utf8')) as StoredAttachments;
  server = await startClubServer();
  server.proxy.isDown = true;
  await restoreStore(stored.databases);
});
afterAll(async () => {
  await device.close();
  await account.erase();
  await server.close();
});

test('the stored device data is unchanged', async () => {
  expect(await dumpStore(`club-${stored.ids.userId}`)).toEqual(stored.databases);
});

test('F26: photos of the previous schema keep their unsent and rejected edits', async () => {
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
  const { added, sent, regrouped, refused } = stored.ids;
  const row = (id: string) => attachmentOn(account, id);
  expect(await row(added)).toMatchObject({ state: 'waiting', sends_content: true, changed: null });
  expect(await row(sent)).toMatchObject({ state: 'sent', changed: null });
  expect(await row(regrouped)).toMatchObject({ state: 'waiting', group: 'after', changed: null });
  const rejection = { state: 'refused', refusal: { code: 'invalid_input' } };
  expect(await row(refused)).toMatchObject({ ...rejection, caption: 'New' });
  const { kinds } = await account.outbox.counts();
  expect(kinds.attachment).toMatchObject({ waiting: 2, refused: 1 });
  await account.attachments.edit(sent, { group: 'during' });
  expect(await row(sent)).toMatchObject({ state: 'waiting', changed: ['group'] });
});
