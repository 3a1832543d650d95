import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { cardList, requestList } from '#server/card/list-cards.ts';
import { scopedQueries, type RegionTable } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { enableCards, nextCardNumber, registerCardNumber } from './card-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { accounts } from './test-accounts.ts';

const why = 'agreed with the vendor';
const { companyId: company } = accounts.polishOwner;
const czechia = regionIdOf('CZ');

let server: OrderConsole;
let token: string;
beforeAll(async () => {
  server = await startOrderConsole();
  token = await server.signIn('shop');
});
beforeEach(async () => {
  await server.db
    .updateTable('orders')
    .set({ type: 'COMPACON' })
    .where('type', '=', 'EDENRED_CARD')
    .execute();
  await enableCards(server, 'polishOwner', 'czechOwner');
});
afterAll(() => server.close());

/** Issues a card to the Polish company. */
async function issue(
  number = nextCardNumber(),
  { order = null, key = randomUUID() }: { order?: string | null; key?: string } = {},
) {
  const input = {
    params: { id: company },
    body: { number, order, why },
    headers: { 'idempotency-key': key },
  };
  return server.operate(operatorCalls.issueCard, input, token);
}
const read = async (id: string) =>
  (await server.operate(operatorCalls.readCard, { params: { id } }, token)).result;
const setState = async (id: string, state: 'active' | 'blocked', reason?: string) => {
  const { rev } = await read(id);
  const body = { state, rev, why, ...(reason !== undefined && { reason }) };
  return server.operate(operatorCalls.setCardState, { params: { id }, body }, token);
};
const replace = async (id: string, number: string) => {
  const { rev } = await read(id);
  return server.operate(
    operatorCalls.replaceCard,
    { params: { id }, body: { number, rev, why } },
    token,
  );
};
const list = async (
  query: { state?: 'requested' | 'issued' | 'active' | 'blocked'; search?: string } = {},
  session = token,
) => (await server.operate(operatorCalls.listCards, { query }, session)).result;
/** The company's card in the app. */
const readInApp = async () =>
  (
    await server.call(
      calls.getClubCard,
      { params: { id: company } },
      await server.tokenOf('polishOwner'),
    )
  ).result;
const register = async (number: string) =>
  registerCardNumber(server, number, 'polishOwner', await server.tokenOf('polishOwner'));

/** Places an order of a card. */
async function orderCard(): Promise<string> {
  const [id = ''] = await server.newOrders(1);
  await server.db
    .updateTable('orders')
    .set({ type: 'EDENRED_CARD' })
    .where('uuid', '=', id)
    .execute();
  return id;
}

describe('a requested card', () => {
  test('is listed until it is issued, which completes its order once', async () => {
    const order = await orderCard();
    const { data } = await list({ state: 'requested' });
    expect(data).toMatchObject([{ id: order, digits: null, company: { id: company } }]);
    expect(data[0]?.person).toMatch(/^\S+ \S\.$/);
    const number = nextCardNumber();
    const key = randomUUID();
    const issued = await issue(number, { order, key });
    expect((await issue(number, { order, key })).result).toEqual(issued.result);
    expect((await list({ state: 'requested' })).data).toEqual([]);
    expect(await server.statusOf(order)).toBe(orderStatuses.positive);
    const entries = await server.db
      .selectFrom('ledger')
      .select(['event', 'variation'])
      .where('order_uuid', '=', order)
      .orderBy('rev')
      .execute();
    expect(entries).toEqual([
      { event: 'order_reservation', variation: 'reserved' },
      { event: 'order_reservation', variation: 'positive' },
      { event: 'order_complete', variation: 'negative' },
    ]);
    const card = { id: issued.result.id, digits: number.slice(-4) };
    const { result } = await server.operate(
      operatorCalls.readOrder,
      { params: { id: order } },
      token,
    );
    expect(result.card).toEqual(card);
    expect(await read(card.id)).toMatchObject({ ...card, state: 'issued', order: { id: order } });
  });

  test('isn’t issued for an order that isn’t for a card, has one, or was rejected', async () => {
    const [goods = ''] = await server.newOrders(1);
    expect((await issue(undefined, { order: goods })).errors).toMatchObject([
      { code: 'conflict', reason: 'card_order' },
    ]);
    const order = await orderCard();
    await server.db
      .updateTable('orders')
      .set({ status: orderStatuses.negative })
      .where('uuid', '=', order)
      .execute();
    expect((await issue(undefined, { order })).errors).toMatchObject([
      { code: 'conflict', reason: 'order_negative' },
    ]);
    expect((await list()).data).toEqual([]);
  });
});

test('an order that another operator has claimed can’t be decided by others', async () => {
  const order = await orderCard();
  const colleague = await server.signIn('shop');
  const body = { skipped: [], opened: order };
  await server.operate(operatorCalls.claimOrders, { body }, colleague);
  expect((await issue(undefined, { order: order.toUpperCase() })).errors).toMatchObject([
    { code: 'conflict', reason: 'claimed' },
  ]);
  await server.operate(operatorCalls.claimOrders, { body }, token);
  expect((await issue(undefined, { order })).status).toBe(201);
});

describe('a completed order of a card', () => {
  const reopening = async (id: string) =>
    (await server.operate(operatorCalls.readOrder, { params: { id } }, token)).result.reopening;
  const reopen = async (id: string) => {
    const { result } = await server.operate(operatorCalls.readOrder, { params: { id } }, token);
    const body = { rev: result.rev, reason: 'The card was lost.', why };
    return server.operate(operatorCalls.reopenOrder, { params: { id }, body }, token);
  };

  test('can’t be taken back until its card is blocked, which then stays closed', async () => {
    const order = await orderCard();
    const { id } = (await issue(undefined, { order })).result;
    expect(await reopening(order)).toBe('card');
    expect((await reopen(order)).errors).toMatchObject([{ reason: 'order_card_issued' }]);
    await setState(id, 'blocked');
    expect(await reopening(order)).toBe('possible');
    expect((await reopen(order)).result.state).toBe('failed');
    expect(await read(id)).toMatchObject({ state: 'closed', order: null });
    expect((await setState(id, 'active')).errors).toMatchObject([{ reason: 'card_state' }]);
    const cardChanges = await server.db
      .selectFrom('operator_audit')
      .select(['before', 'after', 'region_id'])
      .where('act', '=', 'reopenOrder')
      .where('kind', '=', 'change')
      .where('record_id', '=', id)
      .execute();
    expect(cardChanges).toEqual([
      { before: { state: 'blocked' }, after: { state: 'closed' }, region_id: poland },
    ]);
    // Another card can be issued for it.
    expect((await issue(undefined, { order })).status).toBe(201);
  });

  test('can’t be taken back while a card that replaced its card is valid', async () => {
    const order = await orderCard();
    const { id } = (await issue(undefined, { order })).result;
    const replacement = (await replace(id, nextCardNumber())).result.id;
    expect(await read(replacement)).toMatchObject({ state: 'issued', order: { id: order } });
    expect((await reopen(order)).errors).toMatchObject([{ reason: 'order_card_issued' }]);
    // Simulate a replacement from before replacements kept the order.
    const withoutOrder = { order_uuid: null };
    await server.db
      .updateTable('club_cards')
      .set(withoutOrder)
      .where('uuid', '=', replacement)
      .execute();
    expect(await reopening(order)).toBe('card');
    await setState(replacement, 'blocked');
    expect((await reopen(order)).result.state).toBe('failed');
  });
});

describe('a card', () => {
  test('is shown by the app with each state that an operator sets', async () => {
    const number = nextCardNumber();
    const { id } = (await issue(number)).result;
    expect(await readInApp()).toMatchObject({ edenred_card: null, pending_edenred_card: 1 });
    await register(number);
    expect(await readInApp()).toMatchObject({ currentCard: { status: 'ISSUED' } });
    expect(await read(id)).toMatchObject({ is_current: true, state: 'issued' });
    expect((await setState(id, 'active')).status).toBe(200);
    expect(await readInApp()).toMatchObject({ currentCard: { status: 'ACTIVE' } });
    expect((await setState(id, 'blocked', 'The card was stolen.')).status).toBe(200);
    expect(await readInApp()).toMatchObject({ currentCard: { status: 'BLOCKED' } });
    const { result } = await server.call(
      calls.listNotifications,
      { query: {} },
      await server.tokenOf('polishOwner'),
    );
    const texts = result.data.flatMap(({ event, text }) => (event === 'card_blocked' ? text : []));
    expect(texts.filter((text) => text.includes('The card was stolen.'))).toHaveLength(1);
    expect((await setState(id, 'active')).status).toBe(200);
    expect(await readInApp()).toMatchObject({ currentCard: { status: 'ACTIVE' } });
  });

  test('is replaced by another one, which the company registers', async () => {
    const first = nextCardNumber();
    const { id } = (await issue(first)).result;
    await register(first);
    const second = nextCardNumber();
    const replaced = await replace(id, second);
    expect(replaced.status).toBe(201);
    expect(await read(id)).toMatchObject({ state: 'closed' });
    expect((await replace(id, nextCardNumber())).errors).toMatchObject([{ reason: 'card_state' }]);
    expect(await readInApp()).toMatchObject({
      currentCard: { status: 'CLOSED' },
      pending_edenred_card: 1,
    });
    expect((await register(second)).status).toBe(200);
    expect(await readInApp()).toMatchObject({ edenred_card: second, pending_edenred_card: 0 });
  });

  test('isn’t issued twice, or to a company that already has one or isn’t allowed to have one', async () => {
    const number = nextCardNumber();
    const { id } = (await issue(number)).result;
    expect((await issue()).errors).toMatchObject([{ reason: 'card_usable' }]);
    await setState(id, 'blocked');
    expect((await issue(number)).errors).toMatchObject([{ reason: 'card_number_used' }]);
    await issue();
    expect((await setState(id, 'active')).errors).toMatchObject([{ reason: 'card_usable' }]);
    expect((await setState(id, 'blocked')).errors).toMatchObject([{ reason: 'card_state' }]);
    await enableCards(server, 'polishOwner');
    await server.db
      .updateTable('companies')
      .set({ has_edenred_card: false })
      .where('id', '=', company)
      .execute();
    expect((await issue()).errors).toMatchObject([{ reason: 'card_not_allowed' }]);
  });

  test('that changed in the meantime isn’t changed', async () => {
    const { id } = (await issue()).result;
    const { rev } = await read(id);
    const block = () =>
      server.operate(
        operatorCalls.setCardState,
        { params: { id }, body: { state: 'blocked', rev, why } },
        token,
      );
    const outcomes = await Promise.all([block(), block()]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('the list of cards', () => {
  test('is searched by the last digits and by the company', async () => {
    const number = nextCardNumber();
    const { id } = (await issue(number)).result;
    const { name } = (await list()).data[0]?.company ?? { name: '' };
    expect((await list({ search: number.slice(-4) })).data).toMatchObject([{ id }]);
    expect((await list({ search: name })).data).toMatchObject([{ id }]);
    expect((await list({ search: number })).data).toEqual([]);
    expect((await list({ state: 'blocked' })).data).toEqual([]);
    expect((await list({ state: 'issued' })).data).toMatchObject([{ id }]);
  });

  test('and each card are hidden from other countries, and viewers can’t act', async () => {
    const { id } = (await issue()).result;
    const czechShop = await server.signIn('shop', [czechia]);
    expect((await list({}, czechShop)).data).toEqual([]);
    const input = { params: { id }, body: { state: 'blocked', rev: 1, why } } as const;
    expect((await server.operate(operatorCalls.setCardState, input, czechShop)).code).toBe(
      'not_found',
    );
    const viewer = await server.signIn('viewer');
    expect((await list({}, viewer)).data).toHaveLength(1);
    expect((await server.operate(operatorCalls.setCardState, input, viewer)).code).toBe(
      'forbidden',
    );
    const support = await server.signIn('support');
    expect((await server.operate(operatorCalls.listCards, { query: {} }, support)).code).toBe(
      'forbidden',
    );
  });

  test.each([
    ['all', {}, 'club_cards_list'],
    ['blocked', { state: 'blocked' }, 'club_cards_by_status'],
    ['digits', { search: '0001' }, 'club_cards_by_digits'],
  ] as const)('is read from its index: %s', async (_name, query, index) => {
    expect(await planOf(cardList(query, { regions: [poland] }))).toContain(`using ${index}`);
  });

  test('of requests is read from its index', async () => {
    const plan = await planOf(requestList({}, { regions: [poland] }));
    expect(plan).toContain('using orders_open_by_type');
  });
});

/** Query plan of a page after a cursor. */
function planOf<Table extends RegionTable>(cards: Parameters<typeof selectPageKeys<Table>>[2]) {
  return server.db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const page = { cursor: ['2026-01-01 00:00:00+00', randomUUID()], limit: 50 };
    const query = selectPageKeys(scopedQueries(trx, [poland]), [poland], cards, page);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('the audit and the timeline have each change, but no complete card number', async () => {
  const [first, second] = [nextCardNumber(), nextCardNumber()];
  const { id } = (await issue(first)).result;
  await register(first);
  await setState(id, 'active');
  await setState(id, 'blocked');
  await replace(id, second);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['act', 'before', 'after', 'region_id'])
    .where('kind', '=', 'change')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  const masked = `…${first.slice(-4)}`;
  expect(changes.map(({ act, before, after }) => [act, before, after])).toEqual([
    ['issueCard', null, { state: 'issued', number: masked }],
    ['setCardState', { state: 'issued' }, { state: 'active' }],
    ['setCardState', { state: 'active' }, { state: 'blocked' }],
    ['replaceCard', { state: 'blocked' }, { state: 'closed' }],
  ]);
  expect(new Set(changes.map(({ region_id }) => region_id))).toEqual(new Set([poland]));
  const timeline = await server.operate(
    operatorCalls.listCardTimeline,
    { params: { id }, query: {} },
    token,
  );
  const events = timeline.result.data.map(({ what }) => what);
  expect(events.toSorted()).toEqual(
    ['issueCard', 'registered_card', 'setCardState', 'setCardState', 'replaceCard'].toSorted(),
  );
  const lead = await server.signIn('country_lead');
  const responses = [
    timeline.result,
    await list(),
    await read(id),
    (await server.operate(operatorCalls.readCompanyFile, { params: { id: company } }, lead)).result,
    (
      await server.operate(
        operatorCalls.listCompanyRecords,
        { params: { id: company }, query: { kind: 'cards' } },
        lead,
      )
    ).result,
  ];
  const { rows: stored } = await sql`
    select * from (select to_jsonb(a)::text as row from operator_audit a
      union all select to_jsonb(r)::text from idempotency_keys r) as text
    where row like ${`%${first}%`} or row like ${`%${second}%`}`.execute(server.db);
  expect(stored).toEqual([]);
  const text = JSON.stringify(responses);
  expect(text).toContain(first.slice(-4));
  expect([text.includes(first), text.includes(second)]).toEqual([false, false]);
});
