import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { parseOptions } from '#schemas/person-rules.ts';
import { writeGuide } from '#server/guide/write-guide.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { BUDGET_CAPACITY } from '#sync/retry/request-budget.ts';
import type { LocalAccount } from '#sync/account.ts';
import { uploadOf } from '#test/server/photo-upload.ts';
import { type ClubServer, identityOf, startClubServer } from './club-server.ts';
import { gate } from './fault-proxy.ts';
import { type Device, startDevice, waitUntil } from './device.ts';

const { user_id: id, company_id: companyId } = identityOf('polishOwner');
let server: ClubServer;
const devices: Device[] = [];
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.proxy.clearFaults();
  for (const device of devices.splice(0)) {
    await Promise.all(device.accounts().map((account) => account.erase()));
    await device.close();
  }
});

async function openPhone(): Promise<[Device, LocalAccount]> {
  const device = await startDevice(server, 'polishOwner');
  devices.push(device);
  const account = await device.open();
  await waitUntil(async () => (await selfOf(account)) !== null);
  return [device, account];
}
/** A phone whose first requests are done, for tests that count later ones. */
async function openQuietPhone(): Promise<[Device, LocalAccount]> {
  const [device, account] = await openPhone();
  await waitUntil(() => account.status().isFirstPullDone);
  await account.singletons.refresh();
  device.transport.requestBudget.refill();
  return [device, account];
}
const selfOf = ({ singletons }: LocalAccount) => firstValueFrom(singletons.self$);
const avatarOf = ({ singletons }: LocalAccount) => firstValueFrom(singletons.avatar$);

test('F14: the first start on a device needs no more requests than the budget allows immediately', async () => {
  await writeGuide(server.app.db, ['PL'], {
    current_era: '2014',
    eras: [{ id: '2014', sizes: [] }],
    models: [],
    documents: [],
  });
  // Each list is requested from the beginning, and then again for changes made in the meantime.
  const secondList = server.proxy.requestsOf(calls.listAttachments).length + 2;
  const before = server.proxy.requests.length;
  await openPhone();
  await waitUntil(() => server.proxy.requestsOf(calls.listAttachments).length >= secondList);
  expect(server.proxy.requests.length - before).toBeLessThanOrEqual(BUDGET_CAPACITY);
});

describe('the person’s own data', () => {
  test('shows the server’s response to a change immediately', async () => {
    const [{ transport }, account] = await openPhone();
    const body = { name: 'Hanna' };
    const self = await transport.call(accountCalls.updateUser, { params: { id }, body });
    if (!('company' in self)) throw new Error('Another person was changed.');
    await account.singletons.storeSelf(self);
    expect(await selfOf(account)).toMatchObject({ name: 'Hanna' });
    const company = await transport.call(accountCalls.updateCompany, {
      params: { id: companyId },
      body: { city: 'Kraków' },
    });
    await account.singletons.storeCompany(company);
    expect(await selfOf(account)).toMatchObject({ name: 'Hanna', company: { city: 'Kraków' } });
  });

  test('includes the product guide, requested again only when its version changes', async () => {
    const { db } = server.app;
    const write = (era: string) =>
      writeGuide(db, ['PL'], {
        current_era: era,
        eras: [{ id: era, sizes: [] }],
        models: [],
        documents: [],
      });
    await write('2014');
    const requests = () => server.proxy.requestsOf(calls.getProductGuide).length;
    const before = requests();
    const [{ transport }, account] = await openPhone();
    const refresh = () => {
      transport.requestBudget.refill();
      return account.singletons.refresh();
    };
    const guideOf = () => firstValueFrom(account.singletons.productGuide$);
    await waitUntil(async () => (await guideOf())?.guide.current_era === '2014');
    await refresh();
    expect(requests()).toBe(before + 1);

    await write('2030');
    await refresh();
    expect((await guideOf())?.guide.current_era).toBe('2030');

    await db.deleteFrom('product_guides').where('region', '=', 'PL').execute();
    await refresh();
    expect(await guideOf()).toBeNull();
  });

  test('is requested again automatically if the response was lost', async () => {
    const configurationRequests = () => server.proxy.requestsOf(calls.getConfiguration).length;
    const before = configurationRequests();
    server.proxy.addFault(calls.getConfiguration, { kind: 'lose_response' }, { times: 2 });
    const [, account] = await openPhone();
    await waitUntil(async () => (await firstValueFrom(account.singletons.configuration$)) !== null);
    expect(configurationRequests()).toBe(before + 3);
  });

  test('shows a changed option immediately, even offline, and sends it with the next change', async () => {
    const [{ transport }, account] = await openPhone();
    const { singletons } = account;
    const readOnServer = async () => {
      const row = server.app.db.selectFrom('installers').select('options').where('id', '=', id);
      return parseOptions((await row.executeTakeFirstOrThrow()).options);
    };
    server.proxy.addFault(calls.updateUser, { kind: 'bad_gateway' });
    await singletons.saveOptions('{"expPtsSeen":"2026-10-01"}');
    await singletons.saveOptions('{"consentSeen":true}');
    const noted = { expPtsSeen: '2026-10-01', consentSeen: true };
    expect(parseOptions((await selfOf(account))?.options ?? '')).toMatchObject(noted);
    // Another phone has saved another option in the meantime.
    const options = '{"other":1,"expPtsSeen":"2025-10-01"}';
    await server.app.db.updateTable('installers').set({ options }).where('id', '=', id).execute();
    server.proxy.clearFaults();
    transport.requestBudget.refill();
    await singletons.refresh();
    expect(await readOnServer()).toEqual({ other: 1, ...noted });
    expect(parseOptions((await selfOf(account))?.options ?? '')).toEqual({ other: 1, ...noted });
  });

  test('shows a new profile picture on other devices, and removes a deleted one', async () => {
    const [{ transport }, account] = await openPhone();
    const [, other] = await openPhone();
    expect(await avatarOf(other)).toBeNull();
    const body = uploadOf(drawDemoPhoto());
    const self = await transport.call(accountCalls.uploadAvatar, { params: { id }, body });
    await account.singletons.storeSelf(self);
    expect(await avatarOf(account)).toMatchObject({ uuid: body.fields.uuid });
    await other.singletons.refresh();
    expect(await avatarOf(other)).toMatchObject({ uuid: body.fields.uuid });
    await account.singletons.storeSelf(
      await transport.call(accountCalls.deleteAvatar, { params: { id } }),
    );
    await other.singletons.refresh();
    expect([await avatarOf(account), await avatarOf(other)]).toEqual([null, null]);
  });
});

test('the remaining points are shown immediately after an order, and no earlier response overwrites them', async () => {
  const [{ transport }, account] = await openQuietPhone();
  const pointsOf = async () =>
    (await firstValueFrom(account.singletons.pointsSummary$))?.company_points;
  const pointsBefore = (await pointsOf()) ?? 0;
  const requestGate = gate();
  const summaryRequests = () => server.proxy.requestsOf(calls.getPointsSummary).length;
  const before = summaryRequests();
  server.proxy.addFault(calls.getPointsSummary, { kind: 'hold', until: requestGate.until });
  const refreshed = account.singletons.refreshAfter(['ledger']);
  await waitUntil(() => Promise.resolve(summaryRequests() === before + 1));
  await account.singletons.storePoints(pointsBefore - 50);
  expect(await pointsOf()).toBe(pointsBefore - 50);
  requestGate.open();
  await refreshed;
  // The request that started before the order is repeated, so the server's newest value is shown.
  expect(summaryRequests()).toBe(before + 2);
  const params = { id: companyId };
  const updated = await transport.call(calls.getPointsSummary, { params });
  expect(await pointsOf()).toBe(updated.company_points);
});

describe('a response older than a change', () => {
  test('is requested again if something changes during the request', async () => {
    const [, account] = await openQuietPhone();
    const requestGate = gate();
    server.proxy.addFault(calls.getSignedInUser, { kind: 'hold', until: requestGate.until });
    const before = server.proxy.requestsOf(calls.getSignedInUser).length;
    const userRequests = () => server.proxy.requestsOf(calls.getSignedInUser).length - before;
    const refreshing = [account.singletons.refresh()];
    await waitUntil(() => userRequests() > 0);
    // The response in flight is older than the change.
    refreshing.push(account.singletons.refresh(), account.singletons.refresh());
    requestGate.open();
    await Promise.all(refreshing);
    expect(userRequests()).toBe(2);
  });

  test.each(['same', 'other'])('doesn’t overwrite a change in the %s tab', async (tab) => {
    const [device, account] = await openQuietPhone();
    const changingTab = tab === 'other' ? await device.open() : account;
    const userBefore = await device.transport.call(calls.getSignedInUser, {});
    await account.singletons.refresh();
    const requestGate = gate();
    server.proxy.addFault(calls.getSignedInUser, { kind: 'hold', until: requestGate.until });
    const before = server.proxy.requestsOf(calls.getSignedInUser).length;
    const refreshing = account.singletons.refresh();
    await waitUntil(() => server.proxy.requestsOf(calls.getSignedInUser).length > before);
    await changingTab.singletons.storeSelf({ ...userBefore, name: 'Newer' });
    const nameInFirstTab = async () => (await selfOf(account))?.name;
    await waitUntil(async () => (await nameInFirstTab()) === 'Newer');
    requestGate.open();
    await refreshing;
    expect(await nameInFirstTab()).toBe('Newer');
  });
});
