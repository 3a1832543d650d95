import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { LocalAccount } from '#sync/account.ts';
import { unreadableAfter } from '#sync/engine/unreadable-entities.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, waitForProject, startDevice, waitUntil } from './device.ts';

let server: ClubServer;
let device: Device;
let account: LocalAccount;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await startDevice(server, 'polishOwner');
});
afterEach(async () => {
  server.proxy.clearFaults();
  await account.erase();
  await device.close();
});

/** Makes the server send a project like a newer one, with a status unknown to this build. */
function sendInNewerShape(uuid: string) {
  server.proxy.addFault(
    calls.listProjects,
    {
      kind: 'rewrite',
      rewrite(answer) {
        const { data, meta } = answer as { data: { uuid: string }[]; meta: object };
        const changed = data.map((one) =>
          one.uuid === uuid ? { ...one, status: { id: 77 } } : one,
        );
        return { data: changed, meta };
      },
    },
    { times: 9999 },
  );
}

test('F15: documents that only a newer build can read are counted, and read once that build runs', async () => {
  const [known, newer] = [await server.project('polishOwner'), await server.project('polishOwner')];
  sendInNewerShape(newer.uuid);
  account = await device.open({ build: 'older' });
  const other = await device.open({ build: 'older' });
  await waitForProject(account, known.uuid);
  await waitUntil(() => account.status().unreadable['projects'] === 1);
  await waitUntil(() => other.status().unreadable['projects'] === 1);
  expect(await account.collections.projects.findOne(newer.uuid).exec()).toBeNull();
  await other.close();

  // The same build doesn't fetch them again, and remembers what it can't show.
  await account.close();
  account = await device.open({ build: 'older' });
  await waitUntil(() => account.status().unreadable['projects'] === 1);

  await account.close();
  server.proxy.clearFaults();
  account = await device.open({ build: 'newer' });
  await waitForProject(account, newer.uuid);
  await waitUntil(() => Object.keys(account.status().unreadable).length === 0);

  // From then on it pulls only changes, as usual.
  const listRequests = () => server.proxy.requestsOf(calls.listProjects);
  const before = listRequests().length;
  const laterProject = await server.project('polishOwner');
  device.pageSignals.emit('visible');
  await waitForProject(account, laterProject.uuid);
  device.pageSignals.emit('visible');
  await waitUntil(() => listRequests().length > before + 1);
  expect(listRequests().at(-1)?.query).toMatch(/since=[^&]/);
});

test('documents that become readable are no longer counted, and a pull from the start counts from zero', () => {
  const pulledIds = { isStart: false, readable: ['a'], unreadable: ['c'] };
  expect(unreadableAfter(['a', 'b'], pulledIds)).toEqual(['b', 'c']);
  expect(unreadableAfter(['a', 'b'], { ...pulledIds, isStart: true })).toEqual(['c']);
  expect(unreadableAfter(['c'], pulledIds)).toEqual(['c']);
});
