import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { newProduct } from './order-setup.ts';

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

/** Signs in a person with a passkey, who can approve. */
async function addSecondPerson(regions = [poland]): Promise<string> {
  // Their session must be newer than other sessions.
  server.clock.advance(1000);
  const token = await server.signIn('country_lead', regions);
  const { operator_id } = await server.db
    .selectFrom('operator_sessions')
    .select('operator_id')
    .orderBy('created_at', 'desc')
    .orderBy('operator_id')
    .where('operator_id', 'in', (query) =>
      query.selectFrom('operator_grants').select('operator_id').where('role', '=', 'country_lead'),
    )
    .executeTakeFirstOrThrow();
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return token;
}

test('a large change requires approval, and is void if the price has changed', async () => {
  const second = await addSecondPerson();
  const approve = (id: string, token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, token);
  const [largeVariant, changedVariant] = [await newProduct(server), await newProduct(server)];
  // Exactly half is allowed.
  expect((await setPrice(largeVariant.product, 15)).result.approval).toBeNull();
  const id = (await setPrice(largeVariant.product, 7)).result.approval ?? '';
  expect((await rowOf(largeVariant.product)).variant.price).toBe(15);
  expect((await approve(id, shop)).code).toBe('forbidden');
  expect((await approve(id, second)).result).toEqual({ state: 'approved' });
  expect((await rowOf(largeVariant.product)).variant.price).toBe(7);
  const staleApproval = (await setPrice(changedVariant.product, 40)).result.approval ?? '';
  await setPrice(changedVariant.product, 12);
  expect((await approve(staleApproval, second)).result).toEqual({ state: 'void' });
  expect((await rowOf(changedVariant.product)).variant.price).toBe(12);
  const newVariants = await Promise.all(Array.from({ length: 21 }, () => newProduct(server)));
  const variants = newVariants.map((newVariant) => ({
    id: newVariant.variant,
    rev: 1,
    price: 11,
  }));
  // Use another operator, because this operator's earlier changes to other prices count, too.
  const other = await server.signIn('shop');
  const change = (list: typeof variants) =>
    server.operate(operatorCalls.changePrices, { body: { variants: list, why } }, other);
  expect((await change(variants)).result.approval).not.toBeNull();
  expect((await change(variants.slice(1))).result.approval).toBeNull();
});

test('a change in two countries can be approved by someone with just these countries', async () => {
  const bothCountries = [poland, regionIdOf('CZ')];
  const proposer = await server.signIn('shop', bothCountries);
  const second = await addSecondPerson(bothCountries);
  const other = await addSecondPerson();
  const products = [await newProduct(server), await newProduct(server, { region: 'CZ' })];
  const variants = products.map(({ variant }) => ({ id: variant, rev: 1, price: 30 }));
  const change = { body: { variants, why } };
  const { result } = await server.operate(operatorCalls.changePrices, change, proposer);
  const id = result.approval ?? '';
  const listOpenApprovals = async (token: string) => {
    const query = { state: 'open', limit: 200 } as const;
    const list = await server.operate(operatorCalls.listApprovals, { query }, token);
    return list.result.data.map((row) => row.id);
  };
  expect(await listOpenApprovals(other)).not.toContain(id);
  expect(await listOpenApprovals(second)).toContain(id);
  const approve = (token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, token);
  expect((await approve(other)).code).toBe('not_found');
  const decisions = await Promise.all([approve(second), approve(second)]);
  expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const prices = await server.db
    .selectFrom('shop_variants')
    .select('price')
    .where(
      'uuid',
      'in',
      products.map(({ variant }) => variant),
    )
    .execute();
  expect(prices).toEqual([{ price: 30 }, { price: 30 }]);
});

test('small changes within a day count together until approved', async () => {
  const second = await addSecondPerson();
  const { product } = await newProduct(server, { price: 100 });
  const approvalFor = async (price: number) => (await setPrice(product, price)).result.approval;
  const approve = (id: string | null) =>
    server.operate(operatorCalls.approveAct, { params: { id: id ?? '' }, body: { why } }, second);
  expect(await approvalFor(60)).toBeNull();
  // A third less than before, but 60 % less than in the morning.
  const id = await approvalFor(40);
  expect(id).not.toBeNull();
  expect((await rowOf(product)).variant.price).toBe(60);
  expect(await approvalFor(61)).toBeNull();
  expect((await approve(id)).result).toEqual({ state: 'void' });
  expect((await approve(await approvalFor(20))).result).toEqual({ state: 'approved' });
  expect(await approvalFor(30)).toBeNull();
  expect(await approvalFor(15)).toBeNull();
  expect(await approvalFor(9)).not.toBeNull();
  server.clock.advance(DAY_MS);
  shop = await server.signIn('shop');
  expect(await approvalFor(8)).toBeNull();
});

describe('the prices that an operator changes within a day', () => {
  let token: string;
  let variants: { readonly id: string; readonly rev: number; readonly price: number }[];
  const change = (list: typeof variants) =>
    server.operate(operatorCalls.changePrices, { body: { variants: list, why } }, token);
  const start = async () => {
    await addSecondPerson();
    token = await server.signIn('shop');
    const addedProducts = await Promise.all(Array.from({ length: 22 }, () => newProduct(server)));
    variants = addedProducts.map(({ variant }) => ({ id: variant, rev: 1, price: 11 }));
  };

  test('count together over several actions, but not with other operators’ changes', async () => {
    await start();
    expect((await change(variants.slice(0, 12))).result.approval).toBeNull();
    expect((await change(variants.slice(12, 20))).result.approval).toBeNull();
    // Changing the same variants again doesn't count.
    const secondChanges = variants.slice(0, 5).map(({ id }) => ({ id, rev: 2, price: 12 }));
    expect((await change(secondChanges)).result.approval).toBeNull();
    expect((await change(variants.slice(20, 21))).result.approval).not.toBeNull();
    const other = await server.signIn('shop');
    const byOther = { body: { variants: variants.slice(21), why } };
    expect(
      (await server.operate(operatorCalls.changePrices, byOther, other)).result.approval,
    ).toBeNull();
    server.clock.advance(DAY_MS);
    await runJobs(server.services);
    expect(await server.db.selectFrom('price_changes').selectAll().execute()).toEqual([]);
    token = await server.signIn('shop');
    shop = token;
    expect((await change(variants.slice(20, 21))).result.approval).toBeNull();
  });

  test('count together in concurrent actions', async () => {
    await start();
    const responses = await Promise.all([
      change(variants.slice(0, 11)),
      change(variants.slice(11)),
    ]);
    expect(responses.filter(({ result }) => result.approval === null)).toHaveLength(1);
  });
});
