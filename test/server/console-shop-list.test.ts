import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { newProduct } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

/** Changes fields of a product. */
async function edit(id: string, fields: object): Promise<void> {
  const { result } = await server.operate(operatorCalls.readProduct, { params: { id } }, shop);
  const body = { rev: result.rev, why: 'agreed with the vendor', ...fields };
  await server.operate(operatorCalls.editProduct, { params: { id }, body }, shop);
}

test('the list has filters, orders and pages', async () => {
  for (const price of [20, 30, 40]) await newProduct(server, { price });
  const { product } = await newProduct(server, { stock: 3 });
  await edit(product, { is_visible: false });
  const list = async (query: object) =>
    (await server.operate(operatorCalls.listShopVariants, { query }, shop)).result;
  const lowStock = await list({ low: 1, sort: 'stock' });
  const stocks = lowStock.data.map(({ stock }) => stock);
  expect(stocks).toEqual(stocks.toSorted((a, b) => a - b));
  expect(Math.max(...stocks)).toBeLessThanOrEqual(5);
  expect((await list({ shown: 'hidden' })).data.map((row) => row.product.id)).toContain(product);
  expect((await list({ shown: 'shown' })).data.map((row) => row.product.id)).not.toContain(product);
  const all = await list({ sort: 'price' });
  const first = await list({ sort: 'price', limit: 2 });
  const next = await list({ sort: 'price', limit: 2, cursor: first.meta.next });
  expect([...first.data, ...next.data]).toEqual(all.data.slice(0, 4));
});

test('the list has each product’s picture and dates, and the console serves the picture', async () => {
  const { product, variant } = await newProduct(server, { sku: 'P-77' });
  const uuid = randomUUID();
  const picture = { uuid, media_type: 'image/webp' as const };
  await server.db
    .insertInto('content_pictures')
    .values({ ...picture, small: Buffer.from('small'), large: Buffer.from('large') })
    .execute();
  await server.db
    .updateTable('shop_products')
    .set({ pictures: sql<string[]>`${[uuid]}::uuid[]` })
    .where('uuid', '=', product)
    .execute();
  const dates = { show_at: null, hide_at: new Date(server.clock.now() + 60_000).toISOString() };
  await edit(product, dates);
  const query = { search: 'p-77' };
  const { data } = (await server.operate(operatorCalls.listShopVariants, { query }, shop)).result;
  const path = `/files/content/${uuid}/s`;
  expect(data).toMatchObject([{ id: variant, picture: path, ...dates }]);
  const servedResponse = await server.consoleApp.inject({ url: path });
  expect(servedResponse.body).toBe('small');
  expect(servedResponse.headers['cache-control']).toContain('immutable');
  const missingFile = await server.consoleApp.inject({ url: `/files/content/${randomUUID()}/s` });
  expect(missingFile.statusCode).toBe(404);
});

test('the search finds any part of a name or number', async () => {
  const { product, variant } = await newProduct(server, { sku: 'QX-7781' });
  await edit(product, { name: 'Kupferhämmer 12' });
  const found = async (search: string, filters: object = {}) => {
    const query = { search, ...filters };
    const { result } = await server.operate(operatorCalls.listShopVariants, { query }, shop);
    return result.data.map(({ id }) => id).includes(variant);
  };
  const parts = ['kupferhammer 12', 'HÄMM', 'er 12 qx', 'qx-7781', '778', 'x-77', 'qx', 'x-'];
  const others = ['kupfer 12', '12 kupfer', 'qx7781', 'hammer-12'];
  const matchingSearches = [];
  for (const search of [...parts, ...others])
    if (await found(search)) matchingSearches.push(search);
  expect(matchingSearches).toEqual(parts);
  expect(await found('qx', { shown: 'shown' })).toBe(true);
  expect(await found('qx', { shown: 'inactive' })).toBe(false);
  await edit(product, { active: false });
  expect(await found('qx', { shown: 'inactive' })).toBe(true);
});

test.each([
  { keys: ['product_name', 'position', 'uuid'], index: 'shop_variants_by_name' },
  { keys: ['stock', 'uuid'], index: 'shop_variants_by_stock' },
  { keys: ['price', 'uuid'], index: 'shop_variants_by_price' },
] as const)('the order by $keys is read from its index', async ({ keys, index }) => {
  const plan = await server.db.transaction().execute(async (trx) => {
    // The table is so small that reading it whole is faster.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const query = selectPageKeys(
      scopedQueries(trx, [poland]),
      [poland],
      {
        table: 'shop_variants',
        keys,
        isDescending: false,
        where: (rows) => rows.where(sql<boolean>`shop_variants.is_listed`),
      },
      { cursor: null, limit: 50 },
    );
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain(`using ${index}`);
});
