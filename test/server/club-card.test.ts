import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { issueCard, setCardStatus } from '#server/card/issue-card.ts';
import {
  enableCards,
  nextCardNumber,
  issueCardTo,
  activateCard,
  registerCardNumber,
} from './card-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());
beforeEach(() => enableCards(server, 'polishOwner', 'czechOwner'));

const readCard = async (account: AccountKey = 'polishOwner', owner: AccountKey = account) => {
  const params = { id: accounts[owner].companyId };
  return server.call(calls.getClubCard, { params }, await server.tokenOf(account));
};
const verify = async (number: string, account: AccountKey = 'polishOwner') =>
  registerCardNumber(server, number, account, await server.tokenOf(account));
const notificationsOf = async (account: AccountKey) => {
  const { result } = await server.call(
    calls.listNotifications,
    { query: {} },
    await server.tokenOf(account),
  );
  return result.data;
};

describe('a received card', () => {
  test('is registered by its number, by owners and staff, and then shown in the company', async () => {
    const number = await issueCardTo(server, 'polishOwner');
    expect((await readCard()).result).toEqual({
      edenred_card: null,
      has_edenred_card: 1,
      pending_edenred_card: 1,
      currentCard: null,
    });
    const registerResponse = await verify(number, 'polishStaff');
    expect(registerResponse.status).toBe(200);
    expect(registerResponse.result).toEqual({
      edenred_card: number,
      has_edenred_card: 1,
      pending_edenred_card: 0,
      currentCard: { status: 'ISSUED' },
    });
    expect((await readCard()).result).toEqual(registerResponse.result);
    const selfResponse = await server.call(
      calls.getSignedInUser,
      {},
      await server.tokenOf('polishOwner'),
    );
    expect(selfResponse.result.company.edenred_card).toBe(number);
  });

  test('F01: registering the same number again changes nothing; F02: nor do two concurrent requests', async () => {
    const number = await issueCardTo(server, 'polishOwner');
    const responses = await Promise.all([verify(number), verify(number)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const changes = () =>
      server.db
        .selectFrom('account_changes')
        .select('id')
        .where('company_id', '=', accounts.polishOwner.companyId)
        .execute();
    const before = await changes();
    expect((await verify(number)).result).toEqual(responses[0].result);
    expect(await changes()).toEqual(before);
  });

  test('is rejected with the same error if unknown, another company’s, or blocked', async () => {
    const inUse = await activateCard(server, 'czechOwner', await server.tokenOf('czechOwner'));
    const czechCard = await issueCardTo(server, 'czechOwner');
    const blockedCard = await issueCardTo(server, 'polishOwner');
    await setCardStatus(blockedCard, 'BLOCKED', server.services);
    const responses = await Promise.all(
      [nextCardNumber(), czechCard, inUse, blockedCard].map((number) => verify(number)),
    );
    const [first] = responses;
    expect([first?.status, first?.code]).toEqual([404, 'card_not_found']);
    for (const { errors } of responses) expect(errors).toEqual(first?.errors);
    expect((await readCard()).result.edenred_card).toBeNull();
  });

  test('replaces an unusable card, but not a usable one', async () => {
    const first = await activateCard(server, 'polishOwner', await server.tokenOf('polishOwner'));
    const second = await issueCardTo(server, 'polishOwner');
    expect((await verify(second)).code).toBe('card_registered');
    await setCardStatus(first, 'BLOCKED', server.services);
    expect((await readCard()).result.currentCard).toEqual({ status: 'BLOCKED' });
    expect((await verify(second)).result).toMatchObject({
      edenred_card: second,
      currentCard: { status: 'ISSUED' },
    });
  });

  test.each(['', '481000000', '48100000001', '48100000o1', '４８１００００００1'])(
    'isn’t looked up by %j, which isn’t a card number',
    async (input) => {
      expect((await verify(input)).code).toBe('invalid_input');
    },
  );
});

describe('a club card of another company', () => {
  test('another company’s card isn’t found, to view or to register', async () => {
    expect((await readCard('polishOwner', 'czechOwner')).status).toBe(404);
    const params = { id: accounts.czechOwner.companyId };
    const body = { card_serial_number: await issueCardTo(server, 'czechOwner') };
    const token = await server.tokenOf('polishOwner');
    const response = await server.call(calls.registerClubCard, { params, body }, token);
    expect([response.status, response.code]).toEqual([404, 'not_found']);
    expect((await readCard('czechOwner')).result.edenred_card).toBeNull();
  });

  test('decor roles and companies that aren’t eligible have no card', async () => {
    await enableCards(server, 'decorOwner');
    await server.db
      .updateTable('companies')
      .set({ has_edenred_card: false })
      .where('id', '=', accounts.czechOwner.companyId)
      .execute();
    for (const account of ['decorOwner', 'decorStaff', 'czechOwner'] as const) {
      expect((await readCard(account)).status).toBe(404);
      expect((await verify(nextCardNumber(), account)).code).toBe('not_found');
      const token = await server.tokenOf(account);
      const { result } = await server.call(calls.listClubCardTopUps, { query: {} }, token);
      expect(result).toEqual({ data: [], meta: { last_page: 1, total: 0 } });
    }
    const { companyId } = accounts.czechOwner;
    await expect(issueCard(companyId, nextCardNumber(), server.services)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('numbers can’t be guessed: ten tries an hour per company', async () => {
    const strictServer = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      await enableCards(strictServer, 'polishOwner');
      const number = await issueCardTo(strictServer, 'polishOwner');
      const verifyAs = async (account: AccountKey, input: string) =>
        registerCardNumber(strictServer, input, account, await strictServer.tokenOf(account));
      for (let index = 0; index < 10; index += 1) {
        const account = index % 2 === 0 ? 'polishOwner' : 'polishStaff';
        expect((await verifyAs(account, nextCardNumber())).code).toBe('card_not_found');
      }
      const rejectedResponse = await verifyAs('polishOwner', number);
      expect([rejectedResponse.status, rejectedResponse.code]).toEqual([429, 'too_many_requests']);
      strictServer.clock.advance(Number(rejectedResponse.headers['retry-after']) * 1000);
      const { token } = await strictServer.signInAs('polishOwner');
      expect((await registerCardNumber(strictServer, number, 'polishOwner', token)).status).toBe(
        200,
      );
      expect(strictServer.log.join('\n')).not.toContain(number);
    } finally {
      await strictServer.close();
    }
  });
});

describe('an operator', () => {
  test('notifies the company’s people of each step, in their language, but not decor people', async () => {
    // Advance the clock between events, so that their order is certain.
    server.clock.advance(1000);
    const number = await issueCardTo(server, 'polishOwner');
    const before = (await notificationsOf('polishStaff')).length;
    server.clock.advance(1000);
    await setCardStatus(number, 'ACTIVE', server.services);
    // Repeating a status changes nothing.
    await setCardStatus(number, 'ACTIVE', server.services);
    server.clock.advance(1000);
    await setCardStatus(number, 'BLOCKED', server.services);
    const news = (await notificationsOf('polishStaff')).slice(0, 3);
    expect((await notificationsOf('polishStaff')).length).toBe(before + 2);
    expect(news.map(({ event }) => event)).toEqual(['card_blocked', 'card_active', 'card_issued']);
    expect(news[1]?.title).toBe('Karta klubowa jest aktywna');
    expect(JSON.stringify(news)).not.toContain(number);
    expect(
      (await notificationsOf('decorOwner')).filter(({ event }) => event.startsWith('card_')),
    ).toEqual([]);
  });

  test('can issue a number only once, and can change only issued cards', async () => {
    const number = await issueCardTo(server, 'polishOwner');
    const { companyId } = accounts.czechOwner;
    await expect(issueCard(companyId, number, server.services)).rejects.toMatchObject({
      code: 'conflict',
    });
    const unknownChange = setCardStatus(nextCardNumber(), 'ACTIVE', server.services);
    await expect(unknownChange).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can’t change a closed card, or activate one beside another usable card', async () => {
    const [closed, usable] = [
      await issueCardTo(server, 'polishOwner'),
      await issueCardTo(server, 'polishOwner'),
    ];
    const activate = (number: string) => setCardStatus(number, 'ACTIVE', server.services);
    await expect(activate(usable)).rejects.toMatchObject({
      errors: [{ code: 'conflict', reason: 'card_usable' }],
    });
    await server.db
      .updateTable('club_cards')
      .set({ status: 'CLOSED' })
      .where('serial_number', '=', closed)
      .execute();
    const isClosed = { errors: [{ code: 'conflict', reason: 'card_state' }] };
    await expect(activate(closed)).rejects.toMatchObject(isClosed);
    await expect(setCardStatus(closed, 'BLOCKED', server.services)).rejects.toMatchObject(isClosed);
    await activate(usable);
  });
});
