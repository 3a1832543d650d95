import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '#server/db/database.ts';
import { adjustStock } from '#server/shop/stock.ts';
import { calls } from '#schemas/api/calls.ts';
import { contentProblems } from '#schemas/operator/content-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { pictureProblems } from '#schemas/operator/picture-fields.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { applyPlannedVisibility } from '#server/shop/planned-visibility.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { lineOf, newProduct, orderProducts, stockOf } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'agreed with the vendor';
const rowOf = async (product: string) => {
  const { result } = await server.operate(
    operatorCalls.readProduct,
    { params: { id: product } },
    shop,
  );
  const [variant] = result.variants;
  if (variant === undefined) throw new Error('The product has no variant.');
  return { ...result, variant };
};
const setPrice = async (product: string, price: number, token = shop) => {
  const { id, rev } = (await rowOf(product)).variant;
  return server.operate(
    operatorCalls.changePrices,
    { body: { variants: [{ id, rev, price }], why } },
    token,
  );
};
/** Moves the stock that is shown now, or an earlier one. */
const move = async (
  id: string,
  change: number,
  { key = randomUUID(), seen }: { readonly key?: string; readonly seen?: number } = {},
) =>
  server.operate(
    operatorCalls.moveStock,
    {
      params: { id },
      body: { change, seen: seen ?? (await stockOf(server, id)), reason: 'delivery', why },
      headers: { 'idempotency-key': key },
    },
    shop,
  );
const edit = (id: string, rev: number, fields: object, token = shop) =>
  server.operate(
    operatorCalls.editProduct,
    { params: { id }, body: { rev, why, ...fields } },
    token,
  );
const movements = async (id: string) =>
  (await server.operate(operatorCalls.listStockMovements, { params: { id }, query: {} }, shop))
    .result.data;
const readInApp = async (id: string) =>
  server.call(calls.getShopProduct, { params: { id } }, await server.tokenOf('polishOwner'));

/** Version by which phones fetch the product. */
async function revOf(product: string): Promise<number> {
  const { rev } = await server.db
    .selectFrom('shop_products')
    .select('rev')
    .where('uuid', '=', product)
    .executeTakeFirstOrThrow();
  return rev;
}

test('a changed price reaches installers, and an order at the old price is rejected', async () => {
  const { product, variant } = await newProduct(server, { price: 10 });
  const before = await revOf(product);
  expect((await setPrice(product, 14)).result).toEqual({ approval: null });
  const { result } = await readInApp(product);
  expect(result.variants[0]?.price).toBe(14);
  expect(await revOf(product)).toBeGreaterThan(before);
  const oldResponse = await orderProducts(server, 'polishOwner', [lineOf(variant, 10)]);
  expect(oldResponse.code).toBe('price_changed');
  expect((await orderProducts(server, 'polishOwner', [lineOf(variant, 14)])).status).toBe(201);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['region_id', 'before', 'after'])
    .where('record_id', '=', product)
    .where('kind', '=', 'change')
    .execute();
  expect(changes).toEqual([
    {
      region_id: poland,
      before: { number: 'T-1', price: 10 },
      after: { number: 'T-1', price: 14 },
    },
  ]);
});

test('changing a price that someone else has changed is a conflict, but a sale in between isn’t', async () => {
  const { product, variant } = await newProduct(server, { price: 10 });
  const { rev } = (await rowOf(product)).variant;
  await orderProducts(server, 'polishOwner', [lineOf(variant)]);
  expect((await rowOf(product)).variant.rev).toBe(rev);
  const send = (price: number) =>
    server.operate(
      operatorCalls.changePrices,
      { body: { variants: [{ id: variant, rev, price }], why } },
      shop,
    );
  const [first, second] = await Promise.all([send(11), send(12)]);
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
});

test('a variant can’t have two prices in one change', async () => {
  const { product, variant } = await newProduct(server);
  const variants = [
    { id: variant, rev: 1, price: 11 },
    { id: variant.toUpperCase(), rev: 1, price: 12 },
  ];
  const change = { body: { variants, why } };
  expect((await server.operate(operatorCalls.changePrices, change, shop)).code).toBe(
    'invalid_input',
  );
  expect((await rowOf(product)).variant.price).toBe(10);
});

test('a description can’t exceed the phones’ limit after its markup is corrected', async () => {
  const { product } = await newProduct(server);
  const response = await edit(product, 1, { description: '&'.repeat(20_000) });
  expect(response.errors[0]?.reason).toBe(contentProblems.tooLong);
  expect((await readInApp(product)).status).toBe(200);
  expect((await edit(product, 1, { description: '&'.repeat(4000) })).status).toBe(200);
});

test('a description can contain an emoji where the audit truncates it', async () => {
  const { product } = await newProduct(server);
  const description = `${'a'.repeat(499)}🔩 included`;
  expect((await edit(product, 1, { description })).status).toBe(200);
  expect((await readInApp(product)).result.description).toBe(description);
});

test('concurrent orders and movements are all counted, and never make the stock negative', async () => {
  const { product, variant } = await newProduct(server, { stock: 6 });
  const outcomes = await Promise.all(
    Array.from({ length: 18 }, (_, index) =>
      index % 3 === 0
        ? orderProducts(server, 'polishOwner', [lineOf(variant)])
        : move(variant, index % 3 === 1 ? -2 : 1),
    ),
  );
  const allowedStatuses = new Set([200, 201, 409, 422]);
  expect(outcomes.filter(({ status }) => !allowedStatuses.has(status))).toEqual([]);
  const successCount = outcomes.filter(({ status }) => status < 300).length;
  const lines = await movements(product);
  // The initial stock counts as a movement, too.
  expect(lines).toHaveLength(successCount + 1);
  expect(lines.every(({ stock }) => stock >= 0)).toBe(true);
  const sum = lines.reduce((total, { change }) => total + change, 0);
  expect(sum).toBe(await stockOf(server, variant));
});

test('a stock never exceeds what the database can store', async () => {
  const { variant } = await newProduct(server, { stock: 2_147_483_000 });
  expect((await move(variant, 1)).errors[0]?.reason).toBe('stock_too_high');
  expect((await move(variant, 1000)).errors[0]?.reason).toBe('stock_too_high');
  expect((await move(variant, -1)).result).toEqual({ stock: 2_147_482_999 });
  const change = new Map([[variant, 1000]]);
  const cause = { reason: 'order_rejected', now: server.clock.now() } as const;
  const stockReturn = transact(server.db, (trx) => adjustStock(trx, 'PL', change, cause));
  await expect(stockReturn).rejects.toMatchObject({ code: 'conflict' });
});

test('a movement happens once, records its cause, and can’t be changed', async () => {
  const { product, variant } = await newProduct(server, { stock: 1 });
  const key = randomUUID();
  const first = await move(variant, 20, { key, seen: 1 });
  expect((await move(variant, 20, { key, seen: 1 })).result).toEqual(first.result);
  expect(first.result).toEqual({ stock: 21 });
  // The response was lost, and the operator sends the movement again from a reloaded page.
  expect((await move(variant, 20, { seen: 1 })).code).toBe('conflict');
  expect((await move(variant, -22)).errors[0]?.reason).toBe('stock_too_low');
  await orderProducts(server, 'polishOwner', [lineOf(variant, 10, 2)]);
  const [order, delivery, opening] = await movements(product);
  expect(order).toMatchObject({ reason: 'order', change: -2, stock: 19, operator: null });
  expect(order?.order?.number).toMatch(/^\d+$/);
  expect(delivery).toMatchObject({ reason: 'delivery', change: 20, stock: 21, order: null });
  expect(delivery?.operator).toMatch(/^Operator/);
  expect(opening).toMatchObject({ reason: 'opening', change: 1 });
  const remove = server.db.deleteFrom('stock_movements').execute();
  await expect(remove).rejects.toThrow("Movements of stock can't be changed.");
});

test('typed stock of several variants, also of two countries, changes all or none', async () => {
  const one = await newProduct(server, { stock: 4 });
  const two = await newProduct(server, { stock: 9, region: 'CZ' });
  const bothCountriesToken = await server.signIn('shop', [poland, regionIdOf('CZ')]);
  const send = (
    changes: readonly [number, number],
    seen: readonly [number, number] = [4, 9],
    token = bothCountriesToken,
  ) =>
    server.operate(
      operatorCalls.moveStocks,
      {
        body: {
          ...{ reason: 'count', why },
          variants: [
            { id: one.variant.toUpperCase(), change: changes[0], seen: seen[0] },
            { id: two.variant, change: changes[1], seen: seen[1] },
          ],
        },
      },
      token,
    );
  const readStocks = async () => [
    await stockOf(server, one.variant),
    await stockOf(server, two.variant),
  ];
  // One variant belongs to another country.
  expect((await send([3, -9], [4, 9], shop)).code).toBe('not_found');
  expect((await send([3, -10])).errors[0]?.reason).toBe('stock_too_low');
  expect(await readStocks()).toEqual([4, 9]);
  // The operator hasn't seen the sale.
  await orderProducts(server, 'polishOwner', [lineOf(one.variant)]);
  expect((await send([3, -9])).code).toBe('conflict');
  expect(await readStocks()).toEqual([3, 9]);
  expect((await send([4, -9], [3, 9])).status).toBe(200);
  expect(await readStocks()).toEqual([7, 0]);
  // The response was lost, and the operator sends the same numbers with a new key.
  expect((await send([4, -9], [3, 9])).code).toBe('conflict');
  expect(await readStocks()).toEqual([7, 0]);
  expect((await movements(one.product))[0]).toMatchObject({ reason: 'count', change: 4, stock: 7 });
  const repeatedMove = { id: one.variant, change: 1, seen: 7 };
  const { status } = await server.operate(
    operatorCalls.moveStocks,
    { body: { variants: [repeatedMove, repeatedMove], reason: 'count', why } },
    shop,
  );
  expect(status).toBe(400);
});

test('a product is hidden and shown at its dates, and can’t be ordered when it isn’t for sale', async () => {
  const { product, variant } = await newProduct(server);
  const at = (ms: number) => new Date(server.clock.now() + ms).toISOString();
  const reversedTimes = { show_at: at(2000), hide_at: at(1000) };
  const { rev } = await rowOf(product);
  expect((await edit(product, rev, reversedTimes)).errors[0]?.reason).toBe('dates_reversed');
  const dates = { is_visible: false, show_at: at(60_000), hide_at: at(120_000) };
  expect((await edit(product, rev, dates)).status).toBe(200);
  expect((await edit(product, rev, { active: false })).code).toBe('conflict');
  expect((await readInApp(product)).result.is_visible).toBe(false);
  await applyPlannedVisibility(server.services);
  expect((await readInApp(product)).result.is_visible).toBe(false);
  server.clock.advance(61_000);
  await applyPlannedVisibility(server.services);
  const shownRev = await revOf(product);
  expect((await readInApp(product)).result.is_visible).toBe(true);
  server.clock.advance(60_000);
  await applyPlannedVisibility(server.services);
  expect((await readInApp(product)).result.is_visible).toBe(false);
  expect(await revOf(product)).toBeGreaterThan(shownRev);
  const newest = await rowOf(product);
  expect(newest).toMatchObject({ show_at: null, hide_at: null });
  await edit(product, newest.rev, { active: false });
  const order = await orderProducts(server, 'polishOwner', [lineOf(variant)]);
  expect(order.code).toBe('product_unavailable');
});

test('texts are cleaned, reach installers, and change the list', async () => {
  const { product } = await newProduct(server);
  const { rev } = await rowOf(product);
  const texts = {
    name: 'Wkrętarka Łódź',
    description: '<p onclick="x()">Ok</p><script>x</script>',
  };
  expect((await edit(product, rev, texts)).status).toBe(200);
  const shownProduct = (await readInApp(product)).result;
  expect(shownProduct).toMatchObject({ name: texts.name, description: '<p>Ok</p>' });
  const query = { search: 'wkretarka lodz' };
  const { data } = (await server.operate(operatorCalls.listShopVariants, { query }, shop)).result;
  expect(data.map(({ product: { id } }) => id)).toEqual([product]);
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  expect((await edit(product, rev + 1, texts, czechShop)).code).toBe('not_found');
  expect((await setPrice(product, 11, czechShop)).code).toBe('not_found');
  const found = (await server.operate(operatorCalls.listShopVariants, { query }, czechShop)).result;
  expect(found.data).toEqual([]);
});

describe('pictures of a product', () => {
  const upload = async (blueLevel: number) => {
    const picture = drawDemoPhoto(1, [150, 190, blueLevel]).toString('base64');
    const body = { large: picture, small: null };
    return (await server.operate(operatorCalls.uploadProductPicture, { body }, shop)).result.id;
  };
  const chosenPicture = (id: string, text: string | null) => ({
    id,
    is_decorative: text === null,
    texts: text === null ? [] : [{ language: 'pl', text }],
  });

  test('appear in the app in order, with texts in the country’s language', async () => {
    const { product: id } = await newProduct(server, { stock: 1 });
    const [front, side] = [await upload(1), await upload(2)];
    const { rev } = await rowOf(id);
    const saveResponse = await edit(id, rev, {
      pictures: [chosenPicture(front, 'Młotek'), chosenPicture(side, null)],
    });
    expect(saveResponse.status).toBe(200);
    expect((await readInApp(id)).result.images).toEqual({
      thumbnail: `/files/content/${front}/s`,
      list: [
        { position: 0, l: `/files/content/${front}/l`, alt: 'Młotek' },
        { position: 1, l: `/files/content/${side}/l`, alt: '' },
      ],
    });
    // Other changes keep the pictures, and setting the same pictures isn't a change.
    const { pictures, ...read } = await rowOf(id);
    expect(pictures).toMatchObject([{ id: front }, { id: side, is_decorative: true }]);
    const sameFields = { name: read.name, pictures };
    const body = { ...sameFields, pictures: pictures.map(({ s: _s, l: _l, ...each }) => each) };
    expect((await edit(id, read.rev, body)).result.rev).toBe(read.rev);
    const renameResponse = await edit(id, read.rev, { name: 'Copper hammer' });
    expect((await rowOf(id)).pictures).toEqual(pictures);
    await edit(id, renameResponse.result.rev, { pictures: [] });
    expect((await readInApp(id)).result.images.list).toEqual([]);
  });

  test('need a text unless they are decorative, and must have been uploaded', async () => {
    const { product } = await newProduct(server, { stock: 1 });
    const { rev } = await rowOf(product);
    const reasonOf = async (pictures: object[]) =>
      (await edit(product, rev, { pictures })).errors[0]?.reason;
    const id = await upload(3);
    expect(await reasonOf([chosenPicture(id, ' ')])).toBe(pictureProblems.textNeeded);
    const english = [{ language: 'en', text: 'A hammer' }];
    expect(await reasonOf([{ id, is_decorative: false, texts: english }])).toBe(
      pictureProblems.textNeeded,
    );
    expect(await reasonOf([chosenPicture(randomUUID(), 'A')])).toBe(pictureProblems.unknown);
    expect((await rowOf(product)).rev).toBe(rev);
  });

  test('changed by two people concurrently cause a conflict', async () => {
    const { product } = await newProduct(server, { stock: 1 });
    const { rev } = await rowOf(product);
    const [one, two] = [await upload(4), await upload(5)];
    const responses = await Promise.all([
      edit(product, rev, { pictures: [chosenPicture(one, 'A')] }),
      edit(product, rev, { pictures: [chosenPicture(two, 'B')] }),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await rowOf(product)).pictures).toHaveLength(1);
  });
});
