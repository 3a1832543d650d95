import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { Project } from '#schemas/project.ts';
import type { LocalAccount } from '#sync/account.ts';
import { exportUnsent } from '#sync/outbox/export-unsent.ts';
import type { UnsentHeader } from '#sync/outbox/unsent-file.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { unsentCounts } from '#sync/outbox/counts.ts';
import { identityOf, PRODUCT } from './club-server.ts';
import {
  waitForProject,
  scanInto,
  scanOf,
  startDevice,
  waitUntil,
  waitUntilAllSent,
} from './device.ts';
import { addDocument, addPhoto, attachmentOn } from './attachment-fixture.ts';
import { completeAgreement, serverLead, createLead } from './lead-fixture.ts';
import { greyPng } from './grey-png.ts';
import { replacePhone, phone, server, withOwnPhone } from './own-phone.ts';

const anna = identityOf('polishOwner').user_id;
withOwnPhone();
let account: LocalAccount;
let project: Project;
beforeEach(async () => {
  project = await server.project('polishOwner');
  await takeAccount();
});

/** Uses the current phone's account, once the phone has the project. */
async function takeAccount() {
  account = phone.account;
  await waitForProject(account, project.uuid);
}

/** Replaces a lost phone, including its data. */
async function newPhone() {
  await replacePhone();
  await takeAccount();
  server.proxy.isDown = true;
}
const withChangedHeader = async (blob: Blob, change: (header: UnsentHeader) => object) =>
  new Blob([JSON.stringify(change(JSON.parse(await blob.text()) as UnsentHeader))]);
const capture = (serial_number: string | null, imageIdxDB: string | null = null) =>
  account.scanCommands.captureScan({
    ...PRODUCT,
    serial_number,
    is_unique: serial_number !== null,
    manual: false,
    imageIdxDB,
  });

test('attachments are exported with their content, and reach the server once from another phone', async () => {
  const pulledId = await addDocument(account, project.uuid);
  await waitUntil(async () => (await attachmentOn(account, pulledId))?.state === 'sent');
  server.proxy.isDown = true;
  await account.attachments.edit(pulledId, { caption: 'Changed offline' });
  const id = await addPhoto(account, project.uuid);
  const { blob, count, photosMissing } = await exportUnsent(anna, Date.now());
  expect({ count, photosMissing }).toEqual({ count: 2, photosMissing: 0 });
  await newPhone();
  server.proxy.isDown = false;
  await waitUntil(async () => (await attachmentOn(account, pulledId)) !== null);
  expect(await account.importUnsent(blob)).toMatchObject({ added: 2, known: 0 });
  await waitUntil(async () => (await attachmentOn(account, id))?.state === 'sent');
  await waitUntil(async () => (await attachmentOn(account, pulledId))?.state === 'sent');
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 2 });
  const rows = await server.app.db
    .selectFrom('attachments')
    .select(['uuid', 'caption', 'has_content'])
    .where('project_id', '=', project.uuid)
    .execute();
  expect(new Map(rows.map((row) => [row.uuid, row]))).toEqual(
    new Map([
      [id, { uuid: id, caption: 'The old roof', has_content: true }],
      [pulledId, { uuid: pulledId, caption: 'Changed offline', has_content: true }],
    ]),
  );
});

test('all unsent work can be exported and imported, and reaches the server once, even if imported repeatedly', async () => {
  const lead = await createLead(server, phone);
  const serials = await server.serials(4);
  const [sentId = ''] = await scanInto(account, project.uuid, serials.slice(3));
  await waitUntil(async () => (await scanOf(account, sentId))?.state === 'sent');
  server.proxy.isDown = true;
  await account.leadCommands.moveLead(lead, 'interested');
  await account.leadCommands.moveLead(lead, 'contacted');
  const agreement = await account.leadCommands.agreeOnLead(lead, completeAgreement());
  const [inLead = ''] = await scanInto(account, agreement, serials.slice(0, 1));
  const [inProject = ''] = await scanInto(account, project.uuid, serials.slice(1, 2));
  const photo = await account.photos.save(greyPng(3), 'image/png');
  const generic = await capture(null, photo);
  await account.scanCommands.saveScanToProject([generic], project.uuid);
  const capturedScan = await capture(serials[2] ?? '');
  await account.scanCommands.removeScan(sentId);
  await account.projectCommands.closeProject(project.uuid, []);
  const all = unsentCounts(
    {
      lead: { waiting: 1 },
      scan: { captured: 1, waiting: 3, removals: 1 },
      project: { waiting: 1 },
    },
    1,
  );
  await waitUntil(async () => (await account.outbox.counts()).kinds.scan.removals === 1);
  expect(await account.outbox.counts()).toEqual(all);

  const { blob, count, photosMissing } = await exportUnsent(anna, Date.now());
  expect({ count, photosMissing }).toEqual({ count: 7, photosMissing: 0 });
  await newPhone();
  await phone.waitForLead(lead);
  expect(await account.importUnsent(blob)).toEqual({
    added: 7,
    known: 0,
    missing: 0,
    changed: 0,
    unreadable: 0,
    skipped: [],
  });
  await waitUntil(async () => (await account.outbox.counts()).kinds.scan.removals === 1);
  expect(await account.outbox.counts()).toEqual(all);
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 7 });

  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await account.outbox.counts()).total === 1);
  expect((await scanOf(account, capturedScan))?.state).toBe('captured');
  const ids = (await server.savedScans(project.uuid)).map(({ uuid }) => uuid);
  expect(ids.toSorted()).toEqual([inProject, generic].toSorted());
  expect(await server.savedScans(agreement)).toMatchObject([{ uuid: inLead }]);
  expect(await serverLead(server, lead)).toMatchObject({ status: 'agreed', project_id: agreement });

  const requests = server.proxy.requestsOf(calls.sendScans).length;
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 7 });
  await account.syncNow();
  expect(server.proxy.requestsOf(calls.sendScans)).toHaveLength(requests);
});

test.each(['2027-13-45', '20271-12-01', 'soon'])(
  'a lead edit with the date “%s” is skipped and reported; the others are imported',
  async (date) => {
    const lead = await createLead(server, phone);
    server.proxy.isDown = true;
    await account.leadCommands.moveLead(lead, 'interested');
    await account.leadCommands.setInstallationDate(lead, '2027-01-15');
    await account.leadCommands.moveLead(lead, 'contacted');
    const { blob } = await exportUnsent(anna, Date.now());
    await newPhone();
    await phone.waitForLead(lead);
    const text = (await blob.text()).replace('2027-01-15', date);
    const skippedItems = [{ kind: 'lead', reason: 'unreadable', label: null }];
    expect(await account.importUnsent(new Blob([text]))).toMatchObject({
      added: 1,
      skipped: skippedItems,
    });
    expect(await account.importUnsent(new Blob([text]))).toMatchObject({
      added: 0,
      known: 1,
      skipped: skippedItems,
    });
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntilAllSent(account);
    expect(await serverLead(server, lead)).toMatchObject({
      status: 'contacted',
      expected_installation_date: null,
    });
  },
);

describe('a file', () => {
  let blob: Blob;
  beforeEach(async () => {
    server.proxy.isDown = true;
    await scanInto(account, project.uuid, await server.serials(2));
    ({ blob } = await exportUnsent(anna, Date.now()));
  });

  test('F26: is written even if the store isn’t open', async () => {
    await account.close();
    expect((await exportUnsent(anna, Date.now())).count).toBe(2);
  });

  test('F26: from an interrupted migration contains both halves, with the later version of each document', async () => {
    const userId = crypto.randomUUID();
    await oldTable(`rxdb-dexie-club-${userId}--0--scans`, ['a', 'b']);
    await oldTable(`rxdb-dexie-club-${userId}--1--scans`, ['b', 'c']);
    expect((await exportUnsent(userId, Date.now())).count).toBe(3);
  });

  test('with an unreadable item is imported without that item', async () => {
    await newPhone();
    const corruptedBlob = await withChangedHeader(blob, (header) => {
      const { scans } = header as unknown as { scans: object[] };
      return { ...header, scans: [{ ...scans[0], uuid: 'no id' }, ...scans.slice(1)] };
    });
    expect(await account.importUnsent(corruptedBlob)).toMatchObject({
      added: 1,
      unreadable: 1,
      skipped: [{ kind: 'scan', reason: 'unreadable', label: 'GGL MK06 2070' }],
    });
  });

  test.each([
    ['file_unreadable', () => Promise.resolve(new Blob(['not a file of ours']))],
    ['file_newer', () => withChangedHeader(blob, (header) => ({ ...header, version: 2 }))],
    [
      'file_unreadable',
      () => withChangedHeader(blob, (header) => ({ ...header, format: 'other' })),
    ],
  ])('is rejected with %s, and nothing is imported', async (code, corrupt) => {
    await newPhone();
    await expect(account.importUnsent(await corrupt())).rejects.toMatchObject({ code });
    expect((await account.outbox.counts()).total).toBe(0);
  });

  test('F29: from another account is imported only if the person agrees', async () => {
    server.proxy.isDown = false;
    const device = await startDevice(server, 'czechOwner');
    const jan = await device.open();
    await waitUntil(() => jan.status().isFirstPullDone);
    await expect(jan.importUnsent(blob)).rejects.toMatchObject({ code: 'file_of_other_account' });
    expect((await jan.outbox.counts()).total).toBe(0);
    expect(await jan.importUnsent(blob, { allowOtherAccount: true })).toMatchObject({ added: 2 });
    // The project belongs to another company: rejected, and shown for a decision.
    await waitUntil(async () => (await jan.outbox.counts()).kinds.scan.refused === 2);
    await jan.erase();
    await device.close();
  });
});

/** A table from an older version of the app, with waiting scans. */
function oldTable(name: string, ids: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 10);
    request.onupgradeneeded = () => {
      const table = request.result.createObjectStore('docs', { keyPath: 'uuid' });
      for (const uuid of ids)
        table.put({ uuid, state: 'waiting', imageIdxDB: null, _deleted: '0' });
    };
    request.onerror = () => reject(request.error ?? new Error('The database couldn’t be created.'));
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
}

test('a new photo of a rejected product can be imported after the product was pulled', async () => {
  const generic = await capture(null, await account.photos.save(greyPng(3), 'image/png'));
  await account.scanCommands.saveScanToProject([generic], project.uuid);
  await account.projectCommands.closeProject(project.uuid, []);
  const savedScan = () =>
    server.app.db.selectFrom('scans').selectAll().where('uuid', '=', generic).executeTakeFirst();
  const savedFlag = async () => (await savedScan())?.flag;
  await waitUntil(async () => (await savedFlag()) === 'in_review');
  await waitUntilAllSent(account);
  const decision = { kind: 'reject', code: 'label_unreadable', note: null } as const;
  await decideProducts(project.uuid, [generic], decision, server.app.services);
  const isRejected = async () => Boolean((await scanOf(account, generic))?.rejection);
  await account.syncNow();
  await waitUntil(isRejected);
  server.proxy.isDown = true;
  const photo = await account.photos.save(greyPng(4), 'image/png');
  await account.scanCommands.replacePhoto(generic, { imageIdxDB: photo, photo_of: 'label' });
  const { blob, count } = await exportUnsent(anna, Date.now());
  expect(count).toBe(1);

  server.proxy.isDown = false;
  await newPhone();
  await waitUntil(isRejected);
  expect(await account.importUnsent(blob)).toMatchObject({ added: 1, known: 0, skipped: [] });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1 });
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await savedFlag()) === 'in_review');
  expect((await savedScan())?.image_data).toBe(photo);
});

describe('an edit of a product that the server has', () => {
  /** Sends a product, edits it without a network, and returns the file with the edit. */
  async function exportEdit() {
    const id = await capture(null, await account.photos.save(greyPng(5), 'image/png'));
    await account.scanCommands.saveScanToProject([id], project.uuid);
    await waitUntilAllSent(account);
    server.proxy.isDown = true;
    await account.scanCommands.editScan(id, { variant: '2066' });
    const { blob } = await exportUnsent(anna, Date.now());
    await newPhone();
    server.proxy.isDown = false;
    await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
    return { id, blob };
  }

  test('is imported after the product was pulled, and sent once', async () => {
    const { id, blob } = await exportEdit();
    expect(await account.importUnsent(blob)).toMatchObject({ added: 1, known: 0, skipped: [] });
    expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1, skipped: [] });
    await waitUntilAllSent(account);
    expect(await scanOf(account, id)).toMatchObject({ state: 'sent', variant: '2066' });
    expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1, skipped: [] });
  });

  test('isn’t imported if the product was changed since, and the result says so', async () => {
    const { id, blob } = await exportEdit();
    await account.scanCommands.editScan(id, { size: 'MK08' });
    await waitUntilAllSent(account);
    const result = await account.importUnsent(blob);
    expect(result).toMatchObject({ added: 0, known: 0, changed: 1 });
    expect(result.skipped).toMatchObject([{ kind: 'scan', reason: 'changed' }]);
    expect(await scanOf(account, id)).toMatchObject({ size: 'MK08', variant: PRODUCT.variant });
  });
});
