import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { calls } from '#schemas/api/calls.ts';
import { shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { shopProduct } from '#schemas/shop-product.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { newProduct } from './order-setup.ts';
import { type TestInput } from './test-app.ts';

const czechia = regionIdOf('CZ');
const why = 'agreed with marketing';
const {
  listProductCategories,
  createProductCategory,
  editProductCategory,
  sortProductCategories,
  deleteProductCategory,
  listCategoryTimeline,
} = shopCategoryCalls;

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop', [poland, czechia]);
});
afterAll(() => server.close());

const act = <C extends OperatorCall>(call: C, input: TestInput<C>, token = shop, key?: string) =>
  server.operate(
    call,
    { ...input, headers: { 'idempotency-key': key ?? randomUUID() } } as TestInput<C>,
    token,
  );
let names = 0;
const newName = () => `Category ${(names += 1)}`;
async function newCategory(region: RegionId = poland, name = newName()) {
  const { result } = await act(createProductCategory, { body: { region, name, why } });
  return { ...result, name };
}
const list = async (region: RegionId = poland, token = shop) =>
  (await server.operate(listProductCategories, { query: { region } }, token)).result.data;
const edit = (id: string, rev: number, fields: object, token = shop) =>
  act(editProductCategory, { params: { id }, body: { rev, why, ...fields } }, token);
const remove = (id: string, rev: number) =>
  act(deleteProductCategory, { params: { id }, body: { rev, why } });
const sort = (categories: readonly { readonly id: string; readonly rev: number }[]) =>
  act(sortProductCategories, {
    body: { categories: categories.map(({ id, rev }) => ({ id, rev })), why },
  });
const readInApp = async () =>
  (await server.call(calls.listShopCategories, { query: {} }, await server.tokenOf('polishOwner')))
    .result.data;

/** Products that a phone pulls after its checkpoint. */
async function pull(since: string) {
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(
    calls.listShopProducts,
    { query: { since, limit: 500 } },
    token,
  );
  const page = v.parse(
    v.object({ data: v.array(shopProduct), meta: v.object({ checkpoint: v.string() }) }),
    result,
  );
  return { data: page.data, checkpoint: page.meta.checkpoint };
}
async function auditOf(id: string) {
  return server.db
    .selectFrom('operator_audit')
    .select(['region_id', 'act', 'before', 'after'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('id')
    .execute();
}

describe('a category', () => {
  test('is added at the end, once for each key, and can be assigned to products', async () => {
    const key = randomUUID();
    const body = { region: poland, name: newName(), why };
    const createResponse = await act(createProductCategory, { body }, shop, key);
    expect(createResponse.status).toBe(201);
    expect((await act(createProductCategory, { body }, shop, key)).result).toEqual(
      createResponse.result,
    );
    const { id, rev } = createResponse.result;
    const { product } = await newProduct(server, { category: id });
    expect((await list()).at(-1)).toEqual({
      ...{ id, rev, region: poland, name: body.name },
      ...{ is_visible: true, picture: null, products: 1 },
    });
    expect((await readInApp()).at(-1)).toMatchObject({ uuid: id, name: body.name });
    const productResponse = await server.operate(
      operatorShopCalls.readProduct,
      { params: { id: product } },
      shop,
    );
    expect(productResponse.result.category).toEqual({ id, name: body.name });
    expect(await auditOf(id)).toEqual([
      {
        ...{ region_id: poland, act: 'createProductCategory', before: null },
        after: { title: body.name, is_visible: true, picture: null },
      },
    ]);
    const timeline = await server.operate(
      listCategoryTimeline,
      { params: { id }, query: {} },
      shop,
    );
    expect(timeline.result.data).toMatchObject([{ what: 'createProductCategory' }]);
  });

  test('can’t have the name of another one in its country', async () => {
    const { name } = await newCategory(poland, 'Drabiny');
    const reasonOf = async (body: { region: RegionId; name: string }) =>
      (await act(createProductCategory, { body: { ...body, why } })).errors[0]?.reason;
    expect(await reasonOf({ region: poland, name: 'DRABINY' })).toBe('category_name_used');
    expect(await reasonOf({ region: czechia, name })).toBeUndefined();
    const other = await newCategory();
    const renameResponse = await edit(other.id, other.rev, { name: 'drabiny' });
    expect(renameResponse.errors[0]?.reason).toBe('category_name_used');
    expect((await edit(other.id, other.rev, { name: other.name.toUpperCase() })).status).toBe(200);
  });

  test('can’t be added to a full shop', async () => {
    const hungary = regionIdOf('HU');
    const token = await server.signIn('shop', [hungary]);
    const add = (name: string) =>
      act(createProductCategory, { body: { region: hungary, name, why } }, token);
    for (let index = 0; index < 50; index += 1) await add(`Category ${index}`);
    expect((await add('One more')).errors[0]?.reason).toBe('too_many_categories');
    expect(await list(hungary, token)).toHaveLength(50);
  });
});

describe('the rights to a category', () => {
  test('are limited to the country', async () => {
    const { id, rev } = await newCategory(czechia);
    const polishShop = await server.signIn('shop', [poland]);
    expect((await edit(id, rev, { name: 'Mine' }, polishShop)).code).toBe('not_found');
    const sortResponse = await act(
      sortProductCategories,
      { body: { categories: [{ id, rev }], why } },
      polishShop,
    );
    expect(sortResponse.code).toBe('not_found');
    const czechCategory = { body: { region: czechia, name: newName(), why } };
    expect((await act(createProductCategory, czechCategory, polishShop)).code).toBe('not_found');
    expect((await list(czechia, polishShop)).map((row) => row.id)).toEqual([]);
    expect((await edit(id, rev, { name: 'Ours' })).status).toBe(200);
  });

  test('let viewers only read it', async () => {
    const viewer = await server.signIn('viewer', [poland]);
    const { id, rev } = await newCategory();
    expect((await list(poland, viewer)).map((row) => row.id)).toContain(id);
    expect((await edit(id, rev, { name: 'Mine' }, viewer)).code).toBe('forbidden');
  });
});

describe('a change of a category', () => {
  test('by two operators at the same time is a conflict for one of them', async () => {
    const { id, rev } = await newCategory();
    const [first, second] = await Promise.all([
      edit(id, rev, { name: newName() }),
      edit(id, rev, { is_visible: false }),
    ]);
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
    expect((await list()).find((row) => row.id === id)?.rev).toBe(rev + 1);
  });

  test('to the same values isn’t recorded', async () => {
    const { id, rev, name } = await newCategory();
    const before = await pull('');
    expect((await edit(id, rev, { name, is_visible: true })).result).toEqual({ rev });
    expect(await auditOf(id)).toHaveLength(1);
    expect((await pull(before.checkpoint)).data).toEqual([]);
  });
});

describe('a deleted category', () => {
  test('can’t have products', async () => {
    const { id, rev } = await newCategory();
    const { product } = await newProduct(server, { category: id });
    expect((await remove(id, rev)).errors[0]?.reason).toBe('category_has_products');
    await server.db
      .updateTable('shop_products')
      .set({ deleted: true })
      .where('uuid', '=', product)
      .execute();
    expect((await remove(id, rev + 1)).code).toBe('conflict');
    expect((await remove(id, rev)).status).toBe(200);
    expect((await remove(id, rev)).code).toBe('not_found');
    expect((await list()).map((row) => row.id)).not.toContain(id);
    expect((await auditOf(id)).at(-1)).toMatchObject({ after: null, act: 'deleteProductCategory' });
  });

  test('can’t be assigned to a product at the same time', async () => {
    const { id, rev } = await newCategory();
    const { product } = await newProduct(server);
    const assign = () =>
      act(operatorShopCalls.editProduct, {
        params: { id: product },
        body: { category: id, rev: 1, why },
      });
    const [deleteResponse, assignResponse] = await Promise.all([remove(id, rev), assign()]);
    expect([deleteResponse.status, assignResponse.status]).toContain(200);
    expect([deleteResponse.status, assignResponse.status]).not.toEqual([200, 200]);
  });
});

describe('phones get with their next pull', () => {
  test('the products of a renamed category', async () => {
    const [renamedCategory, other] = [await newCategory(), await newCategory()];
    const { product } = await newProduct(server, { category: renamedCategory.id });
    await newProduct(server, { category: other.id });
    const before = await pull('');
    const name = newName();
    expect((await edit(renamedCategory.id, renamedCategory.rev, { name })).status).toBe(200);
    const { data, checkpoint } = await pull(before.checkpoint);
    expect(data.map(({ uuid, category }) => ({ uuid, category }))).toEqual([
      { uuid: product, category: { uuid: renamedCategory.id, name } },
    ]);
    expect((await pull(checkpoint)).data).toEqual([]);
  });

  test('the products of a hidden category without it, and with it once it is shown again', async () => {
    const { id, rev, name } = await newCategory();
    const { product } = await newProduct(server, { category: id });
    const shownPage = await pull('');
    await edit(id, rev, { is_visible: false });
    expect((await readInApp()).map(({ uuid }) => uuid)).not.toContain(id);
    const hiddenPage = await pull(shownPage.checkpoint);
    expect(hiddenPage.data).toMatchObject([{ uuid: product, category: null, is_visible: true }]);
    const filteredResponse = await server.call(
      calls.listShopProducts,
      { query: { categories: id } },
      await server.tokenOf('polishOwner'),
    );
    expect(filteredResponse.result.data).toEqual([]);
    await edit(id, rev + 1, { is_visible: true });
    expect((await pull(hiddenPage.checkpoint)).data).toMatchObject([
      { uuid: product, category: { uuid: id, name } },
    ]);
    expect((await auditOf(id)).map(({ before, after }) => [before, after]).slice(1)).toEqual([
      [{ is_visible: true }, { is_visible: false }],
      [{ is_visible: false }, { is_visible: true }],
    ]);
  });

  test('the picture of a category, for its products without one', async () => {
    const { id, rev } = await newCategory();
    const { product } = await newProduct(server, { category: id });
    const before = await pull('');
    const largePicture = drawDemoPhoto().toString('base64');
    const { result } = await act(operatorShopCalls.uploadProductPicture, {
      body: { large: largePicture, small: null },
    });
    await edit(id, rev, { picture: result.id });
    const path = `/files/content/${result.id}/s`;
    expect((await pull(before.checkpoint)).data).toMatchObject([
      { uuid: product, images: { thumbnail: path } },
    ]);
    expect((await list()).find((row) => row.id === id)?.picture).toMatchObject({ s: path });
    expect((await edit(id, rev + 1, { picture: randomUUID() })).errors[0]?.reason).toBe(
      'picture_unknown',
    );
  });
});

describe('the order of the categories', () => {
  test('is that of the last operator, who must have seen the previous order', async () => {
    const before = await list();
    const newOrder = before.toReversed();
    const { checkpoint } = await pull('');
    expect((await sort(newOrder)).status).toBe(200);
    // Phones fetch the order when they pull products.
    expect((await pull(checkpoint)).data.length).toBeGreaterThan(0);
    expect((await sort(await list())).status).toBe(200);
    const unchangedCheckpoint = (await pull(checkpoint)).checkpoint;
    expect((await pull(unchangedCheckpoint)).data).toEqual([]);
    const ids = newOrder.map(({ id }) => id);
    const after = await list();
    expect(after.map(({ id }) => id)).toEqual(ids);
    const visible = after.filter(({ is_visible }) => is_visible).map(({ id }) => id);
    expect((await readInApp()).map(({ uuid }) => uuid)).toEqual(visible);
    const configuration = await server.call(
      calls.getConfiguration,
      {},
      await server.tokenOf('polishOwner'),
    );
    expect(configuration.result.shop_category_order).toEqual(visible);
    const [last] = before.slice(-1);
    expect((await auditOf(last?.id ?? '')).at(-1)).toMatchObject({
      before: { title: last?.name, position: before.length },
      after: { title: last?.name, position: 1 },
    });
    expect((await sort(before)).code).toBe('conflict');
    expect((await sort(after.slice(1))).code).toBe('conflict');
  });

  test('is always an order that an operator chose, with every category once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (rounds) => {
          for (const seeds of rounds) {
            const seenCategories = await list();
            /** Each operator moves one category of the same list to the top. */
            const orders = seeds.map((seed) => {
              const [movedCategory] = seenCategories.slice(seed % seenCategories.length);
              return [...seenCategories].toSorted(
                (a, b) => Number(b === movedCategory) - Number(a === movedCategory),
              );
            });
            const results = await Promise.all(orders.map((order) => sort(order)));
            const acceptedOrders = orders.filter((_, index) => results[index]?.status === 200);
            const storedIds = (await list()).map(({ id }) => id);
            expect(acceptedOrders.map((order) => order.map(({ id }) => id))).toContainEqual(
              storedIds,
            );
            expect(storedIds.toSorted()).toEqual(seenCategories.map(({ id }) => id).toSorted());
            const isSame = (order: typeof seenCategories) =>
              order.every((row, i) => row.id === seenCategories[i]?.id);
            // Only the first real move is accepted, because the other operators haven’t seen it.
            expect(acceptedOrders.filter((order) => !isSame(order)).length).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
