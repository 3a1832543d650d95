import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { transact } from '#server/db/database.ts';
import { writeProducts } from '#server/shop/write-products.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { lineOf, newProduct, orderProducts, placeOrder, stockOf } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'agreed with the vendor';
let lastNumber = 0;
const newNumber = () => `V-${(lastNumber += 1)}`;
const size = (value: string) => [{ name: 'Rozmiar', value }];

/** Adds a variant in a size; `existing` is the size of the only other one. */
const add = (product: string, value: string, changes: object = {}, token = shop) => {
  const goods = { sku: newNumber(), price: 12, stock: 4, attributes: size(value) };
  const input = { params: { id: product }, body: { ...goods, ...changes, why } };
  return server.operate(operatorCalls.addShopVariant, input, token);
};
const remove = (variant: string, token = shop) =>
  server.operate(
    operatorCalls.removeShopVariant,
    { params: { id: variant }, body: { why } },
    token,
  );
const read = async (id: string) =>
  (await server.operate(operatorCalls.readProduct, { params: { id } }, shop)).result;
const readInApp = async (id: string) => {
  const token = await server.tokenOf('polishOwner');
  return (await server.call(calls.getShopProduct, { params: { id } }, token)).result;
};
const movements = async (id: string) =>
  (await server.operate(operatorCalls.listStockMovements, { params: { id }, query: {} }, shop))
    .result.data;
const newGoods = () => newProduct(server, { sku: newNumber() });

test('installers choose between the variants of a product by their attributes', async () => {
  const { product, variant } = await newGoods();
  const { status, result } = await add(product, 'L', { existing: size('M') });
  expect(status).toBe(201);
  const { id } = result;
  expect((await add(product, 'XL')).status).toBe(201);
  const { variants } = await readInApp(product);
  expect(variants.map(({ attrs }) => attrs.map(({ attrValueName }) => attrValueName))).toEqual([
    ['M'],
    ['L'],
    ['XL'],
  ]);
  expect(new Set(variants.map(({ attrs }) => attrs[0]?.attrUuid)).size).toBe(1);
  expect(variants.slice(0, 2).map(({ uuid }) => uuid)).toEqual([variant, id]);
  const titles = (await read(product)).variants.map(({ title }) => title);
  expect(titles).toEqual(['Rozmiar: M', 'Rozmiar: L', 'Rozmiar: XL']);
  const order = await orderProducts(server, 'polishOwner', [lineOf(id, 12)]);
  expect(order.status).toBe(201);
  const opening = (await movements(product)).find(({ variant: moved }) => moved.id === id);
  expect(opening?.variant.title).toBe('Rozmiar: L');
  const [first] = variants;
  const auditRows = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after'])
    .where('record_id', '=', product)
    .where('kind', '=', 'change')
    .orderBy('id')
    .limit(1)
    .execute();
  expect(auditRows).toEqual([
    {
      before: { variant: first?.sku, attributes: '' },
      after: { variant: first?.sku, attributes: 'Rozmiar: M' },
    },
  ]);
});

test('a variant must differ from the others, have an unused number, and belong to the operator’s country', async () => {
  const { product } = await newGoods();
  const reasonOf = async (value: string, changes: object = {}) => {
    const { code, errors } = await add(product, value, changes);
    return errors[0]?.reason ?? code;
  };
  expect(await reasonOf('L')).toBe('variants_alike');
  expect(await reasonOf('L', { existing: size('L') })).toBe('variants_alike');
  expect(await reasonOf('L', { existing: [{ name: 'Kolor', value: 'L' }] })).toBe('variants_alike');
  expect((await read(product)).variants.map(({ title }) => title)).toEqual(['']);
  expect((await add(product, 'L', { existing: size('M') })).status).toBe(201);
  expect(await reasonOf('L')).toBe('variants_alike');
  expect(await reasonOf('S', { existing: size('M') })).toBe('conflict');
  const [first] = (await read(product)).variants;
  expect(await reasonOf('S', { sku: first?.sku })).toBe('variant_number_used');
  const [one, two] = await Promise.all([add(product, 'S'), add(product, 'S')]);
  expect(new Set([one.status, two.status])).toEqual(new Set([201, 400]));
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  expect((await add(product, 'XXL', {}, czechShop)).code).toBe('not_found');
});

test('a product has at most 50 variants', async () => {
  const { product } = await newGoods();
  await add(product, '2', { existing: size('1') });
  for (let value = 3; value <= 50; value += 1) await add(product, String(value));
  expect((await read(product)).variants).toHaveLength(50);
  expect((await add(product, '51')).errors[0]?.reason).toBe('too_many_variants');
});

test('a removed variant can’t be ordered, its orders stay, and its stock is written off', async () => {
  const { product, variant } = await newGoods();
  const { id } = (await add(product, 'L', { existing: size('M') })).result;
  const order = await placeOrder(server, 'polishOwner', [lineOf(id, 12)]);
  expect((await remove(id)).status).toBe(200);
  expect((await readInApp(product)).variants.map(({ uuid }) => uuid)).toEqual([variant]);
  expect((await read(product)).variants.map((row) => row.id)).toEqual([variant]);
  const lateOrder = await orderProducts(server, 'polishOwner', [lineOf(id, 12)]);
  expect(lateOrder.code).toBe('product_unavailable');
  const [removal] = await movements(product);
  expect(removal).toMatchObject({ reason: 'removed', change: -3, stock: 0 });
  expect(removal?.variant.title).toBe('Rozmiar: L');
  expect(removal?.operator).toMatch(/^Operator/);
  const params = { id: order.uuid };
  const { rev } = (await server.operate(operatorCalls.readOrder, { params }, shop)).result;
  const body = { rev, reason: 'Sold out', why };
  const rejection = await server.operate(operatorCalls.rejectOrder, { params, body }, shop);
  expect(rejection.status).toBe(200);
  // A variant that has left the shop has no stock.
  expect(await stockOf(server, id)).toBe(0);
  const movement = { change: 1, seen: 0, reason: 'count' as const, why };
  const stockChange = { params: { id }, body: movement };
  expect((await server.operate(operatorCalls.moveStock, stockChange, shop)).code).toBe('not_found');
  expect((await remove(id)).code).toBe('not_found');
  const query = { region: poland, search: 'V-' };
  const { data } = (await server.operate(operatorCalls.listShopVariants, { query }, shop)).result;
  expect(data.map((row) => row.id)).not.toContain(id);
});

test('a removed voucher stays among the vouchers while it has open orders, and keeps its number', async () => {
  const type = 'PETROL' as const;
  const { product } = await newProduct(server, { type, sku: newNumber() });
  const sku = newNumber();
  const { id } = (await add(product, 'L', { sku, existing: size('M') })).result;
  await placeOrder(server, 'polishOwner', [lineOf(id, 12)], { type });
  expect((await remove(id)).status).toBe(200);
  const { data } = (await server.operate(operatorCalls.listVoucherPools, { query: {} }, shop))
    .result;
  expect(data.find((pool) => pool.sku === sku)).toMatchObject({ open_orders: 1 });
  const { errors } = await add(product, 'XL', { sku });
  expect(errors[0]?.reason).toBe('variant_number_used');
});

test('the last variant of a product can’t be removed, and the number of a removed variant can be used again', async () => {
  const { product, variant } = await newGoods();
  expect((await remove(variant)).errors[0]?.reason).toBe('last_variant');
  const { id } = (await add(product, 'L', { existing: size('M') })).result;
  const results = await Promise.all([remove(variant), remove(id)]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [removedVariant] = results[0].status === 200 ? [variant] : [id];
  const { sku } = await server.db
    .selectFrom('shop_variants')
    .select('sku')
    .where('uuid', '=', removedVariant)
    .executeTakeFirstOrThrow();
  expect((await add(product, 'XL', { sku })).status).toBe(201);
});

test('a removed number can be used again only with about its former price, even in several steps on one day', async () => {
  const { product } = await newGoods();
  const { sku, price } = { sku: newNumber(), price: 12 };
  const { id } = (await add(product, 'L', { sku, price, existing: size('M') })).result;
  await remove(id);
  expect((await add(product, 'L', { sku, price: 5 })).errors[0]?.reason).toBe('former_price');
  expect((await add(product, 'L', { sku, price: 19 })).errors[0]?.reason).toBe('former_price');
  const second = (await add(product, 'L', { sku, price: 6 })).result;
  await remove(second.id);
  expect((await add(product, 'L', { sku, price: 5 })).errors[0]?.reason).toBe('former_price');
  const third = (await add(product, 'L', { sku, price: 7 })).result;
  // Later changes are compared with the removed variant's price.
  const changes = await server.db
    .selectFrom('price_changes')
    .select(['before', 'after', 'is_approved'])
    .where('variant_uuid', '=', third.id)
    .execute();
  expect(changes).toEqual([{ before: price, after: 7, is_approved: false }]);
});

test('a product whose variants all lack attributes can get a variant with attributes', async () => {
  const { product, variant } = await newGoods();
  const { id } = (await add(product, 'L', { existing: size('M') })).result;
  await server.db
    .updateTable('shop_variants')
    .set({ attrs: '[]' })
    .where('uuid', 'in', [variant, id])
    .execute();
  expect((await add(product, 'XL', { existing: size('M') })).code).toBe('conflict');
  expect((await add(product, 'XL')).status).toBe(201);
  expect((await read(product)).variants.map(({ title }) => title)).toEqual(['', '', 'Rozmiar: XL']);
});

test('a setup that lacks a variant removes it, and a setup that contains it adds it again', async () => {
  const uuids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [uuid, first, second] = uuids;
  const variantOf = (variant: string, stock: number) => ({
    ...{ uuid: variant, sku: newNumber(), price: 5, stock, attrs: [] },
  });
  const texts = { name: 'A thing', description: '', type: 'COMPACON' as const, sku: newNumber() };
  const state = { active: true, is_visible: true, category: null, pictures: [] };
  const createdAt = server.clock.now();
  const apply = (...variants: ReturnType<typeof variantOf>[]) => {
    const product = { ...texts, ...state, uuid, variants, createdAt };
    return transact(server.db, (trx) => writeProducts(trx, 'PL', [product], createdAt));
  };
  await apply(variantOf(first, 3), variantOf(second, 4));
  await apply(variantOf(first, 30));
  expect((await readInApp(uuid)).variants).toMatchObject([{ uuid: first, stock: 3 }]);
  await apply(variantOf(first, 30), variantOf(second, 7));
  expect((await readInApp(uuid)).variants).toMatchObject([{ stock: 3 }, { stock: 7 }]);
  const secondMovements = (await movements(uuid)).filter(({ variant }) => variant.id === second);
  expect(secondMovements.map(({ reason, change }) => [reason, change])).toEqual([
    ['setup', 7],
    ['removed', -4],
    ['opening', 4],
  ]);
});
