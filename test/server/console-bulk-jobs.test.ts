import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { OWN_COMPANY } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { stopForbiddenJob } from '#server/console/bulk-jobs.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { transact } from '#server/db/database.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { failAfter } from './break-connection.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { grantsOf } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

let server: OrderConsole;
let token: string;
beforeAll(async () => {
  server = await startOrderConsole();
  token = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'agreed by phone';
const jobOf = async (id: string, session = token) =>
  (await server.operate(operatorCalls.getBulkJob, { params: { id } }, session)).result;
const statuses = (orders: readonly string[]) => Promise.all(orders.map(server.statusOf));

/** Actions in the audit that name these orders, with their outcomes. */
async function auditOf(orders: readonly string[]) {
  const rows = await server.db
    .selectFrom('operator_audit as act')
    .innerJoin('operator_audit as outcome', 'outcome.of_id', 'act.id')
    .select(['act.act', 'act.record_id', 'act.region_id', 'outcome.outcome'])
    .where('outcome.kind', '=', 'outcome')
    .where('act.act', '=', 'approveOrder')
    .where('act.record_id', 'in', orders)
    .orderBy('act.id')
    .execute();
  return rows.map(({ record_id, region_id, outcome }) => ({ record_id, region_id, outcome }));
}

test('each row is a separate audited action, in the order of the list', async () => {
  const orders = await server.newOrders(3);
  const id = await server.startApproval([...orders].reverse(), token);
  expect(await jobOf(id)).toMatchObject({ state: 'running', total: 3, done: 0, failed: 0 });
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 3, failed: 0, failures: [] });
  expect(await statuses(orders)).toEqual(orders.map(() => orderStatuses.approved));
  const expected = orders.map((record_id) => ({ record_id, region_id: poland, outcome: 'done' }));
  expect(await auditOf(orders)).toEqual(expected);
});

test('the same request starts one job', async () => {
  const orders = await server.newOrders(2);
  const key = randomUUID();
  const [first, second] = [
    await server.startApproval(orders, token, key),
    await server.startApproval(orders, token, key),
  ];
  expect(second).toBe(first);
  // A second job for the same orders changes nothing.
  const third = await server.startApproval(orders, token);
  await server.finishJobs();
  expect(await jobOf(third)).toMatchObject({ state: 'done', done: 2 });
  const { rows } = await server.db
    .selectFrom('notifications')
    .select('meta')
    .where('event', '=', 'order_approved')
    .execute()
    .then((found) => ({
      rows: found.filter(({ meta }) =>
        orders.includes((meta as { order_uuid: string }).order_uuid),
      ),
    }));
  expect(rows).toHaveLength(2);
});

test('failed rows have a reason, and only they are retried', async () => {
  const orders = await server.newOrders(3);
  const [, rejectedOrder = ''] = orders;
  await decideOrder(rejectedOrder, { decision: 'reject' }, server.services);
  const id = await server.startApproval(orders, token);
  await server.finishJobs();
  const job = await jobOf(id);
  expect(job).toMatchObject({ state: 'done', record_kind: 'order', done: 2, failed: 1 });
  expect(job.failures).toMatchObject([{ record: rejectedOrder, problem: 'order_negative' }]);
  const params = { id };
  const secondResponse = await server.operate(
    operatorCalls.retryBulkJob,
    { params, body: { why } },
    token,
  );
  expect(secondResponse.result).toMatchObject({ state: 'running', done: 2, failed: 0 });
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 2, failed: 1 });
  const outcomes = (await auditOf(orders)).map(({ outcome }) => outcome ?? '');
  expect(outcomes.toSorted()).toEqual(['done', 'done', 'order_negative', 'order_negative']);
});

test.each([2, 5, 9, 14, 20, 27, 35])(
  'a process that ends after %i statements neither loses nor repeats a row',
  async (statements) => {
    const orders = await server.newOrders(3);
    const id = await server.startApproval(orders, token);
    await failAfter(server.services, statements, () => runBulkJobs(server.services));
    await server.finishJobs();
    const job = await jobOf(id);
    expect(job.state).toBe('done');
    expect(job.done + job.failed).toBe(3);
    const doneEntries = (await auditOf(orders)).filter(({ outcome }) => outcome === 'done');
    expect(doneEntries).toHaveLength(job.done);
    const approvedStatuses = (await statuses(orders)).filter((s) => s === orderStatuses.approved);
    expect(approvedStatuses).toHaveLength(job.done);
  },
);

test('a paused job keeps its remaining rows until it’s resumed, after a restart too', async () => {
  const orders = await server.newOrders(3);
  const id = await server.startApproval(orders, token);
  const act = async (call: 'pauseBulkJob' | 'resumeBulkJob', session = token) =>
    server.operate(operatorCalls[call], { params: { id }, body: { why } }, session);
  expect((await act('resumeBulkJob')).code).toBe('conflict');
  expect((await act('pauseBulkJob')).result).toMatchObject({ state: 'paused', done: 0 });
  expect((await act('pauseBulkJob')).code).toBe('conflict');
  const retry = { params: { id }, body: { why } };
  expect((await server.operate(operatorCalls.retryBulkJob, retry, token)).code).toBe('conflict');
  // As after a restart, these services know the job only from the database.
  await runBulkJobs({ ...server.services });
  expect(await statuses(orders)).toEqual(orders.map(() => orderStatuses.pending));
  server.clock.advance(2 * DAY_MS);
  token = await server.signIn('shop');
  const stranger = await server.signIn('viewer');
  expect((await act('resumeBulkJob', stranger)).code).toBe('not_found');
  expect((await act('resumeBulkJob')).result).toMatchObject({ state: 'running', done: 0 });
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 3 });
  expect(await statuses(orders)).toEqual(orders.map(() => orderStatuses.approved));
});

test('a paused job stays in its operator’s list after a day and newer jobs, and can be stopped', async () => {
  const [order = ''] = await server.newOrders(1);
  const email = 'pausing@club.example';
  const operator = await server.addOperator(grantsOf('shop', [poland]), email);
  const first = await server.startSession(operator);
  const id = await server.startApproval([order], first);
  const input = { params: { id }, body: { why } };
  await server.operate(operatorCalls.pauseBulkJob, input, first);
  server.clock.advance(2 * DAY_MS);
  const laterToken = await server.startSession(operator);
  const newer = await server.newOrders(20);
  for (const newerOrder of newer) await server.startApproval([newerOrder], laterToken);
  await server.finishJobs();
  const listedJobs = (await server.operate(operatorCalls.listBulkJobs, {}, laterToken)).result.data;
  expect(listedJobs).toHaveLength(21);
  expect(listedJobs[0]).toMatchObject({ id, state: 'paused' });
  const stopped = await server.operate(operatorCalls.stopBulkJob, input, laterToken);
  expect(stopped.result).toMatchObject({ state: 'stopped', done: 0 });
  token = await server.signIn('shop');
});

test('two processes run each row once', async () => {
  const orders = await server.newOrders(12);
  const id = await server.startApproval(orders, token);
  await Promise.all([runBulkJobs(server.services), runBulkJobs(server.services)]);
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 12 });
  expect(await auditOf(orders)).toHaveLength(12);
});

test('a stopped job leaves its remaining rows until it is continued', async () => {
  const orders = await server.newOrders(2);
  const id = await server.startApproval(orders, token);
  const input = { params: { id }, body: { why } };
  const stopResponse = await server.operate(operatorCalls.stopBulkJob, input, token);
  expect(stopResponse.result).toMatchObject({ state: 'stopped', done: 0 });
  expect((await server.operate(operatorCalls.stopBulkJob, input, token)).code).toBe('conflict');
  await server.finishJobs();
  expect(await statuses(orders)).toEqual([orderStatuses.pending, orderStatuses.pending]);
  await server.operate(operatorCalls.retryBulkJob, input, token);
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 2 });
});

test('a job stops when its operator loses the right', async () => {
  const orders = await server.newOrders(1);
  const operatorId = await server.addOperator([{ role: 'shop', regions: [poland] }]);
  const id = await server.startApproval(orders, await server.startSession(operatorId));
  await server.db.deleteFrom('operator_grants').where('operator_id', '=', operatorId).execute();
  await server.finishJobs();
  expect(await statuses(orders)).toEqual([orderStatuses.pending]);
  expect(await jobOf(id)).toMatchObject({ state: 'stopped', done: 0 });
});

test('a paused job stops, too', async () => {
  const orders = await server.newOrders(1);
  const operatorId = await server.addOperator([{ role: 'shop', regions: [poland] }]);
  const session = await server.startSession(operatorId);
  const id = await server.startApproval(orders, session);
  await server.operate(operatorCalls.pauseBulkJob, { params: { id }, body: { why } }, session);
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'paused' });
  await server.db.deleteFrom('operator_grants').where('operator_id', '=', operatorId).execute();
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'stopped', done: 0 });
});

test('a job whose operator lost the right goes on if a colleague has resumed it meanwhile', async () => {
  const orders = await server.newOrders(1);
  const operatorId = await server.addOperator([{ role: 'shop', regions: [poland] }]);
  const session = await server.startSession(operatorId);
  const id = await server.startApproval(orders, session);
  const input = { params: { id }, body: { why } };
  await server.operate(operatorCalls.pauseBulkJob, input, session);
  await server.operate(operatorCalls.resumeBulkJob, input, token);
  const job = { uuid: id, operator_id: operatorId };
  await transact(server.db, (trx) => stopForbiddenJob(trx, job, server.clock.now()));
  await server.finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 1 });
});

test('all paused jobs of an operator are listed', async () => {
  const operatorId = await server.addOperator([{ role: 'shop', regions: [poland] }]);
  const session = await server.startSession(operatorId);
  const orders = await server.newOrders(22);
  const ids: string[] = [];
  for (const order of orders) {
    const id = await server.startApproval([order], session);
    await server.operate(operatorCalls.pauseBulkJob, { params: { id }, body: { why } }, session);
    ids.push(id);
  }
  const { result } = await server.operate(operatorCalls.listBulkJobs, {}, session);
  expect(new Set(result.data.map(({ id }) => id))).toEqual(new Set(ids));
});

test('a resumed job keeps the reason of its start in the audit of each record', async () => {
  const [order = ''] = await server.newOrders(1);
  const id = await server.startApproval([order], token);
  const input = { params: { id }, body: { why: 'pause' } };
  await server.operate(operatorCalls.pauseBulkJob, input, token);
  await server.operate(operatorCalls.resumeBulkJob, { ...input, body: { why: 'resume' } }, token);
  await server.finishJobs();
  const lead = await server.startSession(
    await server.addOperator(grantsOf('country_lead', [poland]), 'lead@club.example'),
  );
  const query = { record: order };
  const { result } = await server.operate(operatorCalls.listAudit, { query }, lead);
  const approvals = result.data.filter(({ act }) => act === 'approveOrder');
  expect(approvals.map((entry) => entry.why)).toEqual([why]);
});

test('only operators with the right in all countries of a job see and stop it', async () => {
  const orders = await server.newOrders(1);
  const id = await server.startApproval(orders, token);
  const otherTokens = [
    await server.signIn('shop', [regionIdOf('CZ')]),
    await server.signIn('viewer', [poland]),
  ];
  for (const otherToken of otherTokens) {
    const params = { id };
    const readResponse = await server.operate(operatorCalls.getBulkJob, { params }, otherToken);
    const body = { why };
    const stopResponse = await server.operate(
      operatorCalls.stopBulkJob,
      { params, body },
      otherToken,
    );
    expect([readResponse.code, stopResponse.code]).toEqual(['not_found', 'not_found']);
    const { result } = await server.operate(operatorCalls.listBulkJobs, {}, otherToken);
    expect(result.data).toEqual([]);
  }
  const { result } = await server.operate(operatorCalls.listBulkJobs, {}, token);
  expect(result.data[0]).toMatchObject({ id, act: 'approveOrder' });
  await server.finishJobs();
});

test('orders of the operator’s own company fail, and other rows run (security 33)', async () => {
  const [ownOrder = '', otherOrder = ''] = await server.newOrders(2);
  const { companyId } = accounts.decorOwner;
  await server.db
    .updateTable('orders')
    .set({ company_id: companyId })
    .where('uuid', '=', ownOrder)
    .execute();
  const operator = await server.addOperator(grantsOf('shop', [poland]), accounts.decorStaff.email);
  const adaSession = await server.startSession(operator);
  const id = await server.startApproval([ownOrder, otherOrder], adaSession);
  await server.finishJobs();
  const job = await jobOf(id, adaSession);
  expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 });
  expect(job.failures).toMatchObject([{ record: ownOrder, problem: OWN_COMPANY }]);
  expect(await statuses([ownOrder, otherOrder])).toEqual([
    orderStatuses.pending,
    orderStatuses.approved,
  ]);
});

test('orders of another country can’t be part of a job', async () => {
  const orders = await server.newOrders(1);
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  const body = { orders, decision: 'approve' as const, why };
  const { code } = await server.operate(operatorCalls.startBulkOrders, { body }, czechShop);
  expect(code).toBe('not_found');
});

test('an order of a card isn’t completed without the card’s number, either alone or in a job', async () => {
  const [order = '', goods = ''] = await server.newOrders(2);
  await server.db
    .updateTable('orders')
    .set({ type: 'EDENRED_CARD' })
    .where('uuid', '=', order)
    .execute();
  const params = { id: order };
  const { rev } = (await server.operate(operatorCalls.readOrder, { params }, token)).result;
  const completion = { params, body: { rev, why } };
  const { errors } = await server.operate(operatorCalls.completeOrder, completion, token);
  expect(errors).toMatchObject([{ code: 'conflict', reason: 'order_card_needed' }]);
  const body = { orders: [order, goods], decision: 'complete' as const, why };
  const { result } = await server.operate(operatorCalls.startBulkOrders, { body }, token);
  await server.finishJobs();
  const job = await jobOf(result.job);
  expect(job).toMatchObject({ done: 1, failed: 1 });
  expect(job.failures).toMatchObject([{ record: order, problem: 'order_card_needed' }]);
  expect(await server.statusOf(order)).toBe(orderStatuses.pending);
  expect(await server.statusOf(goods)).toBe(orderStatuses.positive);
});
