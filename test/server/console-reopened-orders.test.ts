import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { loadCompanyBalance } from '#server/points/ledger.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { lineOf, newProduct, placeOrder } from './order-setup.ts';
import { accounts } from './test-accounts.ts';

const why = 'the parcel came back';
const reason = 'The parcel came back to the vendor.';
const { companyId: company } = accounts.polishOwner;

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const read = async (id: string, token = shop) =>
  (await server.operate(operatorCalls.readOrder, { params: { id } }, token)).result;
const complete = async (id: string) => {
  const { rev } = await read(id);
  const body = { rev, why };
  await server.operate(operatorCalls.completeOrder, { params: { id }, body }, shop);
};
const reopen = async (id: string, { token = shop, key = randomUUID() } = {}) => {
  const { rev } = await read(id);
  return server.operate(
    operatorCalls.reopenOrder,
    { params: { id }, body: { rev, reason, why }, headers: { 'idempotency-key': key } },
    token,
  );
};
const linesOf = async (order: string) => {
  const rows = await server.db
    .selectFrom('ledger')
    .select(['event', 'variation', 'points'])
    .where('order_uuid', '=', order)
    .orderBy('rev')
    .execute();
  return rows.map(({ event, variation }) => `${event} ${variation}`);
};
const balance = () => loadCompanyBalance(server.db, company);

/** Places and completes an order of this price. */
async function placeCompletedOrder(price = 10): Promise<string> {
  const { variant } = await newProduct(server, { price, stock: 10 });
  const { uuid } = await placeOrder(server, 'polishOwner', [lineOf(variant, price)]);
  await complete(uuid);
  return uuid;
}

describe('a completed order', () => {
  test('is taken back once, and the balance changes only when the order is rejected', async () => {
    const before = await balance();
    const id = await placeCompletedOrder();
    expect(await balance()).toBe(before - 10);
    expect(await read(id)).toMatchObject({ state: 'positive', reopening: 'possible' });
    const input = {
      params: { id },
      body: { rev: (await read(id)).rev, reason, why },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await server.operate(operatorCalls.reopenOrder, input, shop);
    const second = await server.operate(operatorCalls.reopenOrder, input, shop);
    expect(first.result).toMatchObject({ state: 'failed', approval: null });
    expect(second.result).toEqual(first.result);
    expect(await balance()).toBe(before - 10);
    expect(await linesOf(id)).toEqual([
      'order_reservation reserved',
      'order_reservation positive',
      'order_complete negative',
      'order_complete positive',
      'order_reservation reserved',
    ]);
    const { rev } = await read(id);
    const body = { rev, why, reason };
    await server.operate(operatorCalls.rejectOrder, { params: { id }, body }, shop);
    expect(await balance()).toBe(before);
    expect(await server.statusOf(id)).toBe(orderStatuses.negative);
    expect((await reopen(id)).errors).toMatchObject([{ reason: 'order_negative' }]);
  });

  test('that was taken back is open in the app with the reason, and can be completed again', async () => {
    const before = await balance();
    const id = await placeCompletedOrder();
    await reopen(id);
    const token = await server.tokenOf('polishOwner');
    const { result: order } = await server.call(calls.getOrder, { params: { id } }, token);
    expect(order).toMatchObject({ status: orderStatuses.failed, reason });
    const { result: list } = await server.call(calls.listNotifications, { query: {} }, token);
    const events = list.data.filter(({ meta }) => meta.order_uuid === id).map(({ event }) => event);
    expect(events.toSorted()).toEqual(['order_complete', 'order_failed']);
    await complete(id);
    expect(await balance()).toBe(before - 10);
    expect((await linesOf(id)).slice(-2)).toEqual([
      'order_reservation positive',
      'order_complete negative',
    ]);
  });

  test('is audited with its state before and after', async () => {
    const id = await placeCompletedOrder();
    await reopen(id);
    const changes = await server.db
      .selectFrom('operator_audit')
      .select(['before', 'after', 'region_id'])
      .where('record_id', '=', id)
      .where('act', '=', 'reopenOrder')
      .where('kind', '=', 'change')
      .execute();
    expect(changes).toEqual([
      { before: { state: 'positive' }, after: { state: 'failed' }, region_id: poland },
    ]);
  });
});

describe('an order that can’t be taken back', () => {
  test('has a voucher, because the customer has its code', async () => {
    const id = await server.newVoucherOrder(randomUUID().slice(0, 8));
    const { rev } = await read(id);
    const response = { number: randomUUID().slice(0, 12), expiresAt: null, password: null };
    await server.operate(
      operatorCalls.completeOrder,
      { params: { id }, body: { rev, response, why } },
      shop,
    );
    expect(await read(id)).toMatchObject({ state: 'positive', reopening: 'voucher' });
    expect((await reopen(id)).errors).toMatchObject([{ reason: 'order_voucher_given' }]);
    expect(await server.statusOf(id)).toBe(orderStatuses.positive);
  });

  test('belongs to another country, or the operator lacks the right', async () => {
    const id = await placeCompletedOrder();
    const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
    expect((await reopen(id, { token: czechShop })).code).toBe('not_found');
    expect((await reopen(id, { token: await server.signIn('finance') })).code).toBe('forbidden');
    expect(await server.statusOf(id)).toBe(orderStatuses.positive);
  });
});

describe('more than 1,000 points in a day', () => {
  test('need a second person, even if they are in several orders', async () => {
    server.clock.advance(2 * DAY_MS);
    shop = await server.signIn('shop');
    const lead = await server.signIn('country_lead');
    // Only operators who have used a passkey are second persons.
    await server.db.updateTable('operators').set({ had_passkey: true }).execute();
    const [first, second] = [await placeCompletedOrder(600), await placeCompletedOrder(600)];
    expect((await reopen(first)).result.approval).toBeNull();
    const { approval } = (await reopen(second)).result;
    expect(approval).not.toBeNull();
    expect(await server.statusOf(second)).toBe(orderStatuses.positive);
    const input = { params: { id: approval ?? '' }, body: { why } };
    expect((await server.operate(operatorCalls.approveAct, input, shop)).code).toBe('forbidden');
    expect((await server.operate(operatorCalls.approveAct, input, lead)).status).toBe(200);
    expect(await server.statusOf(second)).toBe(orderStatuses.failed);
    expect((await linesOf(second)).at(-1)).toBe('order_reservation reserved');
  });
});
