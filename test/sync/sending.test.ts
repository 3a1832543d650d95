import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { BUDGET_CAPACITY } from '#sync/retry/request-budget.ts';
import { POINTS_PER_PRODUCT } from './club-server.ts';
import { scanInto, scanOf, startDevice, waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';
import { account, device, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const stateOf = async (id: string) => (await scanOf(account, id))?.state;
const waitUntilAllHave = (ids: readonly string[], state: string) =>
  waitUntil(async () => (await Promise.all(ids.map(stateOf))).every((now) => now === state));
const requestsSince = (start: number) =>
  server.proxy.requestsOf(calls.sendScans).slice(start).length;

test('a scan is sent, gets its verdict and is settled in the same document', async () => {
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilAllHave([id], 'sent');
  expect(await scanOf(account, id)).toMatchObject({
    flag: 'valid',
    points: POINTS_PER_PRODUCT,
    refusal: null,
  });
  expect(await server.savedScans(project.uuid)).toHaveLength(1);
});

test('a project’s points follow its products automatically', async () => {
  await scanInto(account, project.uuid, await server.serials(2));
  await waitUntil(async () => {
    const known = await account.collections.projects.findOne(project.uuid).exec();
    return known?.calculated_available_points === 2 * POINTS_PER_PRODUCT;
  });
});

test('F01: a response lost after the server committed duplicates nothing', async () => {
  server.proxy.addFault(calls.sendScans, { kind: 'lose_response' });
  const ids = await scanInto(account, project.uuid, await server.serials(3));
  await waitUntilAllHave(ids, 'sent');
  expect(requestsSince(0)).toBeGreaterThan(1);
  expect(await server.savedScans(project.uuid)).toHaveLength(3);
});

test('F01: an edit made while the response was lost is based on the server’s version', async () => {
  const [first = '', second = ''] = await server.serials(2);
  server.proxy.addFault(calls.sendScans, { kind: 'lose_response' });
  const [id = ''] = await scanInto(account, project.uuid, [first]);
  await waitUntil(async () => (await server.savedScans(project.uuid)).length === 1);
  await account.scanCommands.editScan(id, { serial_number: second });
  await account.syncNow();
  await waitUntilAllHave([id], 'sent');
  expect((await server.savedScans(project.uuid)).map((scan) => scan.serial_number)).toEqual([
    second,
  ]);
});

test('F04: one bad item in a batch is rejected with its reason; the others are accepted', async () => {
  const [valid = '', other = ''] = await server.serials(2);
  const ids = await scanInto(account, project.uuid, [valid, '24ZZZZZZ', other]);
  const [first = '', invalid = '', last = ''] = ids;
  await waitUntilAllHave([first, last], 'sent');
  await waitUntilAllHave([invalid], 'refused');
  expect((await scanOf(account, invalid))?.refusal?.code).toBe('unknown_serial');
});

test('F14: the verdict on an item doesn’t wait for the request budget', async () => {
  for (let index = 0; index < 2 * BUDGET_CAPACITY; index += 1)
    void device.transport.call(calls.ping, {}, { budget: 'in_turn' }).catch(() => undefined);
  const [id = ''] = await scanInto(account, project.uuid, ['24ZZZZZW']);
  await waitUntilAllHave([id], 'refused');
});

test('F05: a rejected item is corrected and resent on its own', async () => {
  const [id = ''] = await scanInto(account, project.uuid, ['24ZZZZZY']);
  await waitUntilAllHave([id], 'refused');
  const [corrected = ''] = await server.serials(1);
  await account.scanCommands.editScan(id, { serial_number: corrected });
  await waitUntilAllHave([id], 'sent');
  expect((await scanOf(account, id))?.refusal).toBeNull();
});

test('F05: a rejected item is discarded, and never sent again', async () => {
  const [id = ''] = await scanInto(account, project.uuid, ['24ZZZZZX']);
  await waitUntilAllHave([id], 'refused');
  const before = requestsSince(0);
  await account.scanCommands.removeScan(id);
  expect(await scanOf(account, id)).toBeNull();
  expect((await account.outbox.counts()).total).toBe(0);
  await account.syncNow();
  expect(requestsSince(before)).toBe(0);
});

test('undoing a sent scan removes it from the server too', async () => {
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilAllHave([id], 'sent');
  await account.scanCommands.removeScan(id);
  await waitUntil(async () => (await server.savedScans(project.uuid)).length === 0);
  await waitUntil(async () => (await account.outbox.counts()).kinds.scan.removals === 0);
  expect(await scanOf(account, id)).toBeNull();
});

test('a removal that the server rejects restores the scan, with the reason', async () => {
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntilAllHave([id], 'sent');
  await server.app.db
    .updateTable('projects')
    .set({ status: 2 })
    .where('uuid', '=', project.uuid)
    .execute();
  await account.scanCommands.removeScan(id);
  await waitUntil(async () => (await scanOf(account, id))?.refusal?.code === 'project_not_open');
  expect(await stateOf(id)).toBe('sent');
});

test('F07: a batch that is too large is halved, down to one', async () => {
  const hasSeveralEdits = (body: string) => body.split('"op_id"').length > 2;
  server.proxy.addFault(
    calls.sendScans,
    { kind: 'refuse', code: 'payload_too_large' },
    { times: 99, matches: hasSeveralEdits },
  );
  const ids = await scanInto(account, project.uuid, await server.serials(5));
  await waitUntilAllHave(ids, 'sent');
  expect(await server.savedScans(project.uuid)).toHaveLength(5);
});

test('F16: a batch that a proxy’s page reports as too large is halved, and nothing is rejected', async () => {
  const isBatch = (body: string) => body.split('"op_id"').length > 2;
  server.proxy.addFault(
    calls.sendScans,
    { kind: 'too_large_for_proxy' },
    { times: 99, matches: isBatch },
  );
  const ids = await scanInto(account, project.uuid, await server.serials(5));
  await waitUntilAllHave(ids, 'sent');
  expect(await server.savedScans(project.uuid)).toHaveLength(5);
});

test.each([429, 502, 504])(
  'F16: a proxy’s %i page rejects nothing; the scan waits with the reason and is sent later',
  async (status) => {
    server.proxy.addFault(
      calls.sendScans,
      { kind: 'foreign', status, body: 'html' },
      { times: 999 },
    );
    const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
    const reason = () =>
      account.status().queues.find(({ key }) => key.kind === 'push')?.lastError ?? null;
    const expected = status === 429 ? 'too_many_requests' : 'not_an_answer';
    await waitUntil(() => reason() === expected);
    expect(await scanOf(account, id)).toMatchObject({ state: 'waiting', refusal: null });
    server.proxy.clearFaults();
    await account.syncNow();
    await waitUntilAllHave([id], 'sent');
  },
);

test('F04, F17: a scan on which the server fails is sent after the others, and waits unchanged', async () => {
  const serials = await server.serials(4);
  const isFailingBody = (body: string) => body.includes(serials[1] ?? '');
  server.proxy.addFault(
    calls.sendScans,
    { kind: 'refuse', code: 'internal' },
    { times: 999, matches: isFailingBody },
  );
  const ids = await scanInto(account, project.uuid, serials);
  const [, failing = ''] = ids;
  await waitUntil(async () => {
    await account.syncNow();
    return (
      server.proxy.requestsOf(calls.sendScans).filter(({ body }) => isFailingBody(body)).length > 6
    );
  });
  const others = ids.filter((id) => id !== failing);
  await waitUntilAllHave(others, 'sent');
  expect(await scanOf(account, failing)).toMatchObject({ state: 'waiting', refusal: null });
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntilAllHave([failing], 'sent');
});

test('F11: a captive portal’s page isn’t a response; nothing is marked as sent', async () => {
  server.proxy.addFault('any', { kind: 'html' }, { times: 9999 });
  const [id = ''] = await scanInto(account, project.uuid, await server.serials(1));
  await waitUntil(() => device.connectivity.state() === 'offline');
  expect(await stateOf(id)).toBe('waiting');
  server.proxy.clearFaults();
  device.pageSignals.emit('online');
  await waitUntilAllHave([id], 'sent');
});

const foreignResponses = [
  { kind: 'foreign', status: 401, body: 'html' },
  { kind: 'foreign', status: 413, body: 'html' },
  { kind: 'foreign', status: 200, body: 'json' },
  { kind: 'foreign', status: 403, body: 'json' },
] as const;

test.each(foreignResponses)(
  'F18: a foreign $status with $body rejects nothing and ends no session; afterwards work is sent automatically',
  async (fault) => {
    // After a 413 the halves are sent immediately, so the third request must wait for the check.
    const third = gate();
    server.proxy.addFault(calls.sendScans, fault, { times: 2 });
    server.proxy.addFault(calls.sendScans, { kind: 'hold', until: third.until });
    const before = requestsSince(0);
    const ids = await scanInto(account, project.uuid, await server.serials(2));
    await waitUntil(() => requestsSince(before) >= 2);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['waiting', 'waiting']);
    expect(device.session.state().name).toBe('signed_in');
    third.open();
    await waitUntilAllHave(ids, 'sent');
    expect(await server.savedScans(project.uuid)).toHaveLength(2);
  },
);

test('F15: a verdict of unknown shape is kept and reported, and the others continue', async () => {
  server.proxy.addFault(calls.sendScans, {
    kind: 'rewrite',
    rewrite: (answer) => {
      const { data } = answer as { data: object[] };
      return {
        data: data.map((verdict, index) => (index === 1 ? { ...verdict, status: 299 } : verdict)),
      };
    },
  });
  const ids = await scanInto(account, project.uuid, await server.serials(3));
  await waitUntilAllHave([ids[0] ?? '', ids[2] ?? ''], 'sent');
  // The server did accept it, so the next pull contains it in a known shape.
  await waitUntil(async () => (await stateOf(ids[1] ?? '')) === 'sent');
  expect(account.log().some((event) => event.code === 'unknown_shape')).toBe(true);
});

test('F15: an entity of unknown shape is skipped in a pull; the rest arrives', async () => {
  server.proxy.addFault(calls.listProjects, {
    kind: 'rewrite',
    rewrite: (answer) => {
      const { data, meta } = answer as { data: object[]; meta: object };
      return { data: [{ uuid: 'from the future' }, ...data], meta };
    },
  });
  const other = await server.project('polishOwner');
  await account.syncNow();
  device.pageSignals.emit('visible');
  await waitUntil(
    async () => (await account.collections.projects.findOne(other.uuid).exec()) !== null,
  );
  expect(account.log().some((event) => event.details['collection'] === 'projects')).toBe(true);
});

test('500 scans are sent and pulled by another device', { timeout: 60_000 }, async () => {
  const ids = await scanInto(account, project.uuid, await server.serials(500));
  await waitUntilAllHave(ids, 'sent');
  expect(await server.savedScans(project.uuid)).toHaveLength(500);
  const colleague = await startDevice(server, 'polishStaff');
  const colleagueAccount = await colleague.open();
  await waitUntil(() => colleagueAccount.status().isFirstPullDone);
  const count = await colleagueAccount.collections.scans
    .count({ selector: { projects_id: project.uuid } })
    .exec();
  expect(count).toBe(500);
  await colleagueAccount.erase();
  await colleague.close();
});
