import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { PRODUCT } from './club-server.ts';
import { waitForProject, scanOf, waitUntil } from './device.ts';
import { greyPng } from './grey-png.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

/** Scans in the batch, newest first. */
async function batch(): Promise<ScanDocument[]> {
  const scans = await account.collections.scans
    .find({ selector: { state: 'captured' }, sort: [{ newest_first: 'asc' }] })
    .exec();
  return scans.map((one) => structuredClone(one.toJSON()) as ScanDocument);
}

/** Two products with a serial number, and one with a photograph. */
async function captureThree(): Promise<ScanDocument[]> {
  for (const serial_number of await server.serials(2)) {
    const validation = { confirmed: true, isValidated: true, isValid: true };
    const scan = { ...PRODUCT, ...validation, serial_number, is_unique: true, manual: false };
    await account.scanCommands.captureScan(scan);
  }
  const imageIdxDB = await account.photos.save(greyPng(1), 'image/png');
  const generic = { ...PRODUCT, serial_number: null, is_unique: false, manual: false, imageIdxDB };
  await account.scanCommands.captureScan(generic);
  return batch();
}

const idsOf = (scans: readonly ScanDocument[]) => scans.map(({ uuid }) => uuid);
const readOnServer = async (id: string) => (await server.savedScans(id)).length;
const areAllSent = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => scanOf(account, id)))).every((one) => one?.state === 'sent');
/** The fields that must not change: all but ids and photo location. */
const comparable = (scans: readonly ScanDocument[]) =>
  scans.map((scan) => {
    const renewed = { uuid: '', op_id: '', imageSent: false, image_data: null };
    return { ...scan, ...renewed, imageIdxDB: scan.imageIdxDB && 'a photo' };
  });

/** Saves products to another project, and expects them there only. */
async function saveElsewhere(scans: readonly ScanDocument[]): Promise<void> {
  const other = await server.project('polishOwner');
  await waitForProject(account, other.uuid);
  await account.scanCommands.saveScanToProject(idsOf(scans), other.uuid);
  await waitUntil(() => areAllSent(idsOf(scans)));
  expect(await readOnServer(other.uuid)).toBe(scans.length);
  expect(await readOnServer(project.uuid)).toBe(0);
  expect((await account.outbox.counts()).total).toBe(0);
}

test.each(['waiting', 'being sent', 'on the server'] as const)(
  'after undoing a save, products that are %s are in the batch as before, and can be saved to another project',
  async (progress) => {
    const before = await captureThree();
    if (progress === 'waiting') server.proxy.isDown = true;
    if (progress === 'being sent')
      server.proxy.addFault(calls.sendScans, { kind: 'lose_response' });
    await account.scanCommands.saveScanToProject(idsOf(before), project.uuid);
    if (progress === 'being sent')
      await waitUntil(async () => (await readOnServer(project.uuid)) > 0);
    if (progress === 'on the server') await waitUntil(() => areAllSent(idsOf(before)));

    await account.scanCommands.undoSaveToProject(before, project.uuid);
    const after = await batch();
    expect(comparable(after)).toEqual(comparable(before));
    // A second undo changes nothing, because the products are no longer in the project.
    await account.scanCommands.undoSaveToProject(before, project.uuid);
    expect(idsOf(await batch())).toEqual(idsOf(after));
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(async () => (await account.outbox.counts()).kinds.scan.removals === 0);
    expect(await readOnServer(project.uuid)).toBe(0);
    await saveElsewhere(after);
  },
);

test('a save can’t be undone while the project is being closed', async () => {
  server.proxy.isDown = true;
  const before = await captureThree();
  await account.scanCommands.saveScanToProject(idsOf(before), project.uuid);
  await account.projectCommands.closeProject(project.uuid, []);
  const undo = account.scanCommands.undoSaveToProject(before, project.uuid);
  await expect(undo).rejects.toMatchObject({ code: 'project_not_open' });
  expect(await batch()).toEqual([]);
});
