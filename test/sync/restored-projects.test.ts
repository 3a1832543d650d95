import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { LocalAccount } from '#sync/account.ts';
import { backUp } from './backup.ts';
import type { ClubServer } from './club-server.ts';
import {
  type Device,
  waitForProject,
  projectOf,
  scanInto,
  scanOf,
  startDevice,
  waitUntil,
  waitUntilAllSent,
} from './device.ts';
import { completeAgreement, createLead, startLeadServer, startPhone } from './lead-fixture.ts';

let server: ClubServer;
let device: Device;
let account: LocalAccount;
beforeAll(async () => {
  server = await startLeadServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await startDevice(server, 'polishStaff');
  account = await device.open();
  await waitUntil(() => account.status().isFirstPullDone);
});
afterEach(async () => {
  server.proxy.clearFaults();
  await account.erase();
  await device.close();
});

const projectOn = (id: string) => projectOf(account, id);
const onServer = (id: string) =>
  server.app.db.selectFrom('projects').select('street_name').where('uuid', '=', id).execute();
const waitUntilRestored = () =>
  waitUntil(() => account.log().some(({ code }) => code === 'server_restored'));

test('F43: a project started online and lost is started again under its id, with its products', async () => {
  const restore = await backUp(server);
  const { uuid } = await server.project('polishOwner');
  await account.syncNow();
  await waitForProject(account, uuid);
  const [scan = ''] = await scanInto(account, uuid, await server.serials(1));
  await waitUntil(async () => (await scanOf(account, scan))?.state === 'sent');

  await restore(calls.listProjects);
  expect(await onServer(uuid)).toEqual([]);
  await account.syncNow();
  await waitUntil(async () => (await server.savedScans(uuid)).length === 1);
  expect(await onServer(uuid)).toEqual([{ street_name: 'Dachowa 1' }]);
  await waitUntilAllSent(account);
  expect(await projectOn(uuid)).toMatchObject({ state: 'synced', refusal: null });
});

test('F43: a project from a colleague’s lead is shown as lost, and returns with the lead’s edits', async () => {
  const colleague = await startPhone(server);
  const lead = await createLead(server, colleague);
  await colleague.account.leadCommands.moveLead(lead, 'interested');
  await colleague.account.leadCommands.moveLead(lead, 'contacted');
  await colleague.waitUntilSettled(lead);
  const restore = await backUp(server);
  const uuid = await colleague.account.leadCommands.agreeOnLead(lead, completeAgreement());
  await colleague.waitUntilSettled(lead);
  await account.syncNow();
  await waitForProject(account, uuid);

  await restore(calls.listProjects, device.session);
  await account.syncNow();
  await waitUntilRestored();
  await waitUntil(async () => (await projectOn(uuid))?.state === 'refused');
  expect(await projectOn(uuid)).toMatchObject({ refusal: { code: 'project_not_found' } });
  expect((await account.outbox.counts()).kinds.project.refused).toBe(1);

  const stale = { kind: 'refuse', code: 'checkpoint_stale' } as const;
  server.proxy.addFault(calls.listLeads, stale, { sender: colleague.device.session });
  await colleague.account.syncNow();
  await waitUntil(async () => (await onServer(uuid)).length === 1);
  await account.syncNow();
  await waitUntil(async () => (await projectOn(uuid))?.state === 'synced');
  await colleague.close();
});

test('F43: a correction that the backup lacks is sent again', async () => {
  const address = { name: 'Roof', streetName: 'Stara 1', postalCode: '30-059', city: 'Kraków' };
  // The server creates the project, but the device never receives the response.
  server.proxy.addFault(calls.createProject, { kind: 'lose_response' });
  server.proxy.addFault(calls.createProject, { kind: 'refuse', code: 'internal' }, { times: 3 });
  const uuid = await account.projectCommands.createProject(address);
  await waitUntil(async () => (await onServer(uuid)).length === 1);
  const restore = await backUp(server);
  await account.projectCommands.editProject(uuid, { ...address, streetName: 'Nowa 2' });
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntil(async () => (await projectOn(uuid))?.state === 'synced');
  expect(await onServer(uuid)).toEqual([{ street_name: 'Nowa 2' }]);

  await restore(calls.listProjects);
  expect(await onServer(uuid)).toEqual([{ street_name: 'Stara 1' }]);
  await account.syncNow();
  await waitUntilRestored();
  await waitUntilAllSent(account);
  expect(await onServer(uuid)).toEqual([{ street_name: 'Nowa 2' }]);
  expect(await projectOn(uuid)).toMatchObject({ state: 'synced', street_name: 'Nowa 2' });
});

test('F43: a correction is kept even if a colleague’s phone has created the lost project again', async () => {
  const colleague = await startPhone(server);
  const restore = await backUp(server);
  const address = { name: 'Roof', streetName: 'Stara 3', postalCode: '30-059', city: 'Kraków' };
  const uuid = await account.projectCommands.createProject(address);
  await waitUntilAllSent(account);
  await colleague.account.syncNow();
  await waitForProject(colleague.account, uuid);

  const fault = { kind: 'refuse', code: 'internal' } as const;
  server.proxy.addFault(calls.createProject, fault, { times: 100, sender: device.session });
  await restore(calls.listProjects, device.session);
  await account.syncNow();
  await waitUntilRestored();
  await account.projectCommands.editProject(uuid, { ...address, streetName: 'Nowa 4' });
  const stale = { kind: 'refuse', code: 'checkpoint_stale' } as const;
  server.proxy.addFault(calls.listProjects, stale, { sender: colleague.device.session });
  await colleague.account.syncNow();
  await waitUntil(async () => (await onServer(uuid)).length === 1);
  expect(await onServer(uuid)).toEqual([{ street_name: 'Stara 3' }]);

  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntilAllSent(account);
  expect(await onServer(uuid)).toEqual([{ street_name: 'Nowa 4' }]);
  expect(await projectOn(uuid)).toMatchObject({ state: 'synced', street_name: 'Nowa 4' });
  await colleague.close();
});
