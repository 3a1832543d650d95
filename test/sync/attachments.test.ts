import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import {
  ATTACHMENT_PART_BYTES,
  ATTACHMENT_QUOTA_BYTES,
  MAX_PROJECT_PHOTOS,
} from '#schemas/attachment.ts';
import { projectStatus } from '#schemas/project-status.ts';
import {
  removeUnfinishedUploads,
  UNFINISHED_UPLOAD_TTL_MS,
} from '#server/attachments/unfinished-uploads.ts';
import { openAttachmentContents } from '#sync/attachments/contents.ts';
import { attachmentsDatabaseName, databaseName } from '#sync/store/device-databases.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { addDocument, addPhoto, attachmentOn, hashOf, largePdf } from './attachment-fixture.ts';
import { backUp } from './backup.ts';
import { scanInto, scanOf, startDevice, waitUntil, waitUntilAllSent } from './device.ts';
import { gate } from './fault-proxy.ts';
import { account, device, project, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();
afterEach(() => {
  vi.restoreAllMocks();
});

const stateOf = async (id: string) => (await attachmentOn(account, id))?.state;
const isSent = async (id: string) => (await stateOf(id)) === 'sent';
const rowOf = (id: string) =>
  server.app.db
    .selectFrom('attachments')
    .select(['uuid', 'caption', 'deleted', 'has_content', 'content'])
    .where('uuid', '=', id)
    .executeTakeFirst();
const partRequests = () => server.proxy.requestsOf(calls.sendAttachmentPart);
/** Returns the number of attachments whose content the server has. */
async function countComplete() {
  const rows = await server.app.db
    .selectFrom('attachments')
    .select('uuid')
    .where('project_id', '=', project.uuid)
    .where('has_content', '=', true)
    .where('deleted', '=', false)
    .execute();
  return rows.length;
}

describe('an attachment added offline', () => {
  test('is visible immediately, counted, and sent after everything else', async () => {
    server.proxy.isDown = true;
    const id = await addPhoto(account, project.uuid);
    const [scan = ''] = await scanInto(account, project.uuid, await server.serials(1));
    expect((await account.attachments.read(id))?.mime).toBe('image/png');
    const counts = await account.outbox.counts();
    expect(counts).toMatchObject({ total: 2, photos: 0, kinds: { attachment: { waiting: 1 } } });
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(() => isSent(id));
    expect(await scanOf(account, scan)).toMatchObject({ state: 'sent' });
    const paths = server.proxy.requests.map(({ path }) => path);
    const lastScan = paths.lastIndexOf(`/api${calls.sendScans.path}`);
    expect(paths.indexOf(`/api${calls.sendAttachmentPart.path}`)).toBeGreaterThan(lastScan);
    expect(await rowOf(id)).toMatchObject({ caption: 'The old roof', has_content: true });
    // The content stays on the device.
    expect(await account.attachments.read(id)).not.toBeNull();
    expect((await account.outbox.counts()).total).toBe(0);
  });

  test('can be changed and removed before and after sending', async () => {
    server.proxy.isDown = true;
    const id = await addPhoto(account, project.uuid);
    const removedId = await addPhoto(account, project.uuid, 2);
    await account.attachments.edit(id, { caption: 'Done', group: 'after' });
    await account.attachments.remove(removedId);
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(() => isSent(id));
    await waitUntilAllSent(account);
    expect(await rowOf(removedId)).toBeUndefined();
    await account.attachments.edit(id, { caption: 'Done well' });
    await waitUntil(async () => (await rowOf(id))?.caption === 'Done well');
    await account.attachments.remove(id);
    await waitUntil(async () => (await rowOf(id))?.deleted === true);
    expect(await account.attachments.read(id)).toBeNull();
  });

  test('is deleted with its project', async () => {
    const id = await addPhoto(account, project.uuid);
    await waitUntil(() => isSent(id));
    const { token } = await server.app.signInAs('polishOwner');
    server.proxy.isDown = true;
    const unsentId = await addPhoto(account, project.uuid, 2);
    const { status } = await server.app.call(
      calls.deleteProject,
      { params: { id: project.uuid } },
      token,
    );
    expect(status).toBe(200);
    server.proxy.isDown = false;
    await account.syncNow();
    for (const deletedId of [id, unsentId]) {
      await waitUntil(async () => (await attachmentOn(account, deletedId)) === null);
      await waitUntil(async () => (await account.attachments.read(deletedId)) === null);
    }
    await waitUntilAllSent(account);
  });
});

describe('the content', () => {
  test('F40: is sent in parts, each once, even if responses are lost', async () => {
    const before = partRequests().length;
    server.proxy.addFault(calls.sendAttachmentPart, { kind: 'lose_response' }, { times: 3 });
    const bytes = largePdf(2);
    const id = await addDocument(account, project.uuid, bytes);
    await waitUntil(async () => {
      await account.syncNow();
      return isSent(id);
    });
    expect(hashOf((await rowOf(id))?.content ?? new Uint8Array())).toBe(hashOf(bytes));
    // Each attempt first sends an empty part, to find out which parts the server has.
    const bodies = partRequests().slice(before);
    expect(bodies.filter(({ body }) => body.length > 100_000).length).toBeLessThanOrEqual(3);
    expect(await countComplete()).toBe(1);
  });

  test('is reported with the share that the server has received, until all of it is sent', async () => {
    const held = gate();
    server.proxy.addFault(
      calls.sendAttachmentPart,
      { kind: 'hold', until: held.until },
      { times: 1, matches: (body) => /name="offset"\s+524288/.test(body) },
    );
    const bytes = largePdf(3);
    const id = await addDocument(account, project.uuid, bytes);
    const share = (2 * ATTACHMENT_PART_BYTES) / bytes.byteLength;
    await waitUntil(() => account.status().uploading?.share === share);
    expect(account.status().uploading).toEqual({ id, position: 1, total: 1, share });
    held.open();
    await waitUntil(() => isSent(id));
    await waitUntil(() => account.status().uploading === null);
  });

  test('resumes after the last part that the server received, if the page was killed between two parts', async () => {
    const before = partRequests().length;
    const largeParts = () =>
      partRequests()
        .slice(before)
        .filter(({ body }) => body.length > 100_000);
    const held = gate();
    server.proxy.addFault(
      calls.sendAttachmentPart,
      { kind: 'hold', until: held.until },
      { times: 1, matches: (body) => /name="offset"\s+524288/.test(body) },
    );
    const id = await addDocument(account, project.uuid);
    await waitUntil(() => largeParts().length === 3);
    server.proxy.isDown = true;
    await account.close();
    held.open();
    server.proxy.isDown = false;
    await reopen();
    await waitUntil(() => isSent(id));
    // Only the interrupted part is sent again.
    expect(largeParts().length).toBeLessThanOrEqual(4);
    expect(await countComplete()).toBe(1);
  });

  test('is sent from the beginning if the server has removed an upload that stalled long ago', async () => {
    const earlier = partRequests().length;
    const isLastPart = (body: string) => /name="offset"\s+524288/.test(body);
    const cut = { times: 1000, matches: isLastPart };
    server.proxy.addFault(calls.sendAttachmentPart, { kind: 'cut' }, cut);
    const bytes = largePdf(4);
    const id = await addDocument(account, project.uuid, bytes);
    await waitUntil(() =>
      partRequests()
        .slice(earlier)
        .some(({ body }) => isLastPart(body)),
    );
    await account.close();
    server.proxy.clearFaults();
    const { db } = server.app;
    const receivedAt = new Date(server.app.clock.now() - 2 * UNFINISHED_UPLOAD_TTL_MS);
    const parts = db.updateTable('attachment_parts').set({ received_at: receivedAt });
    const { numUpdatedRows } = await parts.where('attachment_uuid', '=', id).executeTakeFirst();
    expect(numUpdatedRows).toBe(2n);
    await removeUnfinishedUploads(server.app.services);
    const before = partRequests().length;
    await reopen();
    await waitUntil(() => isSent(id));
    expect(hashOf((await rowOf(id))?.content ?? new Uint8Array())).toBe(hashOf(bytes));
    const large = partRequests()
      .slice(before)
      .filter(({ body }) => body.length > 100_000);
    expect(large).toHaveLength(3);
  });
});

describe('the content in a bad network or without a copy', () => {
  test('F16: is sent in smaller parts if the network blocks large requests, and waits during an outage', async () => {
    const tooLarge = { kind: 'too_large_for_proxy' } as const;
    const matches = (body: string) => body.length > 150_000;
    server.proxy.addFault(calls.sendAttachmentPart, tooLarge, { times: 999, matches });
    server.proxy.addFault(
      calls.sendAttachmentPart,
      { kind: 'refuse', code: 'unavailable' },
      { times: 1 },
    );
    const id = await addDocument(account, project.uuid, largePdf(3));
    await waitUntil(async () => {
      await account.syncNow();
      return isSent(id);
    });
  });

  test('that the server rejects is shown with the reason, and can be sent again', async () => {
    server.proxy.addFault(calls.sendAttachmentPart, { kind: 'refuse', code: 'unsupported_media' });
    const id = await addPhoto(account, project.uuid);
    await waitUntil(async () => (await stateOf(id)) === 'refused');
    expect(await attachmentOn(account, id)).toMatchObject({
      refusal: { code: 'unsupported_media' },
    });
    expect((await account.outbox.counts()).rejectedTotal).toBe(1);
    const countRejected = async () =>
      (await firstValueFrom(account.outbox.byProject$)).get(project.uuid)?.refusedAttachments ?? 0;
    expect(await countRejected()).toBe(1);
    await account.attachments.retry(id);
    await waitUntil(() => isSent(id));
    expect(await countRejected()).toBe(0);
  });

  test('F25: is reported if this device has lost it', async () => {
    server.proxy.isDown = true;
    const id = await addPhoto(account, project.uuid);
    const name = attachmentsDatabaseName(databaseName(accounts.polishOwner.id));
    const contents = openAttachmentContents(name, Date.now);
    await contents.discard([id]);
    contents.close();
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(async () => (await stateOf(id)) === 'refused');
    expect(await attachmentOn(account, id)).toMatchObject({ refusal: { code: 'photo_lost' } });
  });

  test('F01: is stored once if two tabs are open', async () => {
    await device.open();
    const ids = await Promise.all([1, 2, 3].map((shade) => addPhoto(account, project.uuid, shade)));
    for (const id of ids) await waitUntil(() => isSent(id));
    expect(await countComplete()).toBe(3);
  });
});

test('F43: a restored server gets attachments, captions, contents and removals again', async () => {
  const keptPhoto = await addPhoto(account, project.uuid, 1);
  const removedPhoto = await addPhoto(account, project.uuid, 2);
  for (const id of [keptPhoto, removedPhoto]) await waitUntil(() => isSent(id));
  const restore = await backUp(server);
  const added = await addDocument(account, project.uuid);
  await account.attachments.edit(keptPhoto, { caption: 'Newer' });
  await account.attachments.remove(removedPhoto);
  await waitUntil(() => isSent(added));
  await waitUntilAllSent(account);
  await restore(calls.listAttachments);
  expect(await rowOf(added)).toBeUndefined();
  await account.syncNow();
  await waitUntil(async () => (await rowOf(added))?.has_content === true);
  await waitUntil(async () => (await rowOf(keptPhoto))?.caption === 'Newer');
  await waitUntil(async () => (await rowOf(removedPhoto))?.deleted === true);
  expect(await countComplete()).toBe(2);
});

describe('the space on the device', () => {
  const name = () => attachmentsDatabaseName(databaseName(accounts.polishOwner.id));
  /** Stores content that the server has. */
  async function keepSentContent(projectId: string) {
    const contents = openAttachmentContents(name(), Date.now);
    const bytes = new ArrayBuffer(1_000_000);
    const sha256 = hashOf(bytes);
    const id = '70000000-0000-4000-8000-000000000001';
    const content = { id, project: projectId, mime: 'x', bytes, sha256 };
    await contents.save(content, ATTACHMENT_QUOTA_BYTES);
    await contents.setSent(id, true);
    return { contents, id };
  }

  test('is limited, with a clear error', async () => {
    // Use a separate store, because the account's also contains colleagues' photos.
    const contents = openAttachmentContents(`${name()}-limited`, Date.now);
    const contentOf = (id: string, size: number) => {
      const bytes = new ArrayBuffer(size);
      return { id, project: project.uuid, mime: 'x', bytes, sha256: hashOf(bytes) };
    };
    await contents.save(contentOf('a', 1_000_000), 1_000_000);
    const saving = contents.save(contentOf('b', 1), 1_000_000);
    await expect(saving).rejects.toMatchObject({ code: 'attachment_quota_full' });
    await contents.save(contentOf('b', 1), 1_000_001);
    contents.close();
  });

  /** Makes the first writes of this project's content fail, as on a device without free space. */
  function failWrites(times: number) {
    let remaining = times;
    const { add } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      const [{ project: target }] = row as [{ project?: string }];
      const isContent = this.transaction.db.name === name() && target === project.uuid;
      if (isContent && (remaining -= 1) >= 0) throw new DOMException('full', 'QuotaExceededError');
      return add.apply(this, row);
    } as typeof add);
  }

  test('is freed for new content by dropping sent content, but only of closed projects', async () => {
    const open = await keepSentContent(project.uuid);
    failWrites(1);
    const saving = addPhoto(account, project.uuid);
    await expect(saving).rejects.toMatchObject({ code: 'storage_full' });
    expect(await open.contents.find(open.id)).toBeDefined();
    expect((await account.outbox.counts()).total).toBe(0);
    vi.restoreAllMocks();
    await account.projectCommands.storeProject({
      ...project,
      status: { id: projectStatus.closed },
      updated_at: new Date().toISOString(),
    });
    failWrites(1);
    const id = await addPhoto(account, project.uuid);
    expect(await open.contents.find(open.id)).toBeUndefined();
    expect(await account.attachments.read(id)).not.toBeNull();
    open.contents.close();
  });

  test(`is limited to ${MAX_PROJECT_PHOTOS} photos per project`, async () => {
    server.proxy.isDown = true;
    for (let shade = 0; shade < MAX_PROJECT_PHOTOS; shade += 1)
      await addPhoto(account, project.uuid, shade);
    const saving = addPhoto(account, project.uuid, 99);
    await expect(saving).rejects.toMatchObject({ code: 'attachments_full' });
  });
});

test('a changed group keeps the caption that a colleague changed in the meantime', async () => {
  const id = await addPhoto(account, project.uuid);
  await account.syncNow();
  await waitUntil(() => isSent(id));
  const colleague = await startDevice(server, 'polishStaff');
  const colleagueAccount = await colleague.open();
  await waitUntil(async () => (await attachmentOn(colleagueAccount, id)) !== null);
  // The colleague’s edit reaches the server first.
  const options = { times: 99, matches: (body: string) => body.includes('"group":"after"') };
  server.proxy.addFault(calls.sendAttachments, { kind: 'cut' }, options);
  await account.attachments.edit(id, { group: 'after' });
  await colleagueAccount.attachments.edit(id, { caption: 'By a colleague' });
  await waitUntil(async () => (await attachmentOn(colleagueAccount, id))?.state === 'sent');
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntil(() => isSent(id));
  const merged = { caption: 'By a colleague', group: 'after' };
  expect(await attachmentOn(account, id)).toMatchObject(merged);
  const row = await server.app.db
    .selectFrom('attachments')
    .select(['caption', 'group'])
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual(merged);
  await colleague.close();
  await colleagueAccount.erase();
});
