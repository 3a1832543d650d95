import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accounts } from '#test/server/test-accounts.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import {
  scanAsColleague,
  type Device,
  waitForProject,
  projectOf,
  scanInto,
  scanOf,
  startDevice,
  waitUntil,
} from './device.ts';
import { withStoredRows } from './stored-rows.ts';

const userId = accounts.polishOwner.id;

let server: ClubServer;
let device: Device;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.proxy.isDown = false;
  server.proxy.decide = () => undefined;
  await Promise.all(device.accounts().map((account) => account.erase()));
  await device.close();
});

test('F31: another tab’s edit that is stored only after a later edit was sent is sent by the next leader', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const [early = '', lateRow = ''] = await server.serials(2);

  let account = await device.open();
  await waitForProject(account, project.uuid);
  server.proxy.isDown = true;
  const [id = ''] = await scanInto(account, project.uuid, [early]);
  await account.close();
  // The write has its timestamp, but isn't in the store yet.
  const row: unknown = await withStoredRows(userId, 'scans', async (rows) => {
    const storedRow: unknown = await rows.get(id);
    await rows.delete(id);
    return storedRow;
  });

  server.proxy.isDown = false;
  account = await device.open();
  const [next = ''] = await scanInto(account, project.uuid, [lateRow]);
  await waitUntil(async () => (await scanOf(account, next))?.state === 'sent');
  await account.close();
  // The earlier write is stored now, after the tab with the later write was closed.
  await withStoredRows(userId, 'scans', (rows) => rows.put(row));

  account = await device.open();
  await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
  expect((await server.savedScans(project.uuid)).map((scan) => scan.uuid).sort()).toEqual(
    [id, next].sort(),
  );
});

test('F31: another tab’s change that is stored late and needn’t be sent doesn’t block pulled changes', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  let account = await device.open();
  await waitForProject(account, project.uuid);
  await account.close();
  const row = await withStoredRows(userId, 'projects', (rows) => rows.get(project.uuid));

  account = await device.open();
  const laterProject = await server.project('polishOwner');
  await waitForProject(account, laterProject.uuid);
  await account.projectCommands.closeProject(laterProject.uuid, []);
  await waitUntil(async () => (await projectOf(account, laterProject.uuid))?.closing === null);
  await account.close();
  // An earlier write of the other tab.
  const lateRow = { ...(row as object), name: 'Of the other tab', _rev: '2-other' };
  await withStoredRows(userId, 'projects', (rows) => rows.put(lateRow));

  account = await device.open();
  await waitUntil(() => account.status().isFirstPullDone);
  await scanAsColleague(server, project.uuid);
  device.pageSignals.emit('visible');
  const current = () => projectOf(account, project.uuid);
  await waitUntil(async () => (await current())?.products_count === 1);
  expect((await current())?.name).toBe(project.name);
});

test('F14: the first pull ends with the first run of each list, even if the next run is always due', async () => {
  device = await startDevice(server, 'polishOwner');
  // As on an unstable network, each request is a reason to pull everything again.
  server.proxy.decide = () => {
    device.pageSignals.emit('visible');
    return undefined;
  };
  const account = await device.open();
  await waitUntil(() => account.status().isFirstPullDone);
});
