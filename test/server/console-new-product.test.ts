import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { applyPlannedVisibility } from '#server/shop/planned-visibility.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { lineOf, orderProducts } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'agreed with the vendor';
let lastNumber = 0;
/** A product with new numbers. */
function newGoods(fields: object = {}) {
  lastNumber += 1;
  const sku = `NEW-${lastNumber}`;
  const variant = { sku: `${sku}-1`, price: 80, stock: 6 };
  return { region: poland, type: 'REWIN' as const, name: 'Nakolanniki', sku, variant, ...fields };
}
const create = (fields: ReturnType<typeof newGoods>, token = shop, key: string = randomUUID()) =>
  server.operate(
    operatorCalls.createShopProduct,
    { body: { ...fields, why }, headers: { 'idempotency-key': key } },
    token,
  );
const read = async (id: string) =>
  (await server.operate(operatorCalls.readProduct, { params: { id } }, shop)).result;
const edit = async (id: string, fields: object) => {
  const { rev } = await read(id);
  const input = { params: { id }, body: { rev, why, ...fields } };
  return server.operate(operatorCalls.editProduct, input, shop);
};
/** A phone's next pull after a checkpoint. */
async function pull(since: string) {
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(
    calls.listShopProducts,
    { query: { since, limit: 100 } },
    token,
  );
  return { products: result.data, checkpoint: result.meta.checkpoint ?? '' };
}

test('a new product is hidden, and phones list it with the next pull after its date', async () => {
  const { checkpoint } = await pull('');
  const goods = newGoods();
  const { status, result } = await create(goods);
  expect(status).toBe(201);
  const { id } = result;
  const [draft, ...others] = (await pull(checkpoint)).products;
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ uuid: id, name: goods.name, active: true, is_visible: false });
  const product = await read(id);
  expect(product).toMatchObject({
    ...{ sku: goods.sku, type: 'REWIN', region: poland, category: null, rev: 1 },
    variants: [{ ...goods.variant, title: '' }],
  });
  const show_at = new Date(server.clock.now() + 60_000).toISOString();
  expect((await edit(id, { show_at })).status).toBe(200);
  server.clock.advance(61_000);
  const before = (await pull('')).checkpoint;
  await applyPlannedVisibility(server.services);
  const [shownProduct] = (await pull(before)).products;
  expect(shownProduct).toMatchObject({ uuid: id, active: true, is_visible: true });
  const line = lineOf(shownProduct?.variants[0]?.uuid ?? '', 80);
  const order = await orderProducts(server, 'polishOwner', [line], { type: 'REWIN' });
  expect(order.status).toBe(201);
});

test('a new product is created once, with its first stock and an audit entry', async () => {
  const goods = newGoods();
  const key = randomUUID();
  const { id } = (await create(goods, shop, key)).result;
  expect((await create(goods, shop, key)).result).toEqual({ id });
  const list = { params: { id }, query: {} };
  const movements = (await server.operate(operatorCalls.listStockMovements, list, shop)).result
    .data;
  expect(movements).toMatchObject([{ reason: 'opening', change: 6, stock: 6 }]);
  expect(movements[0]?.operator).toMatch(/^Operator/);
  const audit = await server.db
    .selectFrom('operator_audit')
    .select(['region_id', 'before', 'after'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .execute();
  const { sku: number, type, name: title, variant } = goods;
  const { sku, price, stock } = variant;
  const after = { title, number, type, category_uuid: null, variant: sku, price, stock };
  expect(audit).toEqual([{ region_id: poland, before: null, after }]);
});

test('the numbers of a product and its variant are unique in the country', async () => {
  const goods = newGoods();
  await create(goods);
  const reasonOf = async (fields: object) =>
    (await create(newGoods(fields))).errors[0]?.reason ?? null;
  expect(await reasonOf({ sku: ` ${goods.sku} ` })).toBe('product_number_used');
  expect(await reasonOf({ variant: goods.variant })).toBe('variant_number_used');
  const [first, second] = await Promise.all([1, 2].map(() => create(newGoods({ sku: 'TWICE' }))));
  expect(new Set([first?.status, second?.status])).toEqual(new Set([201, 409]));
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  expect((await create(goods, czechShop)).code).toBe('not_found');
  expect((await create({ ...goods, region: regionIdOf('CZ') }, czechShop)).status).toBe(201);
});

test('the material matches the vendor, and the category is the country’s', async () => {
  const outcomeOf = async (fields: object, token = shop) => {
    const { status, code, errors } = await create(newGoods(fields), token);
    return status === 201 ? 'created' : (errors[0]?.reason ?? code);
  };
  const banner = { type: 'banner', subtype: null };
  const flyer = { type: 'flyer', subtype: null };
  expect(await outcomeOf({ marketing: banner })).toBe('material_mismatch');
  expect(await outcomeOf({ type: 'VELUXMS' })).toBe('material_mismatch');
  expect(await outcomeOf({ type: 'VELUXMS', marketing: flyer })).toBe('material_mismatch');
  expect(await outcomeOf({ type: 'VELUXMS', marketing: banner })).toBe('created');
  expect(await outcomeOf({ category: randomUUID() })).toBe('not_found');
  const region = regionIdOf('CZ');
  const czechShop = await server.signIn('shop', [region]);
  const materials = { region, type: 'VELUXMS', marketing: banner };
  expect(await outcomeOf(materials, czechShop)).toBe('material_unavailable');
});

test('a product with its own screen in the app isn’t for sale at first', async () => {
  const { result } = await create(newGoods({ type: 'EDENRED_CARD' }));
  expect(await read(result.id)).toMatchObject({ active: false, is_visible: false });
});

test('the price and stock of a first variant have limits', async () => {
  const wrongValues = [
    { price: 0, stock: 1 },
    { price: 1_000_001, stock: 1 },
    { price: 1, stock: -1 },
    { price: 1, stock: 100_001 },
    { price: 1.5, stock: 1 },
  ];
  for (const numbers of wrongValues) {
    const goods = newGoods();
    const response = await create({ ...goods, variant: { ...goods.variant, ...numbers } });
    expect(response.code).toBe('invalid_input');
  }
});
