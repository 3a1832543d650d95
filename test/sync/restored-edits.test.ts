import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { renewEpoch } from '#server/db/epoch.ts';
import { backUp } from './backup.ts';
import { projectOf, scanInto, scanOf, startDevice, waitUntil, waitUntilAllSent } from './device.ts';
import { account, device, reopen, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const waitUntilSent = (id: string) =>
  waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
const serialsOnServer = async () =>
  (await server.savedScans(project.uuid)).map((scan) => scan.serial_number);
const statusOnServer = async () => {
  const rows = server.app.db.selectFrom('projects').select(['status', 'survey_response']);
  return rows.where('uuid', '=', project.uuid).executeTakeFirst();
};
/** Makes the device pull, so that it detects the new epoch. */
async function detectRestore() {
  await account.syncNow();
  await waitUntil(() => account.log().some(({ code }) => code === 'server_restored'));
}

test('F43: a scan corrected after the backup is corrected again on the restored server', async () => {
  const [first = '', second = ''] = await server.serials(2);
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntilSent(id);
  const restore = await backUp(server);
  await account.scanCommands.editScan(id, { serial_number: second });
  await waitUntil(async () => (await serialsOnServer()).includes(second));
  await waitUntilSent(id);

  await restore(calls.listScans);
  expect(await serialsOnServer()).toEqual([first]);
  await detectRestore();
  await waitUntil(async () => (await serialsOnServer()).includes(second));
  await waitUntilAllSent(account);
  expect(await serialsOnServer()).toEqual([second]);
  expect(await scanOf(account, id)).toMatchObject({ serial_number: second, state: 'sent' });
});

test('F43: a scan removed after the backup is removed again on the restored server', async () => {
  const [id = '', keptId = ''] = await scanInto(account, project.uuid, await server.serials(2));
  await waitUntilSent(id);
  await waitUntilSent(keptId);
  const restore = await backUp(server);
  await account.scanCommands.removeScan(id);
  await waitUntil(async () => (await serialsOnServer()).length === 1);
  await waitUntilAllSent(account);

  await restore(calls.listScans);
  expect(await serialsOnServer()).toHaveLength(2);
  await detectRestore();
  await waitUntil(async () => (await serialsOnServer()).length === 1);
  await waitUntilAllSent(account);
  expect(await scanOf(account, id)).toBeNull();
  expect((await server.savedScans(project.uuid)).map(({ uuid }) => uuid)).toEqual([keptId]);
});

test('F43: a project closed after the backup is closed again on the restored server, with its answers', async () => {
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilSent(id);
  const restore = await backUp(server);
  await account.projectCommands.closeProject(project.uuid, []);
  await waitUntil(
    async () => (await projectOf(account, project.uuid))?.status.id === projectStatus.closed,
  );

  await restore(calls.listProjects);
  expect((await statusOnServer())?.status).not.toBe(projectStatus.closed);
  await detectRestore();
  await waitUntil(async () => (await statusOnServer())?.status === projectStatus.closed);
  await waitUntilAllSent(account);
  const current = await projectOf(account, project.uuid);
  expect(current).toMatchObject({ status: { id: projectStatus.closed }, closing: null });
  const entries = server.app.db.selectFrom('ledger').selectAll();
  expect(await entries.where('project_uuid', '=', project.uuid).execute()).toHaveLength(1);
});

test('F43: a project started and closed after the backup is created again with everything in it', async () => {
  const restore = await backUp(server);
  const startedProject = await server.project('polishOwner');
  await account.syncNow();
  await waitUntil(async () => (await projectOf(account, startedProject.uuid)) !== null);
  const [id = ''] = await scanInto(account, startedProject.uuid, await server.serials(1));
  await waitUntilSent(id);
  await account.projectCommands.closeProject(startedProject.uuid, []);
  const isClosed = async () =>
    (await projectOf(account, startedProject.uuid))?.status.id === projectStatus.closed;
  await waitUntil(isClosed);

  await restore(calls.listProjects);
  await detectRestore();
  await waitUntil(async () => (await server.savedScans(startedProject.uuid)).length === 1);
  await waitUntilAllSent(account);
  await waitUntil(isClosed);
  expect(await projectOf(account, startedProject.uuid)).toMatchObject({
    state: 'synced',
    closing: null,
  });
});

test('F43: a project is closed again only after its products arrived, however long their list takes', async () => {
  const restore = await backUp(server);
  const startedProject = await server.project('polishOwner');
  await account.syncNow();
  await waitUntil(async () => (await projectOf(account, startedProject.uuid)) !== null);
  const [id = ''] = await scanInto(account, startedProject.uuid, await server.serials(1));
  await waitUntilSent(id);
  await account.projectCommands.closeProject(startedProject.uuid, []);
  await waitUntil(
    async () => (await projectOf(account, startedProject.uuid))?.status.id === projectStatus.closed,
  );

  await restore(calls.listProjects);
  // By then, a recreated project could also be closed.
  server.proxy.addFault(calls.listScans, { kind: 'delay', ms: 1_000 }, { times: 10 });
  await detectRestore();
  await waitUntil(async () => (await projectOf(account, startedProject.uuid))?.state === 'synced');
  await waitUntilAllSent(account);
  expect(await scanOf(account, id)).toMatchObject({ state: 'sent', refusal: null });
  expect(await server.savedScans(startedProject.uuid)).toHaveLength(1);
});

test('F43: a waiting edit is based on the restored server’s version', async () => {
  const [first = '', second = '', third = ''] = await server.serials(3);
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntilSent(id);
  const restore = await backUp(server);
  await account.scanCommands.editScan(id, { serial_number: second });
  await waitUntil(async () => (await serialsOnServer()).includes(second));
  await waitUntilSent(id);
  await account.close();
  await restore(calls.listScans);
  server.proxy.clearFaults();
  server.proxy.isDown = true;
  await reopen();
  await account.scanCommands.editScan(id, { serial_number: third });
  server.proxy.addFault(calls.listScans, { kind: 'refuse', code: 'checkpoint_stale' });
  server.proxy.isDown = false;
  await detectRestore();
  await waitUntil(async () => {
    // An edit sent before the device detected it is rejected, and can be resent.
    if ((await scanOf(account, id))?.state === 'refused') await account.scanCommands.retryScan(id);
    return (await serialsOnServer()).includes(third);
  });
  await waitUntilAllSent(account);
});

test('F43: changes made by others since the restore are kept', async () => {
  const [first = '', second = '', colleagueSerial = ''] = await server.serials(3);
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntilSent(id);
  const restore = await backUp(server);
  await account.scanCommands.editScan(id, { serial_number: second });
  await waitUntil(async () => (await serialsOnServer()).includes(second));
  await waitUntilSent(id);
  await restore(calls.listProjects);
  server.proxy.clearFaults();
  const colleague = await startDevice(server, 'polishStaff');
  const colleagueAccount = await colleague.open();
  await waitUntil(async () => (await scanOf(colleagueAccount, id))?.state === 'sent');
  await colleagueAccount.scanCommands.editScan(id, { serial_number: colleagueSerial });
  await waitUntil(async () => (await serialsOnServer()).includes(colleagueSerial));
  await colleagueAccount.erase();
  await colleague.close();

  server.proxy.addFault(calls.listScans, { kind: 'refuse', code: 'checkpoint_stale' });
  await detectRestore();
  await waitUntil(async () => (await scanOf(account, id))?.serial_number === colleagueSerial);
  expect(await serialsOnServer()).toEqual([colleagueSerial]);
  expect(device.session.state().name).toBe('signed_in');
});

test('F43: no edit is shown as rejected while the device hasn’t noticed the restore', async () => {
  const [first = '', second = '', ...later] = await server.serials(6);
  const ids = await scanInto(account, project.uuid, [first, second]);
  const correct = async (serials: readonly string[]) => {
    for (const [index, serial_number] of serials.entries())
      await account.scanCommands.editScan(ids[index] ?? '', { serial_number });
  };
  await waitUntilAllSent(account);
  const restore = await backUp(server);
  await correct(later.slice(0, 2));
  await waitUntilAllSent(account);
  await account.close();
  await restore(calls.listScans);
  server.proxy.clearFaults();
  // A real new epoch, which every list reports until the device has compared.
  await renewEpoch(server.app.db, Date.now());
  server.proxy.isDown = true;
  // With one scan per request, sending takes two requests, and all pulls wait for both.
  await reopen({ bulkSize: 1 });
  const states = new Set<string>();
  const subscription = account.collections.scans
    .find({ selector: { uuid: { $in: ids } } })
    .$.subscribe((scans) => scans.forEach(({ state }) => states.add(state)));
  await correct(later.slice(2));
  server.proxy.isDown = false;
  await detectRestore();
  await waitUntilAllSent(account);
  subscription.unsubscribe();
  expect(states).toEqual(new Set(['sent', 'waiting']));
  expect(new Set(await serialsOnServer())).toEqual(new Set(later.slice(2)));
});
