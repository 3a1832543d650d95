import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { grantsOf } from './console-setup.ts';
import { orderDetail } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
});
beforeEach(async () => {
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'agreed with the vendor';

const read = async (id: string) =>
  (await server.operate(operatorCalls.readOrder, { params: { id } }, shop)).result;

/** Decides an order after ten seconds. */
async function hold(decision: 'completeOrder' | 'rejectOrder', id: string, fields: object = {}) {
  const { rev } = await read(id);
  const body = { rev, holds: true, why, ...fields };
  return server.operate(operatorCalls[decision], { params: { id }, body }, shop);
}
const stop = (job: string | null) =>
  server.operate(
    operatorCalls.stopBulkJob,
    { params: { id: job ?? '' }, body: { why: 'undo' } },
    shop,
  );
const jobOf = async (job: string | null) =>
  (await server.operate(operatorCalls.getBulkJob, { params: { id: job ?? '' } }, shop)).result;
/** Encrypted input of a job's only row. */
async function inputOf(job: string | null): Promise<string | null> {
  const row = await server.db
    .selectFrom('bulk_job_rows')
    .select('sealed_input')
    .where('job', '=', job ?? '')
    .executeTakeFirstOrThrow();
  return row.sealed_input;
}
async function runDue(ms: number): Promise<void> {
  server.clock.advance(ms);
  await runBulkJobs(server.services);
  await runBulkJobs(server.services);
}
const notificationCount = async (id: string) =>
  (
    await server.db
      .selectFrom('notifications')
      .select('uuid')
      .where('meta', '@>', JSON.stringify({ order_uuid: id }) as never)
      .execute()
  ).length;

test('a rejection takes effect after ten seconds, once', async () => {
  const [id = ''] = await server.newOrders(1);
  const before = await notificationCount(id);
  const { result } = await hold('rejectOrder', id, { reason: 'No longer made' });
  expect(result).toMatchObject({ state: 'pending', job: expect.any(String) as string });
  await runDue(HOLD_MS - 1000);
  expect(await server.statusOf(id)).toBe(orderStatuses.pending);
  expect(await notificationCount(id)).toBe(before);
  await runDue(1000);
  expect((await orderDetail(server, id)).result).toMatchObject({
    status: orderStatuses.negative,
    reason: 'No longer made',
  });
  expect(await notificationCount(id)).toBe(before + 1);
  expect(await jobOf(result.job)).toMatchObject({ state: 'done', done: 1 });
  expect((await stop(result.job)).code).toBe('conflict');
  const { ledger } = await read(id);
  expect(ledger.filter(({ event }) => event === 'order_reject')).toHaveLength(1);
});

test('an undone rejection leaves no trace on the order', async () => {
  const [id = ''] = await server.newOrders(1);
  const { rev } = await read(id);
  const before = await notificationCount(id);
  const { result } = await hold('rejectOrder', id);
  expect((await stop(result.job)).result).toMatchObject({ state: 'stopped', done: 0 });
  await runDue(HOLD_MS * 2);
  expect(await read(id)).toMatchObject({ state: 'pending', rev, reason: null });
  expect(await notificationCount(id)).toBe(before);
});

test('the audit and the timeline show that a decision was planned, and that it was undone', async () => {
  const [id = ''] = await server.newOrders(1);
  const voucher = await server.newVoucherOrder('H-3');
  await stop((await hold('rejectOrder', id)).result.job);
  server.clock.advance(1000);
  await hold('rejectOrder', id);
  const response = { number: 'CODE-H3', expiresAt: null, password: null };
  await hold('completeOrder', voucher, { response });
  await runDue(HOLD_MS);
  const lead = await server.signIn('country_lead');
  const actionsOn = async (record: string) => {
    const audit = await server.operate(operatorCalls.listAudit, { query: { record } }, lead);
    const params = { id: record };
    const call = operatorCalls.listOrderTimeline;
    const timeline = await server.operate(call, { params, query: {} }, shop);
    const entries = timeline.result.data.filter(({ kind }) => kind === 'act');
    expect(entries.map(({ what }) => what)).toEqual(audit.result.data.map(({ act }) => act));
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    return audit.result.data.map(({ act, why: reason }) => `${act}: ${reason ?? ''}`);
  };
  expect(await actionsOn(id)).toEqual([
    `rejectOrder: ${why}`,
    `planOrderRejection: ${why}`,
    'undoPlannedDecision: undo',
    `planOrderRejection: ${why}`,
  ]);
  expect(await actionsOn(voucher)).toEqual([
    `completeOrder: ${why}`,
    `planOrderCompletion: ${why}`,
  ]);
});

test('a decision of an operator who lost the right is undone, and the audit says so', async () => {
  const [id = ''] = await server.newOrders(1);
  const operatorId = await server.addOperator(grantsOf('shop', [poland]));
  const session = await server.startSession(operatorId);
  const { rev } = await read(id);
  const body = { rev, holds: true, why };
  const input = { params: { id }, body };
  const { job } = (await server.operate(operatorCalls.rejectOrder, input, session)).result;
  await server.db.deleteFrom('operator_grants').where('operator_id', '=', operatorId).execute();
  await runDue(HOLD_MS);
  expect(await server.statusOf(id)).toBe(orderStatuses.pending);
  expect([(await jobOf(job)).state, await inputOf(job)]).toEqual(['stopped', null]);
  const lead = await server.signIn('country_lead');
  const audit = await server.operate(operatorCalls.listAudit, { query: { record: id } }, lead);
  expect(audit.result.data.map(({ act, why: reason }) => `${act}: ${reason ?? ''}`)).toEqual([
    `undoPlannedDecision: ${why}`,
    `planOrderRejection: ${why}`,
  ]);
});

test('a voucher gets its code after ten seconds, or no code if the decision was undone', async () => {
  const ids = [await server.newVoucherOrder('H-1'), await server.newVoucherOrder('H-2')];
  const [first = '', second = ''] = ids;
  // Without a code, the operator sees the failure immediately.
  expect((await hold('completeOrder', first)).errors[0]?.reason).toBe('no_voucher_code');
  const response = (number: string) => ({
    response: { number, expiresAt: null, password: null },
  });
  const held = await hold('completeOrder', first, response('CODE-H1'));
  const undone = await hold('completeOrder', second, response('CODE-H2'));
  await stop(undone.result.job);
  expect(await server.statusOf(first)).toBe(orderStatuses.pending);
  const storedInputs = await server.db.selectFrom('bulk_job_rows').select('sealed_input').execute();
  expect(JSON.stringify(storedInputs)).not.toContain('CODE-H');
  // The code of the undone decision isn't kept, so it can't be continued.
  expect(await inputOf(held.result.job)).not.toBeNull();
  expect(await inputOf(undone.result.job)).toBeNull();
  const retry = { params: { id: undone.result.job ?? '' }, body: { why } };
  expect((await server.operate(operatorCalls.retryBulkJob, retry, shop)).code).toBe('conflict');
  await runDue(HOLD_MS);
  expect(await jobOf(held.result.job)).toMatchObject({ state: 'done', done: 1 });
  const { result } = await orderDetail(server, first);
  expect(result.meta.response).toMatchObject({ number: 'CODE-H1' });
  expect(await server.statusOf(second)).toBe(orderStatuses.pending);
  const usedCodes = await server.db
    .selectFrom('voucher_codes')
    .select('order_uuid')
    .where('order_uuid', '=', second)
    .execute();
  expect(usedCodes).toEqual([]);
});

test('a held decision isn’t carried out if the order has changed in the meantime', async () => {
  const [id = ''] = await server.newOrders(1);
  const { result } = await hold('rejectOrder', id);
  const { rev } = await read(id);
  const other = await server.signIn('shop');
  const approval = { params: { id }, body: { rev, why } };
  expect((await server.operate(operatorCalls.approveOrder, approval, other)).status).toBe(200);
  await runDue(HOLD_MS);
  expect(await server.statusOf(id)).toBe(orderStatuses.approved);
  expect((await jobOf(result.job)).failures).toMatchObject([
    { record: id, problem: 'order_approved' },
  ]);
});

test('an order that a colleague approves while a held rejection of many is paused isn’t rejected', async () => {
  const orders = await server.newOrders(2);
  const [approved = '', other = ''] = orders;
  const body = { orders, decision: 'reject' as const, reason: 'No longer made', holds: true, why };
  const { job } = (await server.operate(operatorCalls.startBulkOrders, { body }, shop)).result;
  const input = { params: { id: job }, body: { why } };
  server.clock.advance(HOLD_MS);
  await server.operate(operatorCalls.pauseBulkJob, input, shop);
  await decideOrder(approved, { decision: 'approve' }, server.services);
  await server.operate(operatorCalls.resumeBulkJob, input, shop);
  await runDue(0);
  expect(await server.statusOf(approved)).toBe(orderStatuses.approved);
  expect(await server.statusOf(other)).toBe(orderStatuses.negative);
  expect(await jobOf(job)).toMatchObject({ done: 1, failed: 1 });
});

test('orders with a held decision aren’t in the queue, unless it was undone', async () => {
  const [id = ''] = await server.newOrders(1);
  const claim = async () =>
    (await server.operate(operatorCalls.claimOrders, { body: { skipped: [] } }, shop)).result
      .records;
  await server.db
    .updateTable('orders')
    .set({ created_at: new Date(0) })
    .where('uuid', '=', id)
    .execute();
  const { result } = await hold('rejectOrder', id);
  expect(await claim()).not.toContain(id);
  await stop(result.job);
  expect(await claim()).toContain(id);
});

test('an order has one held decision at a time, so that undoing it leaves none', async () => {
  const [id = '', other = ''] = await server.newOrders(2);
  const planned = { code: 'conflict', reason: 'order_decision_planned' };
  const { result } = await hold('rejectOrder', id);
  expect((await hold('rejectOrder', id)).errors).toMatchObject([planned]);
  const body = { orders: [id.toUpperCase(), other], decision: 'reject' as const, holds: true, why };
  const startBulk = () => server.operate(operatorCalls.startBulkOrders, { body }, shop);
  // A job skips orders with a held decision.
  const otherJob = (await startBulk()).result;
  expect(otherJob).toMatchObject({ total: 1, planned: 1 });
  expect((await hold('rejectOrder', other)).errors).toMatchObject([planned]);
  await stop(otherJob.job);
  await stop(result.job);
  const bulk = await startBulk();
  expect(bulk.result).toMatchObject({ total: 2, planned: 0 });
  expect((await startBulk()).errors).toMatchObject([planned]);
  expect((await hold('rejectOrder', other)).errors).toMatchObject([planned]);
  await stop(bulk.result.job);
  await runDue(HOLD_MS);
  expect(await Promise.all([id, other].map(server.statusOf))).toEqual([1, 1]);
  // Only one of two simultaneous decisions is held.
  const answers = await Promise.all([hold('rejectOrder', id), hold('rejectOrder', id)]);
  const codes = answers.map(({ code }) => code);
  expect(codes).toHaveLength(2);
  expect(codes).toEqual(expect.arrayContaining(['conflict', undefined]));
  await runDue(HOLD_MS);
});

test('each order of a held job has its plan, the undo and the decision in its timeline', async () => {
  const orders = await server.newOrders(2);
  const start = async () => {
    const body = { orders, decision: 'reject' as const, holds: true, why };
    return (await server.operate(operatorCalls.startBulkOrders, { body }, shop)).result.job;
  };
  await stop(await start());
  server.clock.advance(1000);
  await start();
  await runDue(HOLD_MS);
  for (const id of orders) {
    const input = { params: { id }, query: {} };
    const { result } = await server.operate(operatorCalls.listOrderTimeline, input, shop);
    const actions = result.data.filter(({ kind }) => kind === 'act');
    expect(actions.map(({ what, outcome }) => `${what} ${outcome ?? ''}`)).toEqual([
      ...['rejectOrder done', 'planOrderRejection done'],
      ...['undoPlannedDecision done', 'planOrderRejection done'],
    ]);
  }
});

test('many rejections are held, and none is carried out if they are undone', async () => {
  const orders = await server.newOrders(3);
  const start = async () => {
    const body = { orders, decision: 'reject' as const, holds: true, why };
    const input = { body, headers: { 'idempotency-key': randomUUID() } };
    return (await server.operate(operatorCalls.startBulkOrders, input, shop)).result.job;
  };
  const undone = await start();
  await runDue(HOLD_MS / 2);
  await stop(undone);
  await runDue(HOLD_MS);
  expect(await Promise.all(orders.map(server.statusOf))).toEqual([1, 1, 1]);
  await start();
  await runDue(HOLD_MS);
  expect(await Promise.all(orders.map(server.statusOf))).toEqual([4, 4, 4]);
});
