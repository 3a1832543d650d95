import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls, streams } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import type { Project } from '#schemas/project.ts';
import type { LocalAccount } from '#sync/account.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, knows, scanInto, scanOf, startDevice, until } from './device.ts';
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
  server.proxy.mend();
  server.proxy.isDown = false;
  for (const device of devices.splice(0)) {
    await Promise.all(device.accounts().map((account) => account.erase()));
    await device.close();
  }
});

async function phone(
  who: 'polishOwner' | 'polishStaff',
  fetch = globalThis.fetch,
): Promise<[Device, LocalAccount]> {
  const device = await startDevice(server, who, { fetch });
  devices.push(device);
  const account = await device.open();
  await knows(account, project.uuid);
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
const listening = (count: number) => until(() => server.proxy.openStreams() >= count);

describe('a change made on one phone', () => {
  test('appears on the other, which only the stream has notified', async () => {
    const asked = new Set<string>();
    const stream = gate();
    const [, anna] = await phone('polishOwner');
    const [, piotr] = await phone('polishStaff', async (url, init) => {
      const path = new URL(url instanceof Request ? url.url : url).pathname.replace(/^\/api/, '');
      asked.add(path);
      if (path === streams.streamChanges.path) await stream.until;
      return globalThis.fetch(url, init);
    });
    const pulled = () => Object.values(collections).filter(({ pull }) => asked.has(pull.path));
    await until(() => piotr.status().firstPullDone);
    asked.clear();
    stream.open();
    // The stream's first event triggers a full pull, like any other wake.
    await until(() => pulled().length === Object.keys(collections).length);
    asked.clear();
    const [id = ''] = await scanInto(anna, project.uuid, await server.serials(1));
    await until(async () => (await scanOf(piotr, id))?.state === 'sent');
    await until(async () => {
      const shown = await piotr.collections.projects.findOne(project.uuid).exec();
      return shown?.products_count === 1;
    });
    expect(pulled()).toEqual([collections.scans, collections.projects]);
  });

  test('makes the other pull only the changed collections', async () => {
    const [, anna] = await phone('polishOwner');
    const [, piotr] = await phone('polishStaff');
    await listening(2);
    await until(() => piotr.status().phase === 'idle' && anna.status().phase === 'idle');
    const leads = server.proxy.requestsOf(calls.listLeads).length;
    const { token } = await server.app.signInAs('polishOwner');
    const body = { streetName: 'Nowa 3', postalCode: '00-002' };
    const made = await server.app.call(calls.createProject, { body }, token);
    await knows(piotr, made.result.uuid);
    expect(server.proxy.requestsOf(calls.listLeads).length).toBe(leads);
  });

  test('reaches the leader tab through the visible tab', async () => {
    const [device, leader] = await phone('polishStaff');
    const second = await device.open();
    await until(() => second.status().firstPullDone);
    await listening(1);
    expect([leader.status().leader, second.status().leader]).toEqual([true, false]);
    expect(openings()).toBe(server.proxy.requestsOf(streams.streamChanges).length);
    const made = await server.project('polishOwner');
    await knows(second, made.uuid);
  });
});

describe('the stream', () => {
  test('is closed while the page is hidden, and nothing is requested then', async () => {
    const [device] = await phone('polishOwner');
    await listening(1);
    device.wake.tell('hidden');
    await until(() => server.proxy.openStreams() === 0);
    const before = pulls();
    const made = await server.project('polishOwner');
    const [, other] = await phone('polishStaff');
    await knows(other, made.uuid);
    const ofOthers = pulls();
    expect(ofOthers).toBeGreaterThan(before);
    device.wake.tell('visible');
    await listening(2);
  });

  test('that breaks is reopened, and changes made meanwhile are pulled', async () => {
    const [, anna] = await phone('polishOwner');
    await listening(1);
    server.proxy.cutAll();
    const made = await server.project('polishOwner');
    await knows(anna, made.uuid);
    await listening(1);
  });

  test('that reports the page’s own edits triggers a single pull after all are sent', async () => {
    const device = await startDevice(server, 'polishOwner');
    devices.push(device);
    const account = await device.open({ bulkSize: 5 });
    await knows(account, project.uuid);
    await listening(1);
    await until(() => account.status().phase === 'idle');
    const from = server.proxy.passed.length;
    const places = (call: typeof calls.listScans | typeof calls.sendScans) =>
      server.proxy
        .requestsOf(call)
        .map((one) => server.proxy.passed.indexOf(one))
        .filter((place) => place >= from);
    server.proxy.latencyMs = 30;
    await scanInto(account, project.uuid, await server.serials(40));
    await until(() => account.status().unsent?.total === 0);
    server.proxy.latencyMs = 0;
    const sent = places(calls.sendScans);
    expect(sent).toHaveLength(8);
    const [first = 0, last = 0] = [sent[0], sent.at(-1)];
    await until(() => places(calls.listScans).some((place) => place > last));
    expect(places(calls.listScans).filter((place) => place > first && place < last)).toEqual([]);
  });

  test('that is unavailable causes no storm of requests', async () => {
    const before = openings();
    server.proxy.break(streams.streamChanges, { kind: 'html' }, { times: 9999 });
    const [, anna] = await phone('polishOwner');
    await until(() => anna.log().some(({ code }) => code === 'live_failed'));
    await scanInto(anna, project.uuid, await server.serials(1));
    await until(() => anna.status().unsent?.total === 0);
    expect(openings() - before).toBeLessThanOrEqual(3);
  });
});
