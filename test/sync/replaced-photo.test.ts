import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { NEW_PHOTO_DAYS } from '#schemas/product-rejection.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { isNewPhotoTooLate } from '#schemas/scan.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { PRODUCT } from './club-server.ts';
import { backUp } from './backup.ts';
import { scanOf, waitUntil } from './device.ts';
import { greyPng } from './grey-png.ts';
import { account, project, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

/** The product that a reviewer rejects. */
let id: string;
let firstPhoto: string;

const scan = async () => {
  const found = await scanOf(account, id);
  if (!found) throw new Error('The device has no such scan.');
  return found;
};

/** A closed project with a rejected product, known to the device. */
beforeEach(async () => {
  await restartAt(0);
  firstPhoto = await account.photos.save(greyPng(1), 'image/png');
  const generic = { ...PRODUCT, serial_number: null, is_unique: false, manual: false };
  id = await account.scanCommands.captureScan({ ...generic, imageIdxDB: firstPhoto });
  await account.scanCommands.saveScanToProject([id], project.uuid);
  await account.projectCommands.closeProject(project.uuid, []);
  const { services } = server.app;
  const statusOnServer = async () => (await savedProject().executeTakeFirstOrThrow()).status;
  await waitUntil(async () => (await statusOnServer()) === projectStatus.inReview);
  const decision = { kind: 'reject', code: 'label_unreadable', note: 'Step closer.' } as const;
  await decideProducts(project.uuid, [id], decision, services);
  await waitUntil(async () => (await statusOnServer()) === projectStatus.closed);
  await waitUntil(async () => (await scan()).rejection !== null);
});

/** Restarts the app some days later; its clock follows the server's. */
async function restartAt(days: number): Promise<void> {
  await account.close();
  await reopen({ clock: () => server.app.clock.now() + days * DAY_MS });
}

const savedProject = () =>
  server.app.db.selectFrom('projects').select('status').where('uuid', '=', project.uuid);

/** Moves the server's deadline into the past. */
async function expireOnServer(): Promise<void> {
  const { rejection } = await scan();
  if (!rejection) throw new Error('The product has no rejection.');
  const expired = { ...rejection, new_photo_until: '2026-01-01T00:00:00.000Z' };
  await server.app.db
    .updateTable('scans')
    .set({ rejection: sql`${JSON.stringify(expired)}::jsonb` })
    .where('uuid', '=', id)
    .execute();
}

/** Takes another photo, and returns its id. */
async function takePhoto(shade = 2): Promise<string> {
  const imageIdxDB = await account.photos.save(greyPng(shade), 'image/png');
  await account.scanCommands.replacePhoto(id, { imageIdxDB, photo_of: 'label' });
  return imageIdxDB;
}
const uploads = () => server.proxy.requestsOf(calls.uploadPhoto).length;
const unsent = async () => (await account.outbox.counts()).total;

test('a new photo taken offline is sent later, and the product is in review again', async () => {
  expect([await unsent(), (await scan()).new_photo_by]).toEqual([
    0,
    (await scan()).rejection?.new_photo_until,
  ]);
  server.proxy.isDown = true;
  const photo = await takePhoto();
  expect(await scan()).toMatchObject({ state: 'waiting', imageIdxDB: photo, new_photo_by: '' });
  expect(await unsent()).toBe(1);

  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'sent');
  expect(await scan()).toMatchObject({
    flag: 'in_review',
    rejection: null,
    image_data: photo,
    photo_of: 'label',
    replaced_photo: null,
  });
  expect(await unsent()).toBe(0);
});

test('only the last of several photos is sent, and the others are deleted', async () => {
  server.proxy.isDown = true;
  const before = uploads();
  const first = await takePhoto(2);
  const last = await takePhoto(3);
  expect(await account.photos.read(first)).toBeNull();
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await scan()).flag === 'in_review');
  expect((await scan()).image_data).toBe(last);
  expect(server.proxy.requestsOf(calls.uploadPhoto).slice(before).at(-1)?.body).toContain(last);
});

test('a photo that arrives too late is rejected with the reason, and can be discarded', async () => {
  server.proxy.isDown = true;
  await takePhoto();
  server.proxy.isDown = false;
  await expireOnServer();
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'refused');
  expect((await scan()).refusal?.code).toBe('new_photo_not_accepted');

  await account.scanCommands.discardNewPhoto(id);
  expect(await scan()).toMatchObject({
    state: 'sent',
    flag: 'rejected',
    refusal: null,
    imageIdxDB: firstPhoto,
    replaced_photo: null,
  });
  expect(await unsent()).toBe(0);
});

test('a photo that came too late can be sent again when the reviewer requests it again', async () => {
  server.proxy.isDown = true;
  const photo = await takePhoto();
  server.proxy.isDown = false;
  await expireOnServer();
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'refused');

  const request = { kind: 'request_photo', code: 'label_unreadable', note: null } as const;
  await decideProducts(project.uuid, [id], request, server.app.services);
  const now = server.app.clock.now();
  await waitUntil(async () => !isNewPhotoTooLate(await scan(), now));
  await account.scanCommands.retryScan(id);
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'sent');
  expect(await scan()).toMatchObject({ flag: 'in_review', rejection: null, image_data: photo });
});

test('a photo that arrives after the product was accepted is kept with the reason, until it is discarded', async () => {
  server.proxy.isDown = true;
  const photo = await takePhoto();
  await decideProducts(project.uuid, [id], { kind: 'accept' }, server.app.services);
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'refused');
  expect(await scan()).toMatchObject({
    ...{ flag: 'valid', rejection: null, imageIdxDB: photo },
    refusal: { code: 'new_photo_not_needed' },
  });
  expect(await account.photos.read(photo)).not.toBeNull();
  expect(await account.outbox.counts()).toMatchObject({ total: 1, rejectedTotal: 1 });

  await account.scanCommands.discardNewPhoto(id);
  expect(await scan()).toMatchObject({
    ...{ state: 'sent', flag: 'valid', refusal: null },
    ...{ imageIdxDB: firstPhoto, replaced_photo: null },
  });
  expect(await unsent()).toBe(0);
});

test('after a restore that undid the objection, the new photo is kept, and can be sent after the next objection', async () => {
  const objection = { kind: 'reject', code: 'label_unreadable', note: null } as const;
  const { services } = server.app;
  await decideProducts(project.uuid, [id], { kind: 'accept' }, services);
  await waitUntil(async () => (await scan()).flag === 'valid');
  const restore = await backUp(server);
  await decideProducts(project.uuid, [id], objection, services);
  await waitUntil(async () => (await scan()).rejection !== null);
  server.proxy.isDown = true;
  const photo = await takePhoto();
  await restore(calls.listScans);
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await scan()).refusal?.code === 'new_photo_not_needed');
  expect(await scan()).toMatchObject({ state: 'refused', flag: 'valid', imageIdxDB: photo });

  await decideProducts(project.uuid, [id], objection, services);
  await waitUntil(async () => (await scan()).rejection !== null);
  await account.scanCommands.retryScan(id);
  await account.syncNow();
  await waitUntil(async () => (await scan()).state === 'sent');
  expect(await scan()).toMatchObject({ flag: 'in_review', rejection: null, image_data: photo });
});

test('a photo can’t be replaced after the deadline or without an objection', async () => {
  await restartAt(NEW_PHOTO_DAYS + 1);
  await expect(takePhoto()).rejects.toThrow('new_photo_not_accepted');
  const photo = { imageIdxDB: firstPhoto, photo_of: 'label' as const };
  await expect(account.scanCommands.replacePhoto(firstPhoto, photo)).rejects.toThrow(
    'scan_not_found',
  );
  expect((await scan()).state).toBe('sent');
});
