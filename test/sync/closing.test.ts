import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { Project } from '#schemas/project.ts';
import type { Account } from '#sync/account.ts';
import { type ClubServer, POINTS_PER_PRODUCT, startClubServer } from './club-server.ts';
import { type Device, scanInto, scanOf, startDevice, until } from './device.ts';

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
  await until(() => account.status().firstPullDone);
});
afterEach(async () => {
  server.proxy.mend();
  server.proxy.isDown = false;
  await account.erase();
  await device.close();
});

const projectNow = async () =>
  (await account.collections.projects.findOne(project.uuid).exec())?.toMutableJSON();
const closes = () => until(async () => (await projectNow())?.status.id === 2);
const closings = () => server.proxy.requestsOf(calls.submitProjectSurvey);

test('F06: a project closed offline is closed after all of its scans arrived', async () => {
  server.proxy.isDown = true;
  await scanInto(account, project.uuid, await server.serials(2));
  await account.projectActs.closeProject(project.uuid, []);
  expect(await projectNow()).toMatchObject({ state: 'waiting', closing: { released: false } });
  server.proxy.isDown = false;
  await account.sendNow();
  await closes();
  expect(await projectNow()).toMatchObject({
    state: 'synced',
    closing: null,
    available_points: 2 * POINTS_PER_PRODUCT,
  });
  await until(async () => (await account.collections.ledger.find().exec()).length > 0);
  const [entry] = await account.collections.ledger
    .find({ selector: { project_uuid: project.uuid } })
    .exec();
  expect(entry?.points).toBe(2 * POINTS_PER_PRODUCT);
});

test('F06: a refused scan holds its project open until it is mended or discarded', async () => {
  const [id = ''] = await scanInto(account, project.uuid, ['24WWWWWW']);
  await until(async () => (await scanOf(account, id))?.state === 'refused');
  const before = closings().length;
  await account.projectActs.closeProject(project.uuid, []);
  await account.sendNow();
  expect(closings().length).toBe(before);
  expect((await projectNow())?.closing?.released).toBe(false);
  await account.scanActs.removeScan(id);
  await closes();
});

test('F06: a held closing survives a pull of its project', async () => {
  const [id = ''] = await scanInto(account, project.uuid, ['24VVVVVV']);
  await until(async () => (await scanOf(account, id))?.state === 'refused');
  await account.projectActs.closeProject(project.uuid, []);
  await scanOfColleague();
  device.wake.tell('visible');
  await until(async () => (await projectNow())?.products_count === 1);
  expect(await projectNow()).toMatchObject({ state: 'waiting', closing: { released: false } });
  await account.projectActs.withdrawClosing(project.uuid);
  expect(await projectNow()).toMatchObject({ state: 'synced', closing: null });
});

async function scanOfColleague() {
  const colleague = await startDevice(server, 'polishStaff');
  const theirs = await colleague.open();
  await until(() => theirs.status().firstPullDone);
  const [theirScan = ''] = await scanInto(theirs, project.uuid, await server.serials(1));
  await until(async () => (await scanOf(theirs, theirScan))?.state === 'sent');
  await theirs.erase();
  await colleague.close();
}

test('F01: a closing whose answer is lost books its points once', async () => {
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await until(async () => (await scanOf(account, id))?.state === 'sent');
  server.proxy.break(calls.submitProjectSurvey, { kind: 'lose_answer' });
  await account.projectActs.closeProject(project.uuid, []);
  await closes();
  await until(async () => (await projectNow())?.closing === null);
  const booked = await server.app.db
    .selectFrom('ledger')
    .selectAll()
    .where('project_uuid', '=', project.uuid)
    .execute();
  expect(booked).toHaveLength(1);
});

test('F05: a refused closing keeps its answers and its reason', async () => {
  await server.app.db
    .updateTable('projects')
    .set({ status: 3 })
    .where('uuid', '=', project.uuid)
    .execute();
  await account.projectActs.closeProject(project.uuid, []);
  await until(async () => (await projectNow())?.state === 'refused');
  expect(await projectNow()).toMatchObject({
    refusal: { code: 'project_not_open' },
    closing: { released: false },
  });
  await account.projectActs.withdrawClosing(project.uuid);
  expect((await account.outbox.counts()).total).toBe(0);
});

test('nothing is saved to a project that is being closed', async () => {
  server.proxy.isDown = true;
  await account.projectActs.closeProject(project.uuid, []);
  const [serial = ''] = await server.serials(1);
  await expect(scanInto(account, project.uuid, [serial])).rejects.toMatchObject({
    code: 'project_not_open',
  });
});
