import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { isQuotaError } from '#sync/store/sync-error.ts';
import { PRODUCT } from './club-server.ts';
import { scanOf, waitUntil } from './device.ts';
import { ignoreRejections } from './ignore-rejections.ts';
import { gate } from './fault-proxy.ts';
import { account, device, reopen, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();
beforeEach(() => {
  server.proxy.isDown = true;
});
// Registered first, so that it runs before the cleanup, which writes.
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Makes the device full from the given write on.
 * @returns a function that counts the failed writes
 */
function rejectWritesAfter(
  writes: number,
  // Only databases with the user's work, not RxDB's metadata.
  isWorkStore = (name: string) => name.endsWith('--scans') || name.endsWith('-photos'),
) {
  let remaining = writes;
  let rejectedCount = 0;
  for (const method of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      const { name } = this.transaction.db;
      const isWorkWrite = isWorkStore(name);
      if (isWorkWrite) remaining -= 1;
      if (isWorkWrite && remaining < 0) {
        rejectedCount += 1;
        throw new DOMException('full', 'QuotaExceededError');
      }
      return write.apply(this, row);
    } as typeof write);
  }
  return () => rejectedCount;
}
const capture = (serial_number: string) =>
  account.scanCommands.captureScan({ ...PRODUCT, serial_number, is_unique: true, manual: false });

test('F21: on a full device a scan is visibly rejected, and no part of it is stored', async () => {
  rejectWritesAfter(0);
  await expect(capture('24A1')).rejects.toMatchObject({ code: 'storage_full' });
  vi.restoreAllMocks();
  expect((await account.outbox.counts()).total).toBe(0);
});

test('F21: either all of many scans are saved to a project, or none', async () => {
  const ids = [await capture('24A1'), await capture('24A2'), await capture('24A3')];
  rejectWritesAfter(1);
  const saving = account.scanCommands.saveScanToProject(ids, project.uuid);
  await expect(saving).rejects.toMatchObject({ code: 'storage_full' });
  vi.restoreAllMocks();
  const states = await Promise.all(ids.map(async (id) => (await scanOf(account, id))?.state));
  expect(states).toEqual(['captured', 'captured', 'captured']);
  await account.scanCommands.saveScanToProject(ids, project.uuid);
  expect((await account.outbox.counts()).kinds.scan).toMatchObject({ captured: 0, waiting: 3 });
});

test('F21: a list of products is captured as a whole, or not at all', async () => {
  const list = ['24A1', '24A2', '24A3'].map((serial_number) => ({
    ...PRODUCT,
    serial_number,
    is_unique: true,
    manual: true,
  }));
  rejectWritesAfter(1);
  const capturing = account.scanCommands.captureScans(list);
  await expect(capturing).rejects.toMatchObject({ code: 'storage_full' });
  vi.restoreAllMocks();
  expect((await account.outbox.counts()).total).toBe(0);
  await account.scanCommands.captureScans(list);
  expect((await account.outbox.counts()).kinds.scan).toMatchObject({ captured: 3 });
});

test('F21: once there is space again, work continues automatically, with nothing lost or duplicated', async () => {
  const serials = await server.serials(3);
  const ids = [await capture(serials[0] ?? ''), await capture(serials[1] ?? '')];
  await account.scanCommands.saveScanToProject(ids, project.uuid);
  server.proxy.isDown = false;
  // All writes fail now, including RxDB's metadata.
  const stopIgnoring = ignoreRejections(isQuotaError);
  rejectWritesAfter(0, (name) => name.startsWith('rxdb-dexie-'));
  device.pageSignals.emit('visible');
  await waitUntil(async () => (await server.savedScans(project.uuid)).length === 2);
  await expect(capture(serials[2] ?? '')).rejects.toMatchObject({ code: 'storage_full' });

  vi.restoreAllMocks();
  ids.push(await capture(serials[2] ?? ''));
  await account.scanCommands.saveScanToProject(ids.slice(2), project.uuid);
  await waitUntil(async () => {
    device.pageSignals.emit('visible');
    const states = await Promise.all(ids.map(async (id) => (await scanOf(account, id))?.state));
    return states.every((state) => state === 'sent');
  });
  expect(await server.savedScans(project.uuid)).toHaveLength(3);
  expect((await account.outbox.counts()).total).toBe(0);
  stopIgnoring();
});

test('F21: after a verdict that couldn’t be stored for lack of space, the next edit is still sent', async () => {
  const serials = await server.serials(2);
  const save = async (serial = '') => {
    const id = await capture(serial);
    await account.scanCommands.saveScanToProject([id], project.uuid);
    return id;
  };
  const isSent = async (id: string) => {
    device.pageSignals.emit('visible');
    return (await scanOf(account, id))?.state === 'sent';
  };
  const first = await save(serials[0]);
  const requestGate = gate();
  server.proxy.addFault(calls.listScans, { kind: 'hold', until: requestGate.until }, { times: 9 });
  server.proxy.isDown = false;
  const stopIgnoring = ignoreRejections(isQuotaError);
  // RxDB's metadata still fits: only the scan can no longer change.
  const rejectedCount = rejectWritesAfter(0, (name) => name.endsWith('--scans'));
  device.pageSignals.emit('visible');
  await waitUntil(() => rejectedCount() > 0);
  vi.restoreAllMocks();
  requestGate.open();
  await waitUntil(() => isSent(first));
  const second = await save(serials[1]);
  await waitUntil(() => isSent(second));
  expect(await server.savedScans(project.uuid)).toHaveLength(2);
  stopIgnoring();
});

test('F21: a photo that can’t be stored is visibly rejected', async () => {
  rejectWritesAfter(0);
  const saving = account.photos.save(new Uint8Array([1, 2, 3]).buffer, 'image/jpeg');
  await expect(saving).rejects.toMatchObject({ code: 'storage_full' });
});

test('F20: persistent storage is requested once, when the first scan is saved', async () => {
  await account.close();
  const persist = vi.fn(() => Promise.resolve(true));
  await reopen({ requestPersistence: persist });
  expect(persist).not.toHaveBeenCalled();
  await capture('24A4');
  await capture('24A5');
  expect(persist).toHaveBeenCalledTimes(1);
});

test('a missing document can’t be changed', async () => {
  const missing = crypto.randomUUID();
  await expect(account.scanCommands.editScan(missing, {})).rejects.toMatchObject({
    code: 'scan_not_found',
  });
  const saving = account.scanCommands.saveScanToProject([missing], project.uuid);
  await expect(saving).rejects.toMatchObject({ code: 'scan_not_found' });
  await expect(account.projectCommands.closeProject(missing, [])).rejects.toMatchObject({
    code: 'project_not_found',
  });
});
