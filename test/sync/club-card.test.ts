import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { setCardStatus } from '#server/card/issue-card.ts';
import type { LocalAccount } from '#sync/account.ts';
import { allowCards, sendCard } from '#test/server/card-setup.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import { type ClubServer, identityOf, startClubServer } from './club-server.ts';
import { type Device, startDevice, until } from './device.ts';
import { gate } from './fault-proxy.ts';

const params = { id: identityOf('polishOwner').company_id };
let server: ClubServer;
const devices: Device[] = [];
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(() => allowCards(server.app, 'polishOwner', 'decorOwner'));
afterEach(async () => {
  server.proxy.mend();
  server.proxy.isDown = false;
  for (const device of devices.splice(0)) {
    await Promise.all(device.accounts().map((account) => account.erase()));
    await device.close();
  }
});

async function phone(who: AccountKey = 'polishOwner'): Promise<[Device, LocalAccount]> {
  const device = await startDevice(server, who);
  devices.push(device);
  const account = await device.open();
  await until(async () => (await firstValueFrom(account.singletons.self$)) !== null);
  return [device, account];
}
const cardOf = async ({ singletons }: LocalAccount) =>
  (await firstValueFrom(singletons.clubCard$))?.card ?? null;
const known = (account: LocalAccount) => until(async () => (await cardOf(account)) !== null);
const asked = () => server.proxy.requestsOf(calls.getClubCard).length;

describe('the club card on the device', () => {
  test('is available offline, as last seen online', async () => {
    const [device, account] = await phone();
    await known(account);
    await account.close();
    server.proxy.isDown = true;
    const again = await device.open();
    await until(async () => (await cardOf(again))?.pending_edenred_card === 0);
    expect(await firstValueFrom(again.singletons.clubCard$)).toMatchObject({ topUps: [] });
  });

  test('shows the server’s response to its number at once', async () => {
    const [{ transport }, account] = await phone();
    await known(account);
    const body = { card_serial_number: await sendCard(server.app, 'polishOwner') };
    const card = await transport.call(calls.registerClubCard, { params, body });
    await account.singletons.storeCard(card);
    expect(await cardOf(account)).toMatchObject({ currentCard: { status: 'ISSUED' } });
    const self = await firstValueFrom(account.singletons.self$);
    expect(self?.company.edenred_card).toBe(body.card_serial_number);
  });

  test('isn’t overwritten by a response to an earlier request', async () => {
    const [{ transport }, account] = await phone();
    await known(account);
    transport.requestBudget.refill();
    await account.singletons.refresh();
    const held = gate();
    server.proxy.break(calls.listClubCardTopUps, { kind: 'hold', until: held.until });
    const before = asked();
    const fetching = account.singletons.fetchCard();
    await until(() => asked() > before);
    const body = { card_serial_number: await sendCard(server.app, 'polishOwner') };
    await account.singletons.storeCard(
      await transport.call(calls.registerClubCard, { params, body }),
    );
    held.open();
    await fetching;
    expect((await cardOf(account))?.edenred_card).toBe(body.card_serial_number);
  });

  test('is updated by the stream of changes', async () => {
    const [{ transport }, account] = await phone();
    await known(account);
    await until(() => server.proxy.openStreams() > 0);
    const number = await sendCard(server.app, 'polishOwner');
    await until(async () => (await cardOf(account))?.pending_edenred_card === 1);
    const body = { card_serial_number: number };
    await account.singletons.storeCard(
      await transport.call(calls.registerClubCard, { params, body }),
    );
    await setCardStatus(number, 'ACTIVE', server.app.services);
    await until(async () => (await cardOf(account))?.currentCard?.status === 'ACTIVE');
  });

  test('isn’t requested for people who can’t have one', async () => {
    const before = asked();
    const [, account] = await phone('decorOwner');
    await account.singletons.refresh();
    await account.singletons.fetchCard();
    expect(asked()).toBe(before);
    expect(await cardOf(account)).toBeNull();
  });
});
