import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { orderBatchCalls as calls } from '#schemas/operator/order-batch-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { transact } from '#server/db/database.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { batchList } from '#server/orders/order-batch-handlers.ts';
import { createBatch } from '#server/orders/order-batches.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { lineOf, newProduct, placeOrder, recipient } from './order-setup.ts';

const czechia = regionIdOf('CZ');
const why = 'the weekly order';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await server.signIn('shop');
});

const decide = (order: string, decision: 'approve' | 'fail' | 'complete' | 'reject') =>
  decideOrder(order, { decision, reason: 'the vendor wrote' }, server.services);

/**
 * Places approved orders.
 * @returns their ids, oldest first
 */
async function placeApprovedOrders(count: number): Promise<string[]> {
  const orders = await server.newOrders(count);
  for (const order of orders) await decide(order, 'approve');
  return orders;
}

async function create(type: VendorType = 'COMPACON', token = shop, region = poland) {
  return server.operate(calls.createOrderBatch, { body: { region, type, why } }, token);
}
const download = (id: string, token = shop) =>
  server.operate(calls.downloadOrderBatch, { params: { id }, body: { why } }, token);
async function read(batch: string) {
  const { result } = await server.operate(calls.listOrderBatches, { query: { batch } }, shop);
  expect(result.data.length).toBeLessThanOrEqual(1);
  return result.data.find(({ id }) => id === batch);
}
/** Rows of a file by the names of its columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])),
  );
}
const numberOf = async (order: string) =>
  (
    await server.db
      .selectFrom('orders')
      .select('number')
      .where('uuid', '=', order)
      .executeTakeFirstOrThrow()
  ).number;

describe('a batch of orders', () => {
  test('has the approved orders of its vendor that are in no other batch', async () => {
    const [first = '', second = ''] = await placeApprovedOrders(2);
    const [pending = ''] = await server.newOrders(1);
    const { result: ready } = await server.operate(calls.listUnbatchedOrders, { query: {} }, shop);
    const one = { region: poland, type: 'COMPACON', kind: 'physical' };
    expect(ready.data).toEqual([{ ...one, orders: 2, points: 20 }]);
    const { errors, result: batch } = await create();
    expect(errors).toEqual([]);
    const counts = { orders: 2, points: 20, open: 2, completed: 0, failed: 0, rejected: 0 };
    expect(batch).toMatchObject({ ...one, ...counts });
    expect((await create()).errors[0]?.reason).toBe('batch_no_orders');
    await decide(pending, 'approve');
    const next = (await create()).result;
    expect(next).toMatchObject({ orders: 1, number: batch.number + 1 });
    await decide(first, 'complete');
    await decide(second, 'reject');
    expect(await read(batch.id)).toMatchObject({ ...counts, open: 0, completed: 1, rejected: 1 });
    await decide(pending, 'complete');
  });

  test('no longer has an order that failed, which can be sent again', async () => {
    const [order = '', other = ''] = await placeApprovedOrders(2);
    const { result: batch } = await create();
    await decide(order, 'fail');
    expect(await read(batch.id)).toMatchObject({ orders: 2, open: 1, failed: 1 });
    await decide(order, 'approve');
    const { result: next } = await create();
    expect(next).toMatchObject({ orders: 1, open: 1 });
    const file = (await download(next.id)).result.file;
    expect(rowsOf(file?.csv ?? '').map((row) => row['order'])).toEqual([await numberOf(order)]);
    await decide(order, 'complete');
    await decide(other, 'complete');
    expect(await read(batch.id)).toMatchObject({ open: 0, completed: 1, failed: 1 });
  });

  test('shares no order with a batch that another operator creates at the same time', async () => {
    const orders = await placeApprovedOrders(6);
    const tokens = await Promise.all(Array.from({ length: 4 }, () => server.signIn('shop')));
    const answers = await Promise.all(tokens.map((token) => create('COMPACON', token)));
    const batches = answers.filter(({ status }) => status === 201);
    const sum = batches.reduce((total, { result }) => total + result.orders, 0);
    expect(sum).toBe(orders.length);
    const storedRows = await server.db
      .selectFrom('batched_orders')
      .select('order_uuid')
      .where('order_uuid', 'in', orders)
      .execute();
    expect(storedRows.map((row) => row.order_uuid).toSorted()).toEqual(orders.toSorted());
    for (const order of orders) await decide(order, 'complete');
  });

  test.runIf(isOnPostgres)(
    'waits for an uncommitted batch, and takes only the orders that it leaves',
    async () => {
      const orders = await placeApprovedOrders(3);
      const by = { operatorId: randomUUID(), now: server.clock.now() };
      const vendor = { region: poland, type: 'COMPACON' } as const;
      let second: Promise<string | null> | undefined;
      await transact(server.db, async (trx) => {
        expect(await createBatch(trx, vendor, by)).not.toBeNull();
        second = transact(server.db, (other) => createBatch(other, vendor, by));
        await waitForBlockedStatements(server.db, 1);
      });
      expect(await second).toBeNull();
      for (const order of orders) await decide(order, 'complete');
    },
  );

  test('can only be created with the right in its country', async () => {
    const [order = ''] = await placeApprovedOrders(1);
    const czechShop = await server.signIn('shop', [czechia]);
    expect((await create('COMPACON', czechShop)).code).toBe('not_found');
    expect((await create('COMPACON', await server.signIn('viewer'))).code).toBe('forbidden');
    const { result: batch } = await create();
    expect((await download(batch.id, czechShop)).code).toBe('not_found');
    const { result } = await server.operate(calls.listOrderBatches, { query: {} }, czechShop);
    expect(result.data).toEqual([]);
    await decide(order, 'complete');
  });
});

describe('the file of a batch', () => {
  test('has the recipients, without formulas, and each download is audited', async () => {
    const { variant } = await newProduct(server, { sku: '=SKU' });
    const customer = { ...recipient, street: '=1+1', company_name: 'Dach "Pol"' };
    const { uuid, number } = await placeOrder(server, 'polishOwner', [lineOf(variant, 10, 2)], {
      customer,
      delivery: 2,
    });
    await decide(uuid, 'approve');
    const { result: batch } = await create();
    const { file } = (await download(batch.id)).result;
    expect(file?.name).toBe(`pl-compacon-${batch.number}.csv`);
    expect(rowsOf(file?.csv ?? '')).toEqual([
      expect.objectContaining({
        order: number,
        sku: "'=SKU",
        quantity: '2',
        recipient: 'Ada Example',
        company: '"Dach ""Pol"""',
        street: "'=1+1",
        phone: "'+48501234567",
        result: '',
      }),
    ]);
    await decide(uuid, 'complete');
    expect((await download(batch.id)).result.file).toEqual(file);
    const auditRows = await server.db
      .selectFrom('operator_audit')
      .select(['act', 'kind'])
      .where('record_id', '=', batch.id)
      .orderBy('id')
      .execute();
    const downloadRows = [
      { act: 'downloadOrderBatch', kind: 'act' },
      { act: 'downloadOrderBatch', kind: 'change' },
    ];
    expect(auditRows).toEqual([
      { act: 'createOrderBatch', kind: 'change' },
      ...downloadRows,
      ...downloadRows,
    ]);
    expect(await storedOperatorText(server)).not.toContain('Dachowa');
  });

  test('omits the recipient of a voucher, and a rejected order', async () => {
    const [order, rejectedOrder] = [
      await server.newVoucherOrder('B-1'),
      await server.newVoucherOrder('B-2'),
    ];
    for (const each of [order, rejectedOrder]) await decide(each, 'approve');
    const { result: batch } = await create('KROS');
    await decide(rejectedOrder, 'reject');
    const { file } = (await download(batch.id)).result;
    const [row, ...others] = rowsOf(file?.csv ?? '');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ order: await numberOf(order), sku: 'B-1', quantity: '1' });
    expect(Object.keys(row ?? {})).not.toContain('recipient');
  });

  test('with more than 500 recipients a day needs a second person', async () => {
    const [order = '', laterOrder = ''] = await placeApprovedOrders(1);
    const { result: batch } = await create();
    const setOrders = (id: string, orders: number) =>
      server.db.updateTable('order_batches').set({ orders }).where('uuid', '=', id).execute();
    await setOrders(batch.id, 300);
    expect((await download(batch.id)).result.file).not.toBeNull();
    expect((await download(batch.id)).result.file).not.toBeNull();
    const [next = ''] = await placeApprovedOrders(1);
    const { result: second } = await create();
    await setOrders(second.id, 201);
    const lead = await server.signIn('country_lead');
    // There is no second person to approve it yet.
    expect((await download(second.id)).result.file).not.toBeNull();
    await server.db.updateTable('operators').set({ had_passkey: true }).execute();
    const { approval, file } = (await download(second.id)).result;
    expect(file).toBeNull();
    expect((await download(second.id)).errors[0]?.reason).toBe('batch_waiting');
    const input = { params: { id: approval ?? '' }, body: { why } };
    const { result } = await server.operate(approvalCalls.approveAct, input, lead);
    expect(result.state).toBe('approved');
    expect((await download(second.id)).result.file?.csv).toContain(await numberOf(next));
    server.clock.advance(25 * HOUR_MS);
    const secondToken = await server.signIn('shop');
    expect((await download(second.id, secondToken)).result.file).not.toBeNull();
    for (const each of [order, laterOrder, next]) if (each !== '') await decide(each, 'complete');
  });
});

test('the list of batches reads its page from an index', async () => {
  const plans = await Promise.all(
    ([undefined, 'COMPACON'] as const).map((type) =>
      server.db.transaction().execute(async (trx) => {
        for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
          await sql.raw(`set local enable_${kind} = off`).execute(trx);
        const page = { cursor: ['2026-01-01 00:00:00+00', randomUUID()], limit: 50 };
        const query = selectPageKeys(scopedQueries(trx, [poland]), [poland], batchList(type), page);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    ),
  );
  expect(plans[0]).toContain('using order_batches_list');
  expect(plans[1]).toContain('using order_batches_of_type');
});

test('an order in a batch is decided in the console like any other order', async () => {
  const [order = ''] = await placeApprovedOrders(1);
  const { result: batch } = await create();
  const { result } = await server.operate(orderCalls.readOrder, { params: { id: order } }, shop);
  const input = { params: { id: order }, body: { rev: result.rev, why } };
  const { result: completedOrder } = await server.operate(orderCalls.completeOrder, input, shop);
  expect(completedOrder.state).toBe('positive');
  expect(await read(batch.id)).toMatchObject({ open: 0, completed: 1 });
});
