import { beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { decideProducts, type ProductDecision } from '#server/projects/decide-products.ts';
import { backUp } from './backup.ts';
import { PRODUCT } from './club-server.ts';
import { projectOf, scanOf, waitUntil } from './device.ts';
import { greyPng } from './grey-png.ts';
import { account, project, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

/** A product that a reviewer rejected, in a closed project, and its photo. */
let id: string;
let firstPhoto: string;

const scan = () => scanOf(account, id);
const photoOnServer = async () => {
  const saved = server.app.db.selectFrom('scans').select('image_data').where('uuid', '=', id);
  return (await saved.executeTakeFirst())?.image_data;
};
const decide = (decision: ProductDecision) =>
  decideProducts(project.uuid, [id], decision, server.app.services);
const reject = () => decide({ kind: 'reject', code: 'label_unreadable', note: null });

async function takePhoto(shade: number): Promise<string> {
  const imageIdxDB = await account.photos.save(greyPng(shade), 'image/png');
  await account.scanCommands.replacePhoto(id, { imageIdxDB, photo_of: 'label' });
  return imageIdxDB;
}
const losePhoto = (photo: string) =>
  server.app.db.deleteFrom('photos').where('uuid', '=', photo).execute();
async function detectRestore() {
  await account.syncNow();
  await waitUntil(() => account.log().some(({ code }) => code === 'server_restored'));
}

beforeEach(async () => {
  await account.close();
  await reopen({ clock: () => server.app.clock.now() });
  firstPhoto = await account.photos.save(greyPng(1), 'image/png');
  const generic = { ...PRODUCT, serial_number: null, is_unique: false, manual: false };
  id = await account.scanCommands.captureScan({ ...generic, imageIdxDB: firstPhoto });
  await account.scanCommands.saveScanToProject([id], project.uuid);
  await account.projectCommands.closeProject(project.uuid, []);
  await waitUntil(
    async () => (await projectOf(account, project.uuid))?.status.id === projectStatus.inReview,
  );
  await reject();
  await waitUntil(async () => ((await scan())?.rejection ?? null) !== null);
});

test('F43: a new photo that the restored server lacks is sent again', async () => {
  const restore = await backUp(server);
  const photo = await takePhoto(2);
  await waitUntil(async () => (await scan())?.flag === 'in_review');
  await restore(calls.listScans);
  expect(await photoOnServer()).toBe(firstPhoto);
  await detectRestore();
  await waitUntil(async () => (await photoOnServer()) === photo);
  await waitUntil(async () => (await scan())?.state === 'sent');
  expect(await scan()).toMatchObject({ flag: 'in_review', replaced_photo: null });
});

test('F43: a new photo is sent again even if a reviewer has decided on the product since the restore', async () => {
  const restore = await backUp(server);
  const photo = await takePhoto(2);
  await waitUntil(async () => (await scan())?.flag === 'in_review');
  server.proxy.isDown = true;
  await restore(calls.listScans);
  await reject();
  server.proxy.isDown = false;
  await detectRestore();
  await waitUntil(async () => (await photoOnServer()) === photo);
});

test('F43: a new photo whose file is lost can be taken again, or discarded', async () => {
  const restore = await backUp(server);
  const photo = await takePhoto(2);
  await waitUntil(async () => (await scan())?.flag === 'in_review');
  await losePhoto(photo);
  await restore(calls.listScans);
  await detectRestore();
  await waitUntil(async () => (await scan())?.state === 'refused');
  expect(await scan()).toMatchObject({
    flag: 'rejected',
    imageIdxDB: photo,
    refusal: { code: 'photo_not_found' },
    replaced_photo: { image_data: firstPhoto },
  });

  const secondPhoto = await takePhoto(3);
  await waitUntil(async () => (await photoOnServer()) === secondPhoto);
  await waitUntil(async () => (await scan())?.state === 'sent');
  expect(await scan()).toMatchObject({ flag: 'in_review', replaced_photo: null });
});

test('F43: a lost photo that the device still has is uploaded again', async () => {
  const restore = await backUp(server);
  server.proxy.addFault(calls.sendScans, { kind: 'cut' }, { times: 999 });
  const photo = await takePhoto(2);
  await waitUntil(async () => (await scan())?.imageSent === true);
  await losePhoto(photo);
  await restore(calls.listScans);
  await account.syncNow();
  await waitUntil(() => account.log().some(({ code }) => code === 'server_restored'));
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntil(async () => (await photoOnServer()) === photo);
});

test('F43: "Send again" uploads a photo that the server lost without a restore', async () => {
  server.proxy.addFault(calls.sendScans, { kind: 'cut' }, { times: 999 });
  const photo = await takePhoto(2);
  await waitUntil(async () => (await scan())?.imageSent === true);
  await losePhoto(photo);
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntil(async () => (await scan())?.state === 'refused');
  await account.scanCommands.retryScan(id);
  await waitUntil(async () => (await photoOnServer()) === photo);
});

test('F43: the new photo of an accepted product stays until it is discarded', async () => {
  await decide({ kind: 'accept' });
  await waitUntil(async () => (await scan())?.flag === 'valid');
  const restore = await backUp(server);
  await reject();
  await waitUntil(async () => (await scan())?.flag === 'rejected');
  await takePhoto(2);
  await waitUntil(async () => (await scan())?.flag === 'in_review');
  await restore(calls.listScans);
  await detectRestore();
  await waitUntil(async () => (await scan())?.flag === 'valid');
  // The photo is rejected visibly, not dropped.
  await waitUntil(async () => (await scan())?.state === 'refused');
  expect((await scan())?.refusal?.code).toBe('new_photo_not_needed');
  await account.scanCommands.discardNewPhoto(id);
  expect(await scan()).toMatchObject({ state: 'sent', refusal: null, imageIdxDB: firstPhoto });
});
