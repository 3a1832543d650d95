import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import {
  addPoints,
  lineOf,
  newProduct,
  orderProducts,
  orderDetail,
  placeOrder,
  pointsOf,
  stockOf,
} from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await addPoints(server, 'polishOwner', 5000);
});
afterAll(() => server.close());

describe('an order that an operator decides', () => {
  test('is complete with the vendor’s response, which is only in the order’s detail', async () => {
    const { variant } = await newProduct(server, { type: 'PETROL', price: 40 });
    const createdOrder = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], {
      type: 'PETROL',
    });
    const before = await pointsOf(server, 'polishOwner');
    await expect(
      decideOrder(createdOrder.uuid, { decision: 'complete' }, server.services),
    ).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'input' }] });
    const response = { number: '1234-5678', expiresAt: null, password: 'secret word' };
    await decideOrder(createdOrder.uuid, { decision: 'complete', response }, server.services);
    await decideOrder(createdOrder.uuid, { decision: 'complete' }, server.services);
    expect(await pointsOf(server, 'polishOwner')).toBe(before);
    expect((await orderDetail(server, createdOrder.uuid)).result).toMatchObject({
      status: 3,
      meta: { response },
    });

    const token = await server.tokenOf('polishOwner');
    for (const query of [{}, { since: '' }]) {
      const { result } = await server.call(calls.listOrders, { query }, token);
      const listedOrder = result.data.find(({ uuid }) => uuid === createdOrder.uuid);
      expect(listedOrder?.meta.has_response).toBe(true);
      expect(JSON.stringify(result)).not.toContain('1234-5678');
    }
    expect(server.log.join('')).not.toContain('1234-5678');
    const notifications = await server.call(
      calls.listNotifications,
      { query: { limit: 1 } },
      token,
    );
    expect(notifications.result.data[0]).toMatchObject({
      event: 'order_complete',
      title: 'Zamówienie zrealizowane',
      text: `Zamówienie ${createdOrder.number} zostało zrealizowane.`,
      meta: { order_uuid: createdOrder.uuid },
    });
    expect(notifications.result.meta.total).toBe(1);
  });
});

test('an order for a card isn’t completed without the card’s number', async () => {
  const { variant } = await newProduct(server, { price: 40 });
  const { uuid } = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)]);
  await server.db
    .updateTable('orders')
    .set({ type: 'EDENRED_CARD' })
    .where('uuid', '=', uuid)
    .execute();
  await expect(decideOrder(uuid, { decision: 'complete' }, server.services)).rejects.toMatchObject({
    code: 'conflict',
    errors: [{ reason: 'order_card_needed' }],
  });
  expect((await orderDetail(server, uuid)).result.status).toBe(orderStatuses.pending);
});

describe('the reason of a decision', () => {
  const reasonText = 'The size is sold out\nat the vendor.';
  const decide = async (decision: 'approve' | 'reject' | 'fail', reason?: string) => {
    const { variant } = await newProduct(server, { price: 40 });
    const { uuid } = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)]);
    await decideOrder(uuid, { decision, reason }, server.services);
    return uuid;
  };
  const findListedOrder = async (uuid: string) => {
    const token = await server.tokenOf('polishStaff');
    const { result } = await server.call(calls.listOrders, { query: {} }, token);
    return result.data.find((orderRow) => orderRow.uuid === uuid);
  };
  const notificationText = async (uuid: string) => {
    const token = await server.tokenOf('polishOwner');
    const { result } = await server.call(calls.listNotifications, { query: {} }, token);
    return result.data.find(({ meta }) => meta.order_uuid === uuid)?.text;
  };

  test.each(['reject', 'fail'] as const)(
    'to %s is in the order and the notification',
    async (decision) => {
      const uuid = await decide(decision, reasonText);
      expect((await orderDetail(server, uuid)).result.reason).toBe(reasonText);
      expect((await findListedOrder(uuid))?.reason).toBe(reasonText);
      expect(await notificationText(uuid)).toContain(`Powód: ${reasonText}`);
    },
  );

  test('is null if none was given, and once the order is approved', async () => {
    const withoutReason = await decide('reject');
    expect((await findListedOrder(withoutReason))?.reason).toBeNull();
    expect(await notificationText(withoutReason)).not.toContain('Powód');
    const failedOrder = await decide('fail', reasonText);
    await decideOrder(failedOrder, { decision: 'approve' }, server.services);
    expect((await findListedOrder(failedOrder))?.reason).toBeNull();
    expect((await findListedOrder(await decide('approve', reasonText)))?.reason).toBeNull();
  });

  test('is validated when the order is decided', async () => {
    for (const reason of ['', '   ', 'a\u0000b', 'a'.repeat(501)]) {
      await expect(decide('reject', reason)).rejects.toBeInstanceOf(v.ValiError);
    }
  });
});

describe('a voucher', () => {
  test('shows its response only to the person who ordered it and the owners (security 8)', async () => {
    const { variant } = await newProduct(server, { type: 'PETROL', price: 40 });
    const expiresAt = '2026-12-05T22:59:59.000Z';
    const numbers = { polishOwner: '9876-5432', polishStaff: '9876-5433' };
    const placeAnsweredOrder = async (account: keyof typeof numbers) => {
      const response = { number: numbers[account], expiresAt, password: null };
      const createdOrder = await placeOrder(server, account, [lineOf(variant, 40)], {
        type: 'PETROL',
      });
      await decideOrder(createdOrder.uuid, { decision: 'complete', response }, server.services);
      return createdOrder.uuid;
    };
    const [ownerOrder, staffOrder] = [
      await placeAnsweredOrder('polishOwner'),
      await placeAnsweredOrder('polishStaff'),
    ];
    const visibleTo = async (account: 'polishOwner' | 'polishStaff') => {
      const token = await server.tokenOf(account);
      return Promise.all(
        [ownerOrder, staffOrder].map(async (id) => {
          const detail = (await server.call(calls.getOrder, { params: { id } }, token)).result;
          const lists = await Promise.all(
            [{}, { since: '' }].map((query) => server.call(calls.listOrders, { query }, token)),
          );
          const listedOrders = lists.map(({ result }) =>
            result.data.find(({ uuid }) => uuid === id),
          );
          const responseFlags = [detail, ...listedOrders].map((order) => order?.meta.has_response);
          // The expiry date isn't secret.
          for (const order of [detail, ...listedOrders]) {
            expect(order?.meta.usable_until).toBe(expiresAt);
          }
          return [detail.meta.response?.number ?? null, ...new Set(responseFlags)];
        }),
      );
    };
    expect(await visibleTo('polishOwner')).toEqual([
      ['9876-5432', true],
      ['9876-5433', true],
    ]);
    expect(await visibleTo('polishStaff')).toEqual([
      [null, false],
      ['9876-5433', true],
    ]);
  });

  test('is ordered one at a time, because the vendor’s response has one number', async () => {
    const { variant } = await newProduct(server, { type: 'PETROL', price: 40 });
    const twoProducts = await orderProducts(server, 'polishOwner', [lineOf(variant, 40, 2)], {
      type: 'PETROL',
    });
    expect(twoProducts.errors).toMatchObject([{ code: 'out_of_stock', field: 'body.order.0' }]);
  });
});

describe('a rejected order', () => {
  test('returns its points and stock once', async () => {
    const { variant } = await newProduct(server, { price: 30, stock: 2 });
    const before = await pointsOf(server, 'polishOwner');
    const createdOrder = await placeOrder(server, 'polishOwner', [lineOf(variant, 30, 2)]);
    await decideOrder(createdOrder.uuid, { decision: 'fail' }, server.services);
    expect(await pointsOf(server, 'polishOwner')).toBe(before - 60);
    const reject = () => decideOrder(createdOrder.uuid, { decision: 'reject' }, server.services);
    await Promise.all([reject(), reject(), reject()]);
    expect(await pointsOf(server, 'polishOwner')).toBe(before);
    expect(await stockOf(server, variant)).toBe(2);
    await expect(
      decideOrder(createdOrder.uuid, { decision: 'complete' }, server.services),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('an order that an operator rejects', () => {
  test('doesn’t extend the expiry of its points', async () => {
    // It is May 2026 and points expire after 24 months, so points earned in 2024 expire this year.
    const { companyId } = accounts.decorOwner;
    const ledgerRow = { uuid: randomUUID(), company_id: companyId, op_id: randomUUID() };
    const oldTimes = { created_at: new Date('2024-03-01'), updated_at: new Date('2024-03-01') };
    await server.db
      .insertInto('ledger')
      .values({
        ...ledgerRow,
        ...oldTimes,
        rev: 900_000,
        event: 'other',
        points: 100,
        variation: 'positive',
        project_uuid: null,
      })
      .execute();
    for (const [index, entry] of (
      [
        ['order_reservation', 'reserved'],
        ['order_reject', 'positive'],
        ['order_reservation', 'reserved'],
        ['order_reservation', 'positive'],
        ['order_complete', 'negative'],
      ] as const
    ).entries()) {
      const [event, variation] = entry;
      const moment = new Date(server.clock.now());
      await server.db
        .insertInto('ledger')
        .values({
          uuid: randomUUID(),
          company_id: companyId,
          op_id: randomUUID(),
          rev: 900_001 + index,
          created_at: moment,
          updated_at: moment,
          event,
          points: 30,
          variation,
          project_uuid: null,
        })
        .execute();
    }
    const params = { id: companyId };
    const token = await server.tokenOf('decorOwner');
    const { result } = await server.call(calls.getPointsSummary, { params }, token);
    expect(result).toMatchObject({ company_points: 70, points: { to_expire: 70 } });
  });
});
