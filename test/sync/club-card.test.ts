import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { setCardStatus } from '#server/card/issue-card.ts';
import type { LocalAccount } from '#sync/account.ts';
import { enableCards, issueCardTo } from '#test/server/card-setup.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import { type ClubServer, identityOf, startClubServer } from './club-server.ts';
import { type Device, startDevice, waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';

const params = { id: identityOf('polishOwner').company_id };
let server: ClubServer;
const devices: Device[] = [];
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(() => enableCards(server.app, 'polishOwner', 'decorOwner'));
afterEach(async () => {
  server.proxy.clearFaults();
  server.proxy.isDown = false;
  for (const device of devices.splice(0)) {
    await Promise.all(device.accounts().map((account) => account.erase()));
    await device.close();
  }
});

async function openPhone(accountKey: AccountKey = 'polishOwner'): Promise<[Device, LocalAccount]> {
  const device = await startDevice(server, accountKey);
  devices.push(device);
  const account = await device.open();
  await waitUntil(async () => (await firstValueFrom(account.singletons.self$)) !== null);
  return [device, account];
}
const cardOf = async ({ singletons }: LocalAccount) =>
  (await firstValueFrom(singletons.clubCard$))?.card ?? null;
const waitUntilLoaded = (account: LocalAccount) =>
  waitUntil(async () => (await cardOf(account)) !== null);
const cardRequests = () => server.proxy.requestsOf(calls.getClubCard).length;

describe('the club card on the device', () => {
  test('is available offline in its last known state', async () => {
    const [device, account] = await openPhone();
    await waitUntilLoaded(account);
    await account.close();
    server.proxy.isDown = true;
    const reopenedAccount = await device.open();
    await waitUntil(async () => (await cardOf(reopenedAccount))?.pending_edenred_card === 0);
    expect(await firstValueFrom(reopenedAccount.singletons.clubCard$)).toMatchObject({
      topUps: [],
    });
  });

  test('shows the server’s response immediately after its number is entered', async () => {
    const [{ transport }, account] = await openPhone();
    await waitUntilLoaded(account);
    const body = { card_serial_number: await issueCardTo(server.app, 'polishOwner') };
    const card = await transport.call(calls.registerClubCard, { params, body });
    await account.singletons.storeCard(card);
    expect(await cardOf(account)).toMatchObject({ currentCard: { status: 'ISSUED' } });
    const self = await firstValueFrom(account.singletons.self$);
    expect(self?.company.edenred_card).toBe(body.card_serial_number);
  });

  test('isn’t overwritten by a response to an earlier request', async () => {
    const [{ transport }, account] = await openPhone();
    await waitUntilLoaded(account);
    transport.requestBudget.refill();
    await account.singletons.refresh();
    const requestGate = gate();
    server.proxy.addFault(calls.listClubCardTopUps, { kind: 'hold', until: requestGate.until });
    const before = cardRequests();
    const fetching = account.singletons.fetchCard();
    await waitUntil(() => cardRequests() > before);
    const body = { card_serial_number: await issueCardTo(server.app, 'polishOwner') };
    await account.singletons.storeCard(
      await transport.call(calls.registerClubCard, { params, body }),
    );
    requestGate.open();
    await fetching;
    expect((await cardOf(account))?.edenred_card).toBe(body.card_serial_number);
  });

  test('is updated by the stream of changes', async () => {
    const [{ transport }, account] = await openPhone();
    await waitUntilLoaded(account);
    await waitUntil(() => server.proxy.openStreams() > 0);
    const number = await issueCardTo(server.app, 'polishOwner');
    await waitUntil(async () => (await cardOf(account))?.pending_edenred_card === 1);
    const body = { card_serial_number: number };
    await account.singletons.storeCard(
      await transport.call(calls.registerClubCard, { params, body }),
    );
    await setCardStatus(number, 'ACTIVE', server.app.services);
    await waitUntil(async () => (await cardOf(account))?.currentCard?.status === 'ACTIVE');
  });

  test('isn’t requested for people who can’t have one', async () => {
    const before = cardRequests();
    const [, account] = await openPhone('decorOwner');
    await account.singletons.refresh();
    await account.singletons.fetchCard();
    expect(cardRequests()).toBe(before);
    expect(await cardOf(account)).toBeNull();
  });
});
