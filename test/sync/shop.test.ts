import { firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { toCartItems } from '#schemas/cart.ts';
import { orderStatuses } from '#schemas/order.ts';
import { SHOP_CATEGORY_TYPE } from '#schemas/shop-product.ts';
import { transact } from '#server/db/database.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { setCategoryOrder, writeCategories } from '#server/shop/write-categories.ts';
import { addPoints, lineOf, newProduct, recipient } from '#test/server/order-setup.ts';
import { startDevice, waitUntil } from './device.ts';
import { account, replaceDevice, device, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const productOf = async (uuid: string) =>
  (await account.collections.products.findOne(uuid).exec())?.toMutableJSON();
const orderOf = async (uuid: string) =>
  (await account.collections.orders.findOne(uuid).exec())?.toMutableJSON();
const points = async () =>
  (await firstValueFrom(account.singletons.pointsSummary$))?.company_points;

/** A voucher of 40 points on the device, with three in stock. */
async function voucherOnDevice() {
  const voucher = await newProduct(server.app, { type: 'PETROL', price: 40, stock: 3 });
  await addPoints(server.app, 'polishOwner', 100);
  await replaceDevice({});
  await waitUntil(async () => (await productOf(voucher.product))?.variants[0]?.stock === 3);
  await waitUntil(() => server.proxy.openStreams() > 0);
  return voucher;
}

test('an order appears immediately, with the changed stock and points', async () => {
  const { product, variant } = await voucherOnDevice();
  const before = await points();
  const { token } = await server.app.signInAs('polishStaff');
  const body = { type: 'PETROL', order: [lineOf(variant, 40)], delivery: 0 } as const;
  const orderResponse = await server.app.call(
    calls.createOrder,
    { body: { ...body, order: [...body.order], customer: recipient } },
    token,
  );
  const id = orderResponse.result.data[0]?.uuid ?? '';
  await waitUntil(async () => (await orderOf(id))?.status === orderStatuses.pending);
  await waitUntil(async () => (await productOf(product))?.variants[0]?.stock === 2);
  await waitUntil(async () => (await points()) === (before ?? 0) - 40);

  const expiresAt = '2026-12-05T22:59:59.000Z';
  const response = { number: '4921-7730', expiresAt, password: '7406' };
  await decideOrder(id, { decision: 'complete', response }, server.app.services);
  await waitUntil(async () => (await orderOf(id))?.status === orderStatuses.positive);
  const storedOrder = await orderOf(id);
  expect(storedOrder?.meta).toMatchObject({ has_response: true, usable_until: expiresAt });
  expect(JSON.stringify(storedOrder)).not.toMatch(/4921-7730|7406/);
});

test('the order of the categories arrives with changed products', async () => {
  const { product, variant } = await voucherOnDevice();
  const order = async () =>
    (await firstValueFrom(account.singletons.configuration$))?.shop_category_order;
  const categories = ['A', 'B'].map((name, position) => ({
    ...{ uuid: crypto.randomUUID(), type: SHOP_CATEGORY_TYPE, name, position },
  }));
  const { db, clock } = server.app;
  await transact(db, (trx) => writeCategories(trx, 'PL', categories, clock.now()));
  await db
    .updateTable('shop_products')
    .set({ category_uuid: categories[0]?.uuid ?? null })
    .where('uuid', '=', product)
    .execute();
  const [first = '', second = ''] = categories.map(({ uuid }) => uuid);
  await transact(db, (trx) => setCategoryOrder(trx, 'PL', [second, first], clock.now()));
  expect(await order()).not.toContain(first);
  // An order is announced to its company, which then pulls products.
  const { token } = await server.app.signInAs('polishStaff');
  const body = { type: 'PETROL', order: [lineOf(variant, 40)], delivery: 0 } as const;
  await server.app.call(
    calls.createOrder,
    { body: { ...body, order: [...body.order], customer: recipient } },
    token,
  );
  await waitUntil(async () => (await order())?.slice(0, 2).join() === [second, first].join());
});

test('the cart survives a restart, is never sent, and belongs to this account alone', async () => {
  const { product } = await voucherOnDevice();
  const storedProduct = await productOf(product);
  const [item] = storedProduct ? toCartItems(storedProduct) : [];
  if (!item) throw new Error('The product has no variant.');
  await account.collections.cart.insert({ ...item, quantity: 2, newest_first: 1 });
  expect((await account.outbox.counts()).total).toBe(0);
  await account.close();
  await reopen();
  const lines = await account.collections.cart.find().exec();
  expect(lines.map(({ uuid, quantity }) => [uuid, quantity])).toEqual([[item.uuid, 2]]);

  const other = await startDevice(server, 'polishStaff');
  const colleague = await other.open();
  expect(await colleague.collections.cart.find().exec()).toEqual([]);
  await colleague.erase();
  await other.close();
  expect(device.accounts().length).toBeGreaterThan(0);
});
