import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { PRODUCT } from './club-server.ts';
import { scanInto, scanOf, waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';
import { account, device, reopen, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const stateOf = async (id: string) => (await scanOf(account, id))?.state;
const waitUntilSent = (id: string) => waitUntil(async () => (await stateOf(id)) === 'sent');

test('F08: during an outage, work waits and shows the time of its next attempt; it is sent once the network is back', async () => {
  server.proxy.isDown = true;
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => account.status().phase === 'waiting');
  expect(account.status()).toMatchObject({ connection: 'offline', lastError: 'offline' });
  expect(account.status().nextTryAt).toBeGreaterThan(0);
  expect((await account.outbox.counts()).kinds.scan.waiting).toBe(1);
  server.proxy.isDown = false;
  device.pageSignals.emit('online');
  await waitUntilSent(id);
  await waitUntil(() => account.status().connection === 'online');
});

test('F08: scans made during the outage are sent with the first', async () => {
  server.proxy.isDown = true;
  const [first = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => account.status().phase === 'waiting');
  const [second = ''] = await scanInto(account, project.uuid, await server.serials(1));
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilSent(first);
  await waitUntilSent(second);
});

test('only the latest edit made during the outage is sent', async () => {
  server.proxy.isDown = true;
  const earlier = server.proxy.requestsOf(calls.sendScans).length;
  const requests = () => server.proxy.requestsOf(calls.sendScans).slice(earlier);
  const [firstSerial = '', right = ''] = await server.serials(2);
  const [id = '', removed = ''] = await scanInto(account, project.uuid, [firstSerial, '24YYYYYY']);
  await waitUntil(() => account.status().phase === 'waiting');
  await account.scanCommands.editScan(id, { serial_number: right });
  await account.scanCommands.removeScan(removed);
  const isOld = (body: string) => body.includes(firstSerial) || body.includes('24YYYYYY');
  const isLatest = (body: string) => body.includes(right) && !isOld(body);
  // A new edit is sent immediately, which fails. Scans are sent one request after another, so no older edit follows.
  await waitUntil(() => requests().some(({ body }) => isLatest(body)));
  server.proxy.isDown = false;
  const before = requests().length;
  await account.syncNow();
  await waitUntilSent(id);
  const sentRequests = requests().slice(before);
  expect(sentRequests.some(({ body }) => isOld(body))).toBe(false);
  expect((await server.savedScans(project.uuid)).map((scan) => scan.serial_number)).toEqual([
    right,
  ]);
});

test('an edit made while the request is under way is kept and sent after it', async () => {
  const [first = '', second = ''] = await server.serials(2);
  const requestGate = gate();
  server.proxy.addFault(calls.sendScans, { kind: 'hold', until: requestGate.until });
  const before = server.proxy.requestsOf(calls.sendScans).length;
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntil(() => server.proxy.requestsOf(calls.sendScans).length > before);
  await account.scanCommands.editScan(id, { serial_number: second });
  requestGate.open();
  await waitUntilSent(id);
  expect((await scanOf(account, id))?.serial_number).toBe(second);
  expect((await server.savedScans(project.uuid)).map((scan) => scan.serial_number)).toEqual([
    second,
  ]);
});

test('a scan that a colleague changed in the meantime is rejected with a readable reason, and can overwrite theirs', async () => {
  const [first = '', ownSerial = '', colleagueSerial = ''] = await server.serials(3);
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntilSent(id);
  server.proxy.isDown = true;
  await account.scanCommands.editScan(id, { serial_number: ownSerial });
  const { token } = await server.app.signInAs('polishStaff');
  const savedScan = await scanOf(account, id);
  const edit = {
    ...PRODUCT,
    uuid: id,
    op_id: crypto.randomUUID(),
    base_op_id: savedScan?.base_op_id ?? null,
    deleted: false as const,
    projects_id: project.uuid,
    serial_number: colleagueSerial,
    is_unique: true,
    survey: null,
    image_data: null,
    manual: true,
    time: 1,
  };
  const response = await server.app.call(calls.sendScans, { body: { scans: [edit] } }, token);
  expect(response.result.data[0]?.error).toBeNull();
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await stateOf(id)) === 'refused');
  expect(await scanOf(account, id)).toMatchObject({
    serial_number: ownSerial,
    refusal: { code: 'conflict' },
  });
  await account.scanCommands.retryScan(id);
  await waitUntilSent(id);
  expect((await server.savedScans(project.uuid)).map((scan) => scan.serial_number)).toEqual([
    ownSerial,
  ]);
});

test('F09: after a 401 the token is refreshed once, and the queue continues', async () => {
  server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'session_expired' });
  const before = server.proxy.requestsOf(calls.refreshSession).length;
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilSent(id);
  expect(server.proxy.requestsOf(calls.refreshSession).length).toBe(before + 1);
});

test('F09: after a rejected refresh the person must sign in; the queue stays and continues afterwards', async () => {
  server.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'session_expired' });
  server.proxy.addFault(calls.refreshSession, { kind: 'refuse', code: 'refresh_reused' });
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => device.session.state().name === 'ended');
  await waitUntil(() => account.status().phase === 'blocked');
  expect(await stateOf(id)).toBe('waiting');
  device.session.start(account.identity, await server.app.signInAs('polishOwner'));
  await waitUntilSent(id);
});

test('F10: maintenance doesn’t affect the queue, which continues automatically afterwards', async () => {
  server.proxy.addFault('any', { kind: 'refuse', code: 'maintenance' }, { times: 9999 });
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => account.status().connection === 'maintenance');
  expect(await stateOf(id)).toBe('waiting');
  server.proxy.clearFaults();
  await device.connectivity.probe();
  await waitUntilSent(id);
});

test('F13: closing in the middle of a push marks nothing as sent; the next start sends it once', async () => {
  const requestGate = gate();
  server.proxy.addFault(calls.sendScans, { kind: 'hold', until: requestGate.until });
  const before = server.proxy.requestsOf(calls.sendScans).length;
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => server.proxy.requestsOf(calls.sendScans).length > before);
  await account.close();
  requestGate.open();
  server.proxy.isDown = true;
  await reopen();
  expect(await stateOf(id)).toBe('waiting');
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilSent(id);
  expect(await server.savedScans(project.uuid)).toHaveLength(1);
});

test('F24: captured scans are still there after a restart, offline', async () => {
  server.proxy.isDown = true;
  const [serial = ''] = await server.serials(1);
  const id = await account.scanCommands.captureScan({
    ...PRODUCT,
    serial_number: serial,
    is_unique: true,
    manual: true,
  });
  await account.close();
  await reopen();
  expect(await scanOf(account, id)).toMatchObject({ state: 'captured', serial_number: serial });
  expect((await account.outbox.counts()).kinds.scan.captured).toBe(1);
});

test('a scan captured offline is validated when the network is back', async () => {
  server.proxy.isDown = true;
  const [serial = ''] = await server.serials(1);
  const capture = (code: string) =>
    account.scanCommands.captureScan({
      ...PRODUCT,
      serial_number: code,
      is_unique: true,
      manual: true,
    });
  const [valid, invalid] = [await capture(serial), await capture('24XXXXXX')];
  expect((await scanOf(account, valid))?.isValid).toBeNull();
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => (await scanOf(account, valid))?.isValid === true);
  await waitUntil(async () => (await scanOf(account, invalid))?.isValid === false);
  // The reason stays until the product changes.
  const reason = async () => (await scanOf(account, invalid))?.refusal?.code;
  expect(await reason()).toBe('unknown_serial');
  await account.scanCommands.editScan(invalid, { survey: '[]' });
  expect(await reason()).toBe('unknown_serial');
  await account.scanCommands.editScan(invalid, { type: 'GGL', isValid: null });
  expect(await reason()).toBeUndefined();
  expect(await stateOf(invalid)).toBe('captured');
});

test('F43: data lost by a server restored from a backup is sent again', async () => {
  const [keptId = '', lostId = ''] = await scanInto(account, project.uuid, await server.serials(2));
  await waitUntilSent(keptId);
  await waitUntilSent(lostId);
  await account.syncNow();
  await server.app.db.deleteFrom('scans').where('uuid', '=', lostId).execute();
  server.proxy.addFault(calls.listScans, { kind: 'refuse', code: 'checkpoint_stale' });
  await account.syncNow();
  await waitUntil(async () => (await server.savedScans(project.uuid)).length === 2);
  await waitUntilSent(lostId);
  // Lost edits are sent while the comparison continues.
  const restoreEvents = () => account.log().filter((event) => event.code === 'server_restored');
  await waitUntil(() => restoreEvents().length > 0);
  expect(restoreEvents().map((event) => event.details)).toContainEqual({
    leads: 0,
    projects: 0,
    chats: 0,
    notifications: 0,
    surveys: 0,
    attachments: 0,
    scans: 1,
  });
});
