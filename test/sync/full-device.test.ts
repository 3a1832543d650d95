import { IDBObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Project } from '#schemas/project.ts';
import type { Account } from '#sync/account.ts';
import { type ClubServer, PRODUCT, startClubServer } from './club-server.ts';
import { type Device, knows, scanOf, startDevice } from './device.ts';

let server: ClubServer;
let device: Device;
let account: Account;
let project: Project;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await server.project('polishOwner');
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
  await knows(account, project.uuid);
  server.proxy.isDown = true;
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.proxy.isDown = false;
  await account.erase();
  await device.close();
});

/** From the given write on, the device is full. */
function fillUpAfter(writes: number) {
  let left = writes;
  for (const method of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      // Only what the person's work goes to, not RxDB's own bookkeeping.
      const { name } = this.transaction.db;
      const isWork = name.endsWith('--scans') || name.endsWith('-photos');
      if (isWork) left -= 1;
      if (isWork && left < 0) throw new DOMException('full', 'QuotaExceededError');
      return write.apply(this, row);
    } as typeof write);
  }
}
const capture = (serial_number: string) =>
  account.scanActs.captureScan({ ...PRODUCT, serial_number, is_unique: true, manual: false });

test('F21: on a full device a scan is refused visibly, and nothing of it is kept', async () => {
  fillUpAfter(0);
  await expect(capture('24A1')).rejects.toMatchObject({ code: 'storage_full' });
  vi.restoreAllMocks();
  expect((await account.outbox.counts()).total).toBe(0);
});

test('F21: many scans are saved to a project all together, or not at all', async () => {
  const ids = [await capture('24A1'), await capture('24A2'), await capture('24A3')];
  fillUpAfter(1);
  const saving = account.scanActs.saveScanToProject(ids, project.uuid);
  await expect(saving).rejects.toMatchObject({ code: 'storage_full' });
  vi.restoreAllMocks();
  const states = await Promise.all(ids.map(async (id) => (await scanOf(account, id))?.state));
  expect(states).toEqual(['captured', 'captured', 'captured']);
  await account.scanActs.saveScanToProject(ids, project.uuid);
  expect(await account.outbox.counts()).toMatchObject({ captured: 0, waiting: 3 });
});

test('F21: a photo that can not be kept is refused visibly', async () => {
  fillUpAfter(0);
  const keeping = account.photos.keep(new Uint8Array([1, 2, 3]).buffer, 'image/jpeg');
  await expect(keeping).rejects.toMatchObject({ code: 'storage_full' });
});

test('F20: the browser is asked to keep the storage when the first scan is saved, once', async () => {
  await account.close();
  const persist = vi.fn(() => Promise.resolve(true));
  account = await device.open({ persist });
  expect(persist).not.toHaveBeenCalled();
  await capture('24A4');
  await capture('24A5');
  expect(persist).toHaveBeenCalledTimes(1);
});

test('what is not there can not be changed', async () => {
  const missing = crypto.randomUUID();
  await expect(account.scanActs.mendScan(missing, {})).rejects.toMatchObject({
    code: 'scan_not_found',
  });
  const saving = account.scanActs.saveScanToProject([missing], project.uuid);
  await expect(saving).rejects.toMatchObject({ code: 'scan_not_found' });
  await expect(account.projectActs.closeProject(missing, [])).rejects.toMatchObject({
    code: 'project_not_found',
  });
});
