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
import { completeAgreement, leadOn, startLeadServer, startPhone } from './lead-fixture.ts';

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
  await waitUntil(() => account.status().firstPullDone);
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
  const lead = await leadOn(server, colleague);
  await colleague.account.leadCommands.moveLead(lead, 'interested');
  await colleague.account.leadCommands.moveLead(lead, 'contacted');
  await colleague.waitUntilSettled(lead);
  const restore = await backUp(server);
  const uuid = await colleague.account.leadCommands.agreeLead(lead, completeAgreement());
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
