import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { attachmentOf, partOf } from '#test/server/attachment-setup.ts';
import { jpeg } from '#test/server/jpeg-bytes.ts';
import { attachmentOn } from './attachment-fixture.ts';
import { waitUntil } from './device.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

/** Adds a photo to a project as a colleague's device does. */
async function addByColleague(projectId: string): Promise<string> {
  const { token } = await server.app.signInAs('polishStaff');
  const content = jpeg(64, 48);
  const photo = attachmentOf(content, projectId);
  await server.app.call(calls.sendAttachments, { body: { attachments: [photo] } }, token);
  await server.app.call(calls.sendAttachmentPart, { body: partOf(photo, content, 0) }, token);
  return photo.uuid;
}

const isOnDevice = async (id: string) => (await account.attachments.read(id)) !== null;

test('a colleague’s photo in an open project is stored for offline use, and deleted once it is removed', async () => {
  const id = await addByColleague(project.uuid);
  await account.syncNow();
  await waitUntil(() => isOnDevice(id));
  server.proxy.isDown = true;
  const keptBytes = await account.attachments.read(id);
  expect(Buffer.from(keptBytes?.bytes ?? new ArrayBuffer(0))).toEqual(jpeg(64, 48));
  expect(await attachmentOn(account, id)).toMatchObject({ state: 'sent', sends_content: false });
  await account.attachments.remove(id);
  expect(await isOnDevice(id)).toBe(false);
});
