import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { failAfter } from './break-connection.ts';
import { grantsOf } from './console-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { newProduct } from './order-setup.ts';

let server: OrderConsole;
/** Session of an operator who has changed no price yet. */
let shop: string;
let second: string;
beforeAll(async () => {
  server = await startOrderConsole();
  const operatorId = await server.addOperator(grantsOf('country_lead', [poland]));
  second = await server.startSession(operatorId);
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id: operatorId, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
});
beforeEach(async () => {
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'a new price list';

interface SeenPrice {
  readonly id: string;
  readonly seen: number;
}

async function addVariants(count: number, price = 105): Promise<SeenPrice[]> {
  const variants: SeenPrice[] = [];
  for (let index = 0; index < count; index += 1)
    variants.push({ id: (await newProduct(server, { price })).variant, seen: price });
  return variants;
}
const start = (variants: readonly SeenPrice[], percent: number, token = shop) =>
  server.operate(
    operatorCalls.changePricesByPercent,
    { body: { variants: [...variants], percent, why } },
    token,
  );
const pricesOf = async (variants: readonly SeenPrice[]) => {
  const ids = variants.map(({ id }) => id);
  const rows = await server.db
    .selectFrom('shop_variants')
    .select(['uuid', 'price'])
    .where('uuid', 'in', ids)
    .execute();
  const prices = new Map(rows.map(({ uuid, price }) => [uuid, price]));
  return ids.map((id) => prices.get(id));
};
const jobOf = async (id: string | null) =>
  (await server.operate(operatorCalls.getBulkJob, { params: { id: id ?? '' } }, second)).result;
const approve = (id: string | null) =>
  server.operate(operatorCalls.approveAct, { params: { id: id ?? '' }, body: { why } }, second);

test('a small change is a job, rounded to whole points, with an audited action for each price', async () => {
  const variants = await addVariants(20);
  const { result } = await start(variants, 10);
  expect(result).toEqual({ approval: null, job: expect.any(String), prices: 20, outdated: 0 });
  expect(new Set(await pricesOf(variants))).toEqual(new Set([105]));
  await server.finishJobs();
  expect(new Set(await pricesOf(variants))).toEqual(new Set([116]));
  expect(await jobOf(result.job)).toMatchObject({ state: 'done', total: 20, done: 20, failed: 0 });
  const [variant] = variants;
  const actions = await server.db
    .selectFrom('operator_audit as action')
    .innerJoin('operator_audit as change', 'change.of_id', 'action.id')
    .select(['action.act', 'change.before', 'change.after'])
    .where('action.record_id', '=', variant?.id ?? '')
    .where('change.kind', '=', 'change')
    .execute();
  expect(actions).toMatchObject([
    { act: 'changePrices', before: { price: 105 }, after: { price: 116 } },
  ]);
});

test('a large change needs approval, which starts the job', async () => {
  const variants = await addVariants(21);
  expect((await start(variants.slice(0, 1), -60)).result).toMatchObject({ job: null, prices: 1 });
  const { approval, job } = (await start(variants, 50)).result;
  expect(job).toBeNull();
  await server.finishJobs();
  expect(new Set(await pricesOf(variants))).toEqual(new Set([105]));
  expect((await approve(approval)).result).toEqual({ state: 'approved' });
  await server.finishJobs();
  expect(new Set(await pricesOf(variants))).toEqual(new Set([158]));
  // Approved prices don't count toward the operator's own.
  expect((await start(await addVariants(20), 1)).result.approval).toBeNull();
});

test('an approval is void if a price has changed since the request', async () => {
  const variants = await addVariants(21);
  const { approval } = (await start(variants, 50)).result;
  await start(variants.slice(0, 1), 10, await server.signIn('shop'));
  await server.finishJobs();
  expect((await approve(approval)).result).toEqual({ state: 'void' });
  await server.finishJobs();
  expect(await pricesOf(variants.slice(0, 2))).toEqual([116, 105]);
});

test('prices change once if the request is repeated after a lost response', async () => {
  const variants = await addVariants(2, 100);
  expect((await start(variants, 10)).status).toBe(201);
  // The rows haven't run yet, and a second job finds other prices.
  const { job } = (await start(variants, 10)).result;
  await server.finishJobs();
  expect(await pricesOf(variants)).toEqual([110, 110]);
  expect(await jobOf(job)).toMatchObject({ done: 0, failed: 2 });
  expect((await jobOf(job)).failures).toMatchObject([
    { problem: 'conflict' },
    { problem: 'conflict' },
  ]);
  const unchanged = { approval: null, job: null, prices: 0, outdated: 2 };
  expect((await start(variants, 10)).result).toEqual(unchanged);
  expect(await pricesOf(variants)).toEqual([110, 110]);
});

test('a price that has changed since the operator saw it isn’t changed', async () => {
  const variants = await addVariants(2, 100);
  const changed = variants[0]?.id ?? '';
  await server.db
    .updateTable('shop_variants')
    .set({ price: 120 })
    .where('uuid', '=', changed)
    .execute();
  const { result } = await start(variants, 10);
  expect(result).toMatchObject({ approval: null, prices: 1, outdated: 1 });
  await server.finishJobs();
  expect(await pricesOf(variants)).toEqual([120, 110]);
});

test('a variant that was removed in the meantime is left out', async () => {
  const variants = await addVariants(2, 100);
  await server.db
    .updateTable('shop_variants')
    .set({ ended_at: new Date(server.clock.now()) })
    .where('uuid', '=', variants[0]?.id ?? '')
    .execute();
  const { result } = await start(variants, 10);
  expect(result).toMatchObject({ approval: null, prices: 1, outdated: 1 });
  await server.finishJobs();
  expect(await pricesOf(variants)).toEqual([100, 110]);
});

test('waiting prices of other jobs count toward the prices of a day', async () => {
  expect((await start(await addVariants(15), 10)).result.approval).toBeNull();
  expect((await start(await addVariants(6), 10)).result.approval).not.toBeNull();
  await server.finishJobs();
});

test('waiting prices of a stopped job count only when it continues', async () => {
  const { job } = (await start(await addVariants(15), 10)).result;
  const call = { params: { id: job ?? '' }, body: { why } };
  await server.operate(operatorCalls.stopBulkJob, call, shop);
  expect((await start(await addVariants(6), 10)).result.approval).toBeNull();
  await server.finishJobs();
  const { errors } = await server.operate(operatorCalls.retryBulkJob, call, shop);
  expect(errors).toMatchObject([{ code: 'conflict', reason: 'approval_needed' }]);
  const other = await server.signIn('shop');
  expect((await server.operate(operatorCalls.retryBulkJob, call, other)).status).toBe(200);
  await server.finishJobs();
  expect(await jobOf(job)).toMatchObject({ state: 'done', done: 15 });
});

test.each([5, 12, 20])(
  'a process that ends after %i statements neither loses nor repeats a price',
  async (statements) => {
    const variants = await addVariants(3, 100);
    const { job } = (await start(variants, 10)).result;
    await failAfter(server.services, statements, () => runBulkJobs(server.services));
    await server.finishJobs();
    const { state, done, failed } = await jobOf(job);
    expect([state, done + failed]).toEqual(['done', 3]);
    const prices = (await pricesOf(variants)).toSorted((a = 0, b = 0) => b - a);
    expect(prices).toEqual([110, 110, 110].fill(100, done));
  },
);

test('free variants stay free, and a request can’t name a variant twice', async () => {
  const [free, paid] = [...(await addVariants(1, 0)), ...(await addVariants(1, 10))];
  if (free === undefined || paid === undefined) throw new Error('No variants were added.');
  expect((await start([free], 40)).result).toEqual({
    approval: null,
    job: null,
    prices: 0,
    outdated: 0,
  });
  expect((await start([free, paid], 40)).result).toMatchObject({ approval: null, prices: 1 });
  await server.finishJobs();
  expect(await pricesOf([free, paid])).toEqual([0, 14]);
  const variant = { ...paid, seen: 14 };
  expect((await start([variant, variant], 10)).code).toBe('invalid_input');
  expect((await start([variant], 0)).code).toBe('invalid_input');
});

test('an operator of another country can’t change the prices', async () => {
  const variants = await addVariants(1);
  const other = await server.signIn('shop', [regionIdOf('CZ')]);
  expect((await start(variants, 10, other)).code).toBe('not_found');
});
