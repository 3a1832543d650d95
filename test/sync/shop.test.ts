import { firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { toCartItems } from '#schemas/cart.ts';
import { orderStatuses } from '#schemas/order.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { earn, lineOf, newProduct, recipient } from '#test/server/order-setup.ts';
import { startDevice, until } from './device.ts';
import { account, changeDevice, device, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const productOf = async (uuid: string) =>
  (await account.collections.products.findOne(uuid).exec())?.toMutableJSON();
const orderOf = async (uuid: string) =>
  (await account.collections.orders.findOne(uuid).exec())?.toMutableJSON();
const points = async () =>
  (await firstValueFrom(account.singletons.pointsSummary$))?.company_points;

/** A voucher of 40 points on the device, with three in stock. */
async function voucherOnDevice() {
  const made = await newProduct(server.app, { type: 'PETROL', price: 40, stock: 3 });
  await earn(server.app, 'polishOwner', 100);
  await changeDevice({});
  await until(async () => (await productOf(made.product))?.variants[0]?.stock === 3);
  await until(() => server.proxy.openStreams() > 0);
  return made;
}

test('an order shows its changes at once: the order, the stock and the points', async () => {
  const { product, variant } = await voucherOnDevice();
  const before = await points();
  const { token } = await server.app.signInAs('polishStaff');
  const body = { type: 'PETROL', order: [lineOf(variant, 40)], delivery: 0 } as const;
  const placed = await server.app.call(
    calls.createOrder,
    { body: { ...body, order: [...body.order], customer: recipient } },
    token,
  );
  const id = placed.result.data[0]?.uuid ?? '';
  await until(async () => (await orderOf(id))?.status === orderStatuses.pending);
  await until(async () => (await productOf(product))?.variants[0]?.stock === 2);
  await until(async () => (await points()) === (before ?? 0) - 40);

  const expiresAt = '2026-12-05T22:59:59.000Z';
  const response = { number: '4921-7730', expiresAt, password: '7406' };
  await decideOrder(id, { decision: 'complete', response }, server.app.services);
  await until(async () => (await orderOf(id))?.status === orderStatuses.positive);
  const kept = await orderOf(id);
  expect(kept?.meta).toMatchObject({ has_response: true, usable_until: expiresAt });
  expect(JSON.stringify(kept)).not.toMatch(/4921-7730|7406/);
});

test('the cart survives a restart, is never sent, and belongs to this account alone', async () => {
  const { product } = await voucherOnDevice();
  const known = await productOf(product);
  const [item] = known ? toCartItems(known) : [];
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
