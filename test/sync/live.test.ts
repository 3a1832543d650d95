import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls, streams } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import type { Project } from '#schemas/project.ts';
import type { LocalAccount } from '#sync/account.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, waitForProject, scanInto, scanOf, startDevice, waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';

let server: ClubServer;
let project: Project;
const devices: Device[] = [];
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await server.project('polishOwner');
});
afterEach(async () => {
  server.proxy.clearFaults();
  server.proxy.isDown = false;
  for (const device of devices.splice(0)) {
    await Promise.all(device.accounts().map((account) => account.erase()));
    await device.close();
  }
});

async function openPhone(
  accountKey: 'polishOwner' | 'polishStaff',
  fetch = globalThis.fetch,
): Promise<[Device, LocalAccount]> {
  const device = await startDevice(server, accountKey, { fetch });
  devices.push(device);
  const account = await device.open();
  await waitForProject(account, project.uuid);
  return [device, account];
}
const openings = () => server.proxy.requestsOf(streams.streamChanges).length;
/** Pull requests of any collection. */
const pulls = () =>
  Object.values(collections).reduce(
    (count, { pull }) => count + server.proxy.requestsOf(pull).length,
    0,
  );
/** Resolves once the stream is open and its initial pull is done. */
const waitForStreams = (count: number) => waitUntil(() => server.proxy.openStreams() >= count);

describe('a change made on one phone', () => {
  test('appears on the other phone, which only the stream notifies', async () => {
    const requestedPaths = new Set<string>();
    const stream = gate();
    const [, anna] = await openPhone('polishOwner');
    const [, piotr] = await openPhone('polishStaff', async (url, init) => {
      const path = new URL(url instanceof Request ? url.url : url).pathname.replace(/^\/api/, '');
      requestedPaths.add(path);
      if (path === streams.streamChanges.path) await stream.until;
      return globalThis.fetch(url, init);
    });
    const pulledCollections = () =>
      Object.values(collections).filter(({ pull }) => requestedPaths.has(pull.path));
    await waitUntil(() => piotr.status().isFirstPullDone);
    requestedPaths.clear();
    stream.open();
    // The stream's first event triggers a full pull, like any other wake-up.
    await waitUntil(() => pulledCollections().length === Object.keys(collections).length);
    requestedPaths.clear();
    const [id = ''] = await scanInto(anna, project.uuid, await server.serials(1));
    await waitUntil(async () => (await scanOf(piotr, id))?.state === 'sent');
    await waitUntil(async () => {
      const localProject = await piotr.collections.projects.findOne(project.uuid).exec();
      return localProject?.products_count === 1;
    });
    expect(pulledCollections()).toEqual([collections.scans, collections.projects]);
  });

  test('makes the other phone pull only the changed collections', async () => {
    const [, anna] = await openPhone('polishOwner');
    const [, piotr] = await openPhone('polishStaff');
    await waitForStreams(2);
    await waitUntil(() => piotr.status().phase === 'idle' && anna.status().phase === 'idle');
    const leads = server.proxy.requestsOf(calls.listLeads).length;
    const { token } = await server.app.signInAs('polishOwner');
    const body = { streetName: 'Nowa 3', postalCode: '00-002' };
    const createResponse = await server.app.call(calls.createProject, { body }, token);
    await waitForProject(piotr, createResponse.result.uuid);
    expect(server.proxy.requestsOf(calls.listLeads).length).toBe(leads);
  });

  test('reaches both tabs of a phone through one stream', async () => {
    const openingsBefore = openings();
    const [device, leader] = await openPhone('polishStaff');
    const second = await device.open();
    await waitUntil(() => second.status().isFirstPullDone);
    await waitForStreams(1);
    expect([leader.status().isLeader, second.status().isLeader]).toEqual([true, false]);
    expect(openings() - openingsBefore).toBe(1);
    const createdProject = await server.project('polishOwner');
    await waitForProject(second, createdProject.uuid);
  });
});

describe('the stream', () => {
  test('is closed while the page is hidden, and no requests are made', async () => {
    const [device] = await openPhone('polishOwner');
    await waitForStreams(1);
    device.pageSignals.emit('hidden');
    await waitUntil(() => server.proxy.openStreams() === 0);
    const before = pulls();
    const createdProject = await server.project('polishOwner');
    const [, other] = await openPhone('polishStaff');
    await waitForProject(other, createdProject.uuid);
    const pullsAfter = pulls();
    expect(pullsAfter).toBeGreaterThan(before);
    device.pageSignals.emit('visible');
    await waitForStreams(2);
  });

  test('is reopened after it breaks, and changes made while it was closed are pulled', async () => {
    const [, anna] = await openPhone('polishOwner');
    await waitForStreams(1);
    server.proxy.cutAll();
    const createdProject = await server.project('polishOwner');
    await waitForProject(anna, createdProject.uuid);
    await waitForStreams(1);
  });

  test('triggers a single pull for the page’s own edits, after all are sent', async () => {
    const device = await startDevice(server, 'polishOwner');
    devices.push(device);
    const account = await device.open({ bulkSize: 5 });
    await waitForProject(account, project.uuid);
    await waitForStreams(1);
    await waitUntil(() => account.status().phase === 'idle');
    const from = server.proxy.requests.length;
    const requestIndexes = (call: typeof calls.listScans | typeof calls.sendScans) =>
      server.proxy
        .requestsOf(call)
        .map((request) => server.proxy.requests.indexOf(request))
        .filter((index) => index >= from);
    server.proxy.latencyMs = 30;
    await scanInto(account, project.uuid, await server.serials(40));
    await waitUntil(() => account.status().unsent?.total === 0);
    server.proxy.latencyMs = 0;
    const sendIndexes = requestIndexes(calls.sendScans);
    expect(sendIndexes).toHaveLength(8);
    const [first = 0, last = 0] = [sendIndexes[0], sendIndexes.at(-1)];
    await waitUntil(() => requestIndexes(calls.listScans).some((index) => index > last));
    expect(
      requestIndexes(calls.listScans).filter((index) => index > first && index < last),
    ).toEqual([]);
  });

  test('causes only a few requests while it is unavailable', async () => {
    const before = openings();
    server.proxy.addFault(streams.streamChanges, { kind: 'html' }, { times: 9999 });
    const [, anna] = await openPhone('polishOwner');
    await waitUntil(() => anna.log().some(({ code }) => code === 'live_failed'));
    await scanInto(anna, project.uuid, await server.serials(1));
    await waitUntil(() => anna.status().unsent?.total === 0);
    expect(openings() - before).toBeLessThanOrEqual(3);
  });
});
