import { describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { unsentCounts } from '#sync/outbox/counts.ts';
import { backUp } from './backup.ts';
import { identityOf, POINTS_PER_PRODUCT } from './club-server.ts';
import {
  waitForProject,
  projectOf,
  scanInto,
  scanOf,
  startDevice,
  waitUntil,
  waitUntilAllSent,
} from './device.ts';
import { account, reopen, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const address = {
  name: 'Sikora',
  streetName: 'ul. Wiślna 3',
  postalCode: '31-007',
  city: 'Kraków',
};
const onServer = (id: string) =>
  server.app.db
    .selectFrom('projects')
    .select(['street_name', 'products_count', 'status'])
    .where('uuid', '=', id)
    .execute();
const countProjectsIn = async (name: string) =>
  (
    await server.app.db
      .selectFrom('projects')
      .select('uuid')
      .where('street_name', '=', name)
      .execute()
  ).length;
/** Requests since the given one that create a project or send scans. */
const sentSince = (start: number) =>
  server.proxy.requests.slice(start).flatMap(({ method, path }) => {
    if (method !== 'POST') return [];
    if (path.endsWith(calls.createProject.path)) return ['create'];
    return path.endsWith(calls.sendScans.path) ? ['scans'] : [];
  });
const waitUntilSynced = (id: string) =>
  waitUntil(async () => (await projectOf(account, id))?.state === 'synced');

describe('a form that is open in two tabs', () => {
  test('F01: creates one project, whichever tab saves it first', async () => {
    const id = crypto.randomUUID();
    const streetName = 'ul. Dwóch Kart 1';
    const save = () => account.projectCommands.createProject({ ...address, streetName }, id);
    expect([await save(), await save()]).toEqual([id, id]);
    await waitUntilSynced(id);
    expect(await save()).toBe(id);
    await waitUntilAllSent(account);
    expect(await countProjectsIn(streetName)).toBe(1);
  });

  test('creates another project if the tabs save different addresses, or the first was discarded', async () => {
    server.proxy.isDown = true;
    const id = crypto.randomUUID();
    const create = (streetName: string) =>
      account.projectCommands.createProject({ ...address, streetName }, id);
    expect(await create('ul. Pierwsza 1')).toBe(id);
    expect(await create('ul. Druga 2')).not.toBe(id);
    await account.projectCommands.discardProject(id);
    const again = await create('ul. Pierwsza 1');
    expect(again).not.toBe(id);
    expect(await projectOf(account, again)).toMatchObject({ street_name: 'ul. Pierwsza 1' });
  });
});

test('F05: a correction that arrives after a colleague closed the project is rejected, and can be discarded', async () => {
  server.proxy.isDown = true;
  const [wrong, right] = ['ul. Zamknięta 1', 'ul. Zamknięta 2'];
  const id = await account.projectCommands.createProject({ ...address, streetName: wrong });
  // The server has received the creation, but its response was lost.
  const creation = { body: { ...address, streetName: wrong, uuid: id, op_id: id } };
  const { token } = await server.app.signInAs('polishStaff');
  expect((await server.app.call(calls.createProject, creation, token)).status).toBe(201);
  await account.projectCommands.editProject(id, { ...address, streetName: right });
  const closing = { params: { id }, body: { status: projectStatus.closed } };
  expect((await server.app.call(calls.updateProject, closing, token)).status).toBe(200);
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await projectOf(account, id))?.state === 'refused');
  expect(await projectOf(account, id)).toMatchObject({
    ...{ street_name: right, unbegun: true },
    refusal: { code: 'project_not_open' },
  });
  expect(await onServer(id)).toMatchObject([{ street_name: wrong }]);

  await account.projectCommands.withdrawCorrection(id);
  await waitUntilAllSent(account);
  await waitUntilSynced(id);
  expect(await projectOf(account, id)).toMatchObject({
    ...{ street_name: wrong, unbegun: false, refusal: null },
    status: { id: projectStatus.closed },
  });
  expect(await countProjectsIn(wrong)).toBe(1);
});

describe('a project started offline', () => {
  test('F01, F06: reaches the server once, before its products, despite a restart and lost responses', async () => {
    server.proxy.isDown = true;
    const streetName = 'ul. Bez Sieci 1';
    const id = await account.projectCommands.createProject({ ...address, streetName });
    const scans = await scanInto(account, id, await server.serials(2));
    expect(await projectOf(account, id)).toMatchObject({ state: 'waiting', status: { id: 1 } });
    await account.close();
    await reopen();
    expect(await account.outbox.counts()).toEqual(
      unsentCounts({ project: { waiting: 1 }, scan: { waiting: 2 } }),
    );
    const start = server.proxy.requests.length;
    server.proxy.addFault(calls.createProject, { kind: 'lose_response' }, { times: 2 });
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntilAllSent(account);
    // A pull may deliver the project before the third attempt succeeds.
    expect(sentSince(start).join()).toMatch(/^(create,)+scans$/);
    expect(await onServer(id)).toMatchObject([{ products_count: 2, status: 1 }]);
    expect(await countProjectsIn(streetName)).toBe(1);
    expect((await scanOf(account, scans[0] ?? ''))?.points).toBe(POINTS_PER_PRODUCT);
    await waitUntilSynced(id);
  });

  test('F01: can be corrected even if the server already has it and the response was lost', async () => {
    const [wrong, right] = ['ul. Mylna 1', 'ul. Prosta 2'];
    server.proxy.decide = ({ path, method }) =>
      method === 'POST' && path.endsWith(calls.createProject.path)
        ? { kind: 'lose_response' }
        : undefined;
    const id = await account.projectCommands.createProject({ ...address, streetName: wrong });
    await waitUntil(async () => (await onServer(id)).length === 1);
    server.proxy.isDown = true;
    server.proxy.decide = () => undefined;
    await account.projectCommands
      .editProject(id, { ...address, streetName: right })
      // If a pull has already delivered the project, its creation is no longer pending.
      .catch(() => undefined);
    const street = (await projectOf(account, id))?.street_name;
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntilAllSent(account);
    expect(await onServer(id)).toMatchObject([{ street_name: street }]);
    expect(await projectOf(account, id)).toMatchObject({ street_name: street, unbegun: false });
  });

  test('F30, F31: in a tab that isn’t the leader is sent by the current leader', async () => {
    const leader = account;
    await reopen();
    await waitUntil(() => account.status().isFirstPullDone);
    server.proxy.isDown = true;
    const id = await account.projectCommands.createProject(address);
    await scanInto(account, id, await server.serials(1));
    await leader.close();
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntilAllSent(account);
    expect(await onServer(id)).toMatchObject([{ products_count: 1 }]);
  });

  test('F43: is started again if a restored server lacks it, with its products and its closing', async () => {
    const restore = await backUp(server);
    const id = await account.projectCommands.createProject(address);
    await scanInto(account, id, await server.serials(1));
    await waitUntilAllSent(account);
    server.proxy.isDown = true;
    await account.projectCommands.closeProject(id, []);
    server.proxy.isDown = false;
    await restore(calls.listProjects);
    expect(await onServer(id)).toEqual([]);
    await account.syncNow();
    await waitUntil(async () => (await onServer(id))[0]?.status === 2);
    expect(await onServer(id)).toMatchObject([{ products_count: 1 }]);
    await waitUntilAllSent(account);
  });
});

describe('a project creation that the server rejects', () => {
  // The form would reject it; the server applies the same rules.
  const invalidAddress = { ...address, streetName: '' };
  const waitUntilRejected = (id: string) =>
    waitUntil(async () => (await projectOf(account, id))?.state === 'refused');

  test('F05, F06: keeps its products, shows the reason, and is sent with them once corrected', async () => {
    const id = await account.projectCommands.createProject(invalidAddress);
    const [scan = ''] = await scanInto(account, id, await server.serials(1));
    await waitUntilRejected(id);
    expect(await projectOf(account, id)).toMatchObject({ refusal: { code: 'invalid_input' } });
    await account.close();
    await reopen();
    await account.syncNow();
    expect(await account.outbox.counts()).toEqual(
      unsentCounts({ project: { refused: 1 }, scan: { waiting: 1 } }),
    );
    expect((await scanOf(account, scan))?.refusal).toBeNull();

    await account.projectCommands.retryProject(id);
    await waitUntilRejected(id);
    await account.projectCommands.editProject(id, address);
    await waitUntilAllSent(account);
    expect(await onServer(id)).toMatchObject([
      { street_name: address.streetName, products_count: 1 },
    ]);
  });

  test('F05: can be discarded, and its products moved to another project', async () => {
    const id = await account.projectCommands.createProject(invalidAddress);
    const scans = await scanInto(account, id, await server.serials(2));
    await waitUntilRejected(id);
    await account.projectCommands.discardProject(id);
    expect(await projectOf(account, id)).toBeNull();
    expect(await account.outbox.counts()).toEqual(unsentCounts({ scan: { captured: 2 } }));
    await account.scanCommands.saveScanToProject(scans, project.uuid);
    await waitUntilAllSent(account);
    expect(await server.savedScans(project.uuid)).toHaveLength(2);
    expect(await onServer(id)).toEqual([]);
  });

  test('because another company’s project has the id reveals nothing about that company', async () => {
    const otherDevice = await startDevice(server, 'czechOwner');
    const otherAccount = await otherDevice.open();
    const id = await otherAccount.projectCommands.createProject({
      ...address,
      streetName: 'Cizí 1',
    });
    await waitUntil(async () => (await onServer(id)).length === 1);
    await account.close();
    await reopen({ newId: () => id });
    await account.projectCommands.createProject(address);
    await waitUntilRejected(id);
    const { refusal, street_name } = (await projectOf(account, id)) ?? {};
    expect([refusal?.code, street_name]).toEqual(['conflict', address.streetName]);
    expect(JSON.stringify(refusal)).not.toContain('Cizí');
    await otherAccount.erase();
    await otherDevice.close();
  });
});

test('F01: two devices with the same file of unsent work create one project from it', async () => {
  const { exportUnsent } = await import('#sync/outbox/export-unsent.ts');
  server.proxy.isDown = true;
  const id = await account.projectCommands.createProject(address);
  await scanInto(account, id, await server.serials(1));
  const { user_id: userId } = identityOf('polishOwner');
  const { blob, count } = await exportUnsent(userId, Date.now());
  expect(count).toBe(2);
  const colleague = await startDevice(server, 'polishStaff');
  const otherAccount = await colleague.open();
  const imported = await otherAccount.importUnsent(blob, { allowOtherAccount: true });
  expect(imported).toMatchObject({ added: 2, known: 0, skipped: [] });
  expect(await otherAccount.importUnsent(blob, { allowOtherAccount: true })).toMatchObject({
    known: 2,
  });

  server.proxy.isDown = false;
  await Promise.all([account.syncNow(), otherAccount.syncNow()]);
  await waitUntilAllSent(account);
  await waitUntilAllSent(otherAccount);
  expect(await onServer(id)).toMatchObject([{ products_count: 1 }]);
  await waitForProject(otherAccount, id);
  await otherAccount.erase();
  await colleague.close();
});
