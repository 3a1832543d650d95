import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { browserTabChannel } from '#sync/browser-ports.ts';
import { createTransport } from '#sync/http/transport.ts';
import type { TabChannel } from '#sync/ports.ts';
import { createWatchedLocks, storedEpochs } from '#sync/tabs/watched-locks.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, waitForProject, scanInto, scanOf, startDevice, waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';

let server: ClubServer;
let device: Device;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.proxy.clearFaults();
  server.proxy.isDown = false;
  await device.close();
});

/** Ids of all scans sent. */
const sentIds = () =>
  server.proxy
    .requestsOf(calls.sendScans)
    .flatMap(({ body }) => (JSON.parse(body) as { scans: { uuid: string }[] }).scans)
    .map(({ uuid }) => uuid);

test('F30: only one of two tabs sends, and the other shows the same state live', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const first = await device.open();
  await waitForProject(first, project.uuid);
  const second = await device.open();
  await waitUntil(() => second.status().isFirstPullDone);
  expect([first.status().isLeader, second.status().isLeader]).toEqual([true, false]);

  const ids = await scanInto(second, project.uuid, await server.serials(5));
  await waitUntil(async () => {
    const scans = await Promise.all(ids.map((id) => scanOf(second, id)));
    return scans.every((scan) => scan?.state === 'sent');
  });
  expect(sentIds().filter((id) => ids.includes(id)).length).toBe(5);
  await waitUntil(() => second.status().unsent?.kinds.scan.waiting === 0);
  await waitUntil(() => second.status().lastSuccessAt !== null);
});

test('F30: an edit is sent once, even if its scan is marked while the verdict is in flight', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const account = await device.open();
  await waitForProject(account, project.uuid);
  const requestGate = gate();
  server.proxy.addFault(calls.sendScans, { kind: 'hold', until: requestGate.until });
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => sentIds().includes(id));
  await account.scanCommands.saveCheckResult(id, {
    confirmed: true,
    isValid: true,
    refusal: null,
  });
  requestGate.open();
  await waitUntil(async () => (await scanOf(account, id))?.state === 'sent');
  expect(sentIds().filter((sent) => sent === id)).toHaveLength(1);
});

test('F30: "send now" in a tab that isn’t the leader reaches the leader', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const first = await device.open();
  await waitForProject(first, project.uuid);
  const second = await device.open();
  await waitUntil(() => second.status().isFirstPullDone);
  server.proxy.isDown = true;
  const [id = ''] = await scanInto(second, project.uuid, await server.serials(1));
  await waitUntil(() => second.status().phase === 'waiting');
  server.proxy.isDown = false;
  await second.syncNow();
  await waitUntil(async () => (await scanOf(second, id))?.state === 'sent');
});

test('F31: when the leader tab closes, the other takes over', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const first = await device.open();
  await waitForProject(first, project.uuid);
  const second = await device.open();
  await first.close();
  await waitUntil(() => second.status().isLeader);
  const [id = ''] = await scanInto(second, project.uuid, await server.serials(1));
  await waitUntil(async () => (await scanOf(second, id))?.state === 'sent');
  expect(sentIds().filter((sent) => sent === id).length).toBe(1);
});

test('F34: a leader that returns from the back-forward cache steps down, and the waiting tab leads', async () => {
  device = await startDevice(server, 'polishOwner');
  const first = await device.open();
  await waitUntil(() => first.status().isLeader);
  const second = await device.open();
  await waitUntil(() => second.status().isFirstPullDone);
  expect(second.status().isLeader).toBe(false);
  device.pageSignals.emit('restored');
  await waitUntil(() => second.status().isLeader && !first.status().isLeader);
});

/** Creates a tab that can be paused: it then sends, receives and reads nothing. */
function pausableTab() {
  let resumed = Promise.withResolvers<void>();
  resumed.resolve();
  let isPaused = false;
  const queued: (() => void)[] = [];
  const requests: string[] = [];
  const channel = (name: string): TabChannel => {
    const real = browserTabChannel(name);
    return {
      post: (message) => (isPaused ? undefined : real.post(message)),
      subscribe(listener) {
        let isClosed = false;
        const deliver = (message: unknown) => (isClosed ? undefined : listener(message));
        const stop = real.subscribe((message) => {
          if (isPaused) queued.push(() => deliver(message));
          else deliver(message);
        });
        return () => {
          isClosed = true;
          stop();
        };
      },
      close: () => real.close(),
    };
  };
  const repeat = (ms: number, run: () => void) => {
    const timer = setInterval(() => (isPaused ? undefined : run()), ms);
    return () => clearInterval(timer);
  };
  const { locks } = navigator;
  const send: typeof fetch = async (url, init) => {
    await resumed.promise;
    if (init?.signal?.aborted) throw init.signal.reason;
    requests.push(typeof url === 'string' ? url : '');
    const response = await fetch(url, init);
    await resumed.promise;
    return response;
  };
  return {
    fetch: send,
    tabChannel: channel,
    locks: createWatchedLocks({ locks, channel, epochs: storedEpochs, every: repeat }),
    sent: () => requests.filter((url) => url.endsWith(calls.sendScans.path)).length,
    pause() {
      isPaused = true;
      resumed = Promise.withResolvers();
    },
    resume() {
      isPaused = false;
      for (const deliver of queued.splice(0)) deliver();
      resumed.resolve();
    },
  };
}

test(
  'F34: a suspended leader loses leadership, and after resuming sends and writes nothing',
  { timeout: 60_000 },
  async () => {
    device = await startDevice(server, 'polishOwner');
    const project = await server.project('polishOwner');
    const tab = pausableTab();
    const { locks, tabChannel } = tab;
    const transport = createTransport({
      baseUrl: server.baseUrl,
      fetch: tab.fetch,
      session: device.session,
      language: () => 'en',
      platform: 'web',
      clock: Date.now,
      locks,
    });
    const first = await device.open({ locks, tabChannel, transport });
    await waitForProject(first, project.uuid);
    const second = await device.open();
    await waitUntil(() => second.status().isFirstPullDone);

    const [ownSerial, other] = await server.serials(2);
    tab.pause();
    const ids = await scanInto(first, project.uuid, [ownSerial ?? '']);
    ids.push(...(await scanInto(second, project.uuid, [other ?? ''])));
    const syncing = second.syncNow();
    await waitUntil(() => second.status().isLeaderSilent);
    await waitUntil(() => second.status().isLeader);
    expect(second.status().isLeaderSilent).toBe(false);
    await syncing;
    const areSent = async () => {
      const scans = await Promise.all(ids.map((id) => scanOf(second, id)));
      return scans.every((scan) => scan?.state === 'sent');
    };
    await waitUntil(areSent);

    tab.resume();
    await waitUntil(() => !first.status().isLeader);
    await waitUntil(async () => (await scanOf(first, ids[0] ?? ''))?.state === 'sent');
    expect(tab.sent()).toBe(0);
    expect(
      sentIds()
        .filter((id) => ids.includes(id))
        .toSorted(),
    ).toEqual(ids.toSorted());
    await second.close();
    await waitUntil(() => first.status().isLeader);
  },
);

test('F29: another person on the same phone neither sees nor sends the first one’s work', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const anna = await device.open();
  await waitForProject(anna, project.uuid);
  server.proxy.isDown = true;
  const [id = ''] = await scanInto(anna, project.uuid, await server.serials(1));
  await anna.close();
  server.proxy.isDown = false;

  const other = await startDevice(server, 'czechOwner');
  const jan = await other.open();
  await jan.syncNow();
  await waitUntil(() => jan.status().isFirstPullDone);
  expect(await jan.collections.scans.find().exec()).toEqual([]);
  expect(sentIds()).not.toContain(id);
  await other.close();

  const reopenedAccount = await device.open();
  await reopenedAccount.syncNow();
  await waitUntil(async () => (await scanOf(reopenedAccount, id))?.state === 'sent');
});

test('F29: a tab left open by one person sends nothing with another person’s token', async () => {
  device = await startDevice(server, 'polishOwner');
  const project = await server.project('polishOwner');
  const anna = await device.open();
  await waitForProject(anna, project.uuid);
  const czech = await startDevice(server, 'czechOwner');
  const state = czech.session.state();
  if (state.name !== 'signed_in') throw new Error('No one is signed in.');
  device.session.start(state.account, state.token);
  const before = sentIds().length;
  await scanInto(anna, project.uuid, await server.serials(1));
  await waitUntil(() => anna.status().phase === 'blocked');
  expect(sentIds().length).toBe(before);
  await czech.close();
});
