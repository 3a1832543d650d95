import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { activateCard } from './card-setup.ts';
import {
  addPoints,
  lineOf,
  newProduct,
  orderProducts,
  orderDetail,
  placeOrder,
  pointsOf,
  recipient,
  stockOf,
} from './order-setup.ts';
import { type DemoSerial } from '#server/demo/serials.ts';
import { isWindow, nextSerialOf, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({ TEST_DEVICES: '1', TEST_CODE: '12345' });
  await addPoints(server, 'polishOwner', 5000);
});
afterAll(() => server.close());

describe('an order', () => {
  test('reserves points and stock, and is visible to the whole company', async () => {
    const { product, variant } = await newProduct(server, { price: 25, stock: 9 });
    const before = await pointsOf(server, 'polishOwner');
    const response = await orderProducts(server, 'polishOwner', [lineOf(variant, 25, 3)], {
      delivery: 2,
    });
    expect(response.result.company_points).toBe(before - 75);
    expect(await stockOf(server, variant)).toBe(6);
    const [placedOrder] = response.result.data;
    expect(placedOrder).toMatchObject({
      status: 1,
      points: 75,
      delivery: 2,
      customer: { name: 'Ada', phone: '+48501234567', company_name: 'Company 1' },
      meta: { type: 'COMPACON', has_response: false, usable_until: null, amount: null },
      contents: [{ variantGuid: variant, product_uuid: product, name: 'A thing', quantity: 3 }],
    });
    const list = await server.call(
      calls.listOrders,
      { query: {} },
      await server.tokenOf('polishStaff'),
    );
    expect(list.result.data[0]).toEqual(placedOrder);
    const history = await server.call(
      calls.listPointsHistory,
      { query: {} },
      await server.tokenOf('polishStaff'),
    );
    const entriesOfOrder = history.result.data.filter(
      (entry) => entry.order_uuid === placedOrder?.uuid,
    );
    expect(entriesOfOrder).toMatchObject([
      { event: 'order_reservation', variation: 'reserved', points: 75 },
    ]);
  });

  test.each([
    ['an outdated price', { price: 11 }, 'price_changed', 'body.order.0'],
    ['a quantity above the stock', { quantity: 6 }, 'out_of_stock', 'body.order.0'],
    ['a product no longer sold', { active: false }, 'product_unavailable', 'body.order.0'],
    ['another vendor’s type', { type: 'REWIN' }, 'product_unavailable', 'body.order.0'],
  ] as const)('is rejected for %s, without effects', async (_name, override, code, field) => {
    const { price, quantity, active, type } = {
      price: 10,
      quantity: 1,
      active: true,
      type: 'COMPACON' as const,
      ...override,
    };
    const { variant } = await newProduct(server, { active });
    const before = await pointsOf(server, 'polishOwner');
    const response = await orderProducts(
      server,
      'polishOwner',
      [lineOf(variant, price, quantity)],
      {
        type,
      },
    );
    expect(response.errors).toMatchObject([{ code, field }]);
    expect(await stockOf(server, variant)).toBe(5);
    expect(await pointsOf(server, 'polishOwner')).toBe(before);
  });
});

describe('any order', () => {
  test('of dealers’ products must reach the country’s minimum', async () => {
    const { variant } = await newProduct(server, { type: 'WINDOW_DEALERS', price: 32, stock: 9 });
    const type = 'WINDOW_DEALERS';
    const belowMinimum = await orderProducts(server, 'polishOwner', [lineOf(variant, 32, 3)], {
      type,
    });
    expect(belowMinimum.code).toBe('minimum_not_reached');
    expect(
      (await orderProducts(server, 'polishOwner', [lineOf(variant, 32, 4)], { type })).status,
    ).toBe(201);
  });

  test('needs an address for deliveries, in the country of the phone', async () => {
    const { variant } = await newProduct(server);
    const orderFor = async (customer: Partial<typeof recipient>, delivery: 0 | 1 | 2 = 1) => {
      const override = { customer: { ...recipient, ...customer }, delivery };
      return (await orderProducts(server, 'polishOwner', [lineOf(variant)], override)).code;
    };
    const { city: _city, ...recipientWithoutCity } = recipient;
    const withoutCity = { customer: recipientWithoutCity };
    expect((await orderProducts(server, 'polishOwner', [lineOf(variant)], withoutCity)).code).toBe(
      'address_incomplete',
    );
    expect(await orderFor({}, 0)).toBe('address_incomplete');
    expect(await orderFor({ country: 'CZ' })).toBe('phone_region_mismatch');
    expect(await orderFor({ phone_number: '12 34' })).toBe('invalid_phone');
    expect(await orderFor({ phone_number: '999 999 999 123' })).toBeUndefined();
  });

  test('of a voucher doesn’t store an address, even if sent', async () => {
    const { variant } = await newProduct(server, { type: 'PETROL' });
    const placedOrder = await placeOrder(server, 'polishOwner', [lineOf(variant)], {
      type: 'PETROL',
    });
    expect(placedOrder).toMatchObject({ delivery: 0, customer: { street: null, city: null } });
  });

  test('is forbidden, like the whole shop, for people without access to the shop', async () => {
    const { product, variant } = await newProduct(server);
    const placedOrder = await placeOrder(server, 'polishOwner', [lineOf(variant)]);
    expect((await orderProducts(server, 'decorOwner', [lineOf(variant)])).code).toBe('forbidden');
    const token = await server.tokenOf('decorOwner');
    for (const query of [{}, { since: '' }]) {
      expect((await server.call(calls.listShopProducts, { query }, token)).result.data).toEqual([]);
      expect((await server.call(calls.listOrders, { query }, token)).result.data).toEqual([]);
    }
    const params = { id: product };
    expect((await server.call(calls.getShopProduct, { params }, token)).status).toBe(404);
    expect((await orderDetail(server, placedOrder.uuid, 'decorOwner')).status).toBe(404);
    expect((await orderDetail(server, placedOrder.uuid, 'czechOwner')).status).toBe(404);
  });

  test('can’t contain products of another country’s shop', async () => {
    await addPoints(server, 'czechOwner', 100);
    const { variant } = await newProduct(server);
    const customer = {
      ...recipient,
      phone_region: 'CZ',
      country: 'CZ',
      phone_number: '601 234 567',
    };
    const options = { customer: customer as typeof recipient };
    expect((await orderProducts(server, 'czechOwner', [lineOf(variant)], options)).code).toBe(
      'product_unavailable',
    );
  });
});

describe('the club card', () => {
  test('can be ordered by eligible companies with ten windows this year, one at a time', async () => {
    const { variant } = await newProduct(server, { type: 'EDENRED_CARD', price: 5, stock: 50 });
    const orderFor = async () =>
      (await orderProducts(server, 'polishOwner', [lineOf(variant, 5)], { type: 'EDENRED_CARD' }))
        .code;
    expect(await orderFor()).toBe('product_unavailable');
    await server.db
      .updateTable('companies')
      .set({ has_edenred_card: true })
      .where('id', '=', accounts.polishOwner.companyId)
      .execute();
    expect(await orderFor()).toBe('too_few_windows');
    const project = await server.newProject('polishOwner');
    const save = async (serials: DemoSerial[]) => {
      const scans = serials.map((serial) => saveOf(serial, project));
      await server.call(calls.sendScans, { body: { scans } }, await server.tokenOf('polishOwner'));
    };
    // Blinds, flashings and accessories don't count as windows.
    await save(Array.from({ length: 3 }, () => nextSerialOf((serial) => !isWindow(serial))));
    await save(Array.from({ length: 9 }, () => nextSerialOf(isWindow)));
    expect(await orderFor()).toBe('too_few_windows');
    await save([nextSerialOf(isWindow)]);
    expect(await orderFor()).toBeUndefined();
    expect(await orderFor()).toBe('card_pending');
  });

  test('is topped up by ordering an amount', async () => {
    const { variant } = await newProduct(server, { type: 'EDENRED_CARD_TOPUP', price: 50 });
    const type = 'EDENRED_CARD_TOPUP';
    await activateCard(server, 'polishOwner', await server.tokenOf('polishOwner'));
    const placedOrder = await placeOrder(server, 'polishOwner', [lineOf(variant, 50)], { type });
    expect(placedOrder.meta).toEqual({
      type,
      has_response: false,
      usable_until: null,
      amount: 100,
    });
    const response = await orderProducts(server, 'polishOwner', [lineOf(variant, 50, 2)], {
      type,
    });
    expect(response.code).toBe('out_of_stock');
  });
});

describe('the shop', () => {
  test('shows sanitised text, and stock changes in the next pull', async () => {
    const { product, variant } = await newProduct(server, { stock: 4 });
    const token = await server.tokenOf('polishOwner');
    const pull = (since: string) =>
      server.call(calls.listShopProducts, { query: { since, limit: 500 } }, token);
    const all = await pull('');
    const listedProduct = all.result.data.find(({ uuid }) => uuid === product);
    expect(listedProduct).toMatchObject({ description: '<p>Good</p>', variants: [{ stock: 4 }] });
    await placeOrder(server, 'polishOwner', [lineOf(variant)]);
    const { data } = (await pull(all.result.meta.checkpoint ?? '')).result;
    expect(data.map(({ uuid, variants }) => [uuid, variants[0]?.stock])).toEqual([[product, 3]]);
  });

  test('returns the products of a cart that are still for sale', async () => {
    const activeProduct = await newProduct(server, { price: 12, stock: 3 });
    const inactiveProduct = await newProduct(server, { active: false });
    const uuids = [activeProduct.variant, inactiveProduct.variant, randomUUID()].join(',');
    const token = await server.tokenOf('polishOwner');
    const { data } = (await server.call(calls.listCartItems, { query: { uuids } }, token)).result;
    expect(data).toMatchObject([
      { uuid: activeProduct.variant, price: 12, stock: 3, name: 'A thing' },
    ]);
  });
});
