import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type OrderConsole, startOrderConsole } from './console-order-setup.ts';
import { orderDetail, pointsOf } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
let lead: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
  lead = await server.signIn('country_lead');
});
afterAll(() => server.close());

const why = 'agreed by phone';
type Decision = 'approveOrder' | 'completeOrder' | 'failOrder' | 'rejectOrder';

const list = async (query: Parameters<typeof listInput>[0], token = shop) =>
  (await server.operate(operatorCalls.listOrders, listInput(query), token)).result;
const listInput = (query: {
  state?: 'open' | 'pending' | 'positive' | 'negative';
  kind?: 'physical' | 'digital';
  search?: string;
  company?: string;
  product?: string;
  from?: string;
  until?: string;
  sort?: 'at' | '-at';
  limit?: number;
  cursor?: string;
}) => ({ query });
const idsOf = ({ data }: { data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

const read = async (id: string, token = shop) =>
  (await server.operate(operatorCalls.readOrder, { params: { id } }, token)).result;

/** Decides an order, based on the version in `body` or the newest. */
async function decide(
  decision: Decision,
  id: string,
  body: object = {},
  options: { token?: string; key?: string } = {},
) {
  const { token = shop, key = randomUUID() } = options;
  const { rev } = await read(id);
  const input = {
    params: { id },
    body: { rev, why, ...body },
    headers: { 'idempotency-key': key },
  };
  return server.operate(operatorCalls[decision], input, token);
}

const auditedChanges = (id: string) =>
  server.db
    .selectFrom('operator_audit')
    .select(['act', 'region_id', 'before', 'after'])
    .where('kind', '=', 'change')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

/** Stores a code that never expires. */
const storeCode = (sku: string, number: string) =>
  server.db
    .insertInto('voucher_codes')
    .values({ region: 'PL', sku, number, expires_at: null, password: 'secret-word' })
    .execute();

describe('the list of orders', () => {
  test('has views and filters, sorted by time', async () => {
    const ids = await server.newOrders(3);
    const [first = '', second = '', third = ''] = ids;
    await decide('rejectOrder', second);
    const { company, goods, number } =
      (await list({ search: (await read(first)).number })).data[0] ?? {};
    const filters = { company: company?.id ?? '', limit: 200 };
    const recentIds = (result: Awaited<ReturnType<typeof list>>) =>
      idsOf(result).filter((id) => ids.includes(id));
    expect(recentIds(await list({ ...filters, state: 'open' }))).toEqual([first, third]);
    expect(recentIds(await list({ ...filters, sort: '-at' }))).toEqual([third, second, first]);
    expect(recentIds(await list({ ...filters, state: 'negative' }))).toEqual([second]);
    expect(recentIds(await list({ ...filters, kind: 'digital' }))).toEqual([]);
    expect(recentIds(await list({ ...filters, kind: 'physical', state: 'open' }))).toHaveLength(2);
    expect(recentIds(await list({ search: company?.name ?? '', limit: 200 }))).toHaveLength(3);
    expect(goods).toEqual([{ name: 'A thing', quantity: 1 }]);
    expect(number).toMatch(/^\d+$/);
    const { product_uuid: product = '' } =
      (await orderDetail(server, first)).result.contents[0] ?? {};
    expect(recentIds(await list({ product, limit: 200 }))).toHaveLength(3);
    expect(idsOf(await list({ product: randomUUID() }))).toEqual([]);
    const from = (await read(second)).created_at;
    expect(recentIds(await list({ ...filters, from }))).toEqual([second, third]);
    expect(recentIds(await list({ ...filters, until: from }))).toEqual([first]);
  });

  test('is read page by page, without losing or repeating an order', async () => {
    await server.newOrders(5);
    const all = idsOf(await list({ limit: 200 }));
    const readAll = async (cursor?: string): Promise<string[]> => {
      const page = await list({ limit: 3, ...(cursor && { cursor }) });
      const remainingIds = page.meta.next === null ? [] : await readAll(page.meta.next);
      return [...idsOf(page), ...remainingIds];
    };
    expect(await readAll()).toEqual(all);
    expect((await list({})).meta.total).toBe(all.length);
  });

  test('contains no orders of other countries, no recipients and no codes', async () => {
    await storeCode('V-LIST', 'CODE-IN-LIST');
    const id = await server.newVoucherOrder('V-LIST');
    expect((await decide('completeOrder', id)).status).toBe(200);
    const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
    expect((await list({}, czechShop)).data).toEqual([]);
    const text = JSON.stringify([await list({ limit: 200 }), await read(id), await read(id, lead)]);
    for (const secret of ['CODE-IN-LIST', 'secret-word']) expect(text).not.toContain(secret);
    expect(JSON.stringify(await list({ limit: 200 }))).not.toContain('Dachowa');
  });
});

describe('an order', () => {
  test('shows a masked recipient, the name to some roles, and its ledger entries', async () => {
    const [id = ''] = await server.newOrders(1);
    const viewersOrder = await read(id, await server.signIn('viewer'));
    expect(viewersOrder).toMatchObject({ can_reveal: false, points: 10, ledger_points: -10 });
    expect(JSON.stringify(viewersOrder.recipient)).not.toMatch(/Ada|Example|Dachowa|501/);
    for (const token of [shop, lead]) {
      const { can_reveal: canReveal, recipient } = await read(id, token);
      expect(canReveal).toBe(true);
      expect(recipient.name).toBe('Ada Example');
      expect(JSON.stringify(recipient)).not.toMatch(/Dachowa|501/);
    }
    await decide('completeOrder', id);
    const { ledger, ledger_points: sum, points } = await read(id);
    expect(ledger.map(({ points: each }) => each)).toEqual([-10, 10, -10]);
    expect(sum).toBe(-points);
  });

  test('reveals the recipient to a role with the right to personal data, and the audit records the reason', async () => {
    const [id = ''] = await server.newOrders(1);
    const input = { params: { id }, body: { why: 'the parcel came back' } };
    for (const role of ['viewer', 'finance'] as const) {
      const token = await server.signIn(role);
      const rejectedResponse = await server.operate(operatorCalls.revealOrder, input, token);
      expect(rejectedResponse.code).toBe('forbidden');
    }
    const headers = { 'idempotency-key': randomUUID() };
    const reveal = () => server.operate(operatorCalls.revealOrder, { ...input, headers }, shop);
    const { recipient } = (await reveal()).result.revealed ?? {};
    expect(recipient).toMatchObject({ name: 'Ada Example', street: 'Dachowa 1' });
    // The response stored for retries contains no personal data.
    expect((await reveal()).result).toEqual({ revealed: null });
    const auditRows = await server.db
      .selectFrom('operator_audit')
      .innerJoin('operator_reasons', 'audit_id', 'id')
      .select(['kind', 'why'])
      .where('act', '=', 'revealOrder')
      .where('record_id', '=', id)
      .execute();
    expect(auditRows).toEqual([{ kind: 'act', why: 'the parcel came back' }]);
  });
});

describe('a decision', () => {
  test('is shown to the installer, and recorded with the values before and after', async () => {
    const [id = ''] = await server.newOrders(1);
    const balance = await pointsOf(server, 'polishOwner');
    expect((await decide('approveOrder', id)).result.state).toBe('approved');
    expect((await decide('failOrder', id, { reason: 'Out of stock' })).result.state).toBe('failed');
    expect((await orderDetail(server, id)).result).toMatchObject({
      status: 5,
      reason: 'Out of stock',
    });
    const reason = 'No longer made';
    expect((await decide('rejectOrder', id, { reason })).result.state).toBe('negative');
    expect((await orderDetail(server, id)).result).toMatchObject({ status: 4, reason });
    // Its reserved points have been returned.
    expect(await pointsOf(server, 'polishOwner')).toBe(balance + 10);
    expect((await read(id)).ledger_points).toBe(0);
    const states = (await auditedChanges(id)).map(({ before, after }) => [before, after]);
    expect(states).toEqual([
      [{ state: 'pending' }, { state: 'approved' }],
      [{ state: 'approved' }, { state: 'failed' }],
      [{ state: 'failed' }, { state: 'negative' }],
    ]);
  });

  test('repeated with the same key has no further effect', async () => {
    const [id = ''] = await server.newOrders(1);
    const key = randomUUID();
    const { rev } = await read(id);
    const body = { rev };
    const first = await decide('completeOrder', id, body, { key });
    const secondResponse = await decide('completeOrder', id, body, { key });
    expect(secondResponse.result).toEqual(first.result);
    expect(await auditedChanges(id)).toHaveLength(1);
    expect((await read(id)).ledger).toHaveLength(3);
  });

  test('by the second of two operators is a conflict that names the first decision', async () => {
    const [id = ''] = await server.newOrders(1);
    const { rev } = await read(id);
    const [other, body] = [await server.signIn('shop'), { rev }];
    const [one, two] = await Promise.all([
      decide('completeOrder', id, body),
      decide('rejectOrder', id, body, { token: other }),
    ]);
    const [winner, loser] = one.status === 200 ? [one, two] : [two, one];
    expect(winner.status).toBe(200);
    expect(loser).toMatchObject({ status: 409, code: 'conflict' });
    expect(loser.errors[0]?.reason).toBe(`order_${winner.result.state}`);
    expect(await auditedChanges(id)).toHaveLength(1);
  });

  test('needs a role that edits orders, in the country of the order', async () => {
    const [id = ''] = await server.newOrders(1);
    const viewer = await server.signIn('viewer');
    const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
    expect((await decide('approveOrder', id, {}, { token: viewer })).code).toBe('forbidden');
    expect((await decide('approveOrder', id, {}, { token: czechShop })).code).toBe('not_found');
  });
});

describe('a voucher', () => {
  test('is completed with the next free code or the vendor’s, each used once', async () => {
    const orders = [await server.newVoucherOrder('V-1'), await server.newVoucherOrder('V-1B')];
    const [first = '', second = ''] = orders;
    const emptyResponse = await decide('completeOrder', first);
    expect(emptyResponse.errors[0]).toMatchObject({
      code: 'invalid_input',
      reason: 'no_voucher_code',
    });
    expect((await read(first)).state).toBe('pending');
    await storeCode('V-1', 'CODE-1');
    expect((await decide('completeOrder', first)).status).toBe(200);
    const { result } = await orderDetail(server, first);
    expect(result.meta.response).toMatchObject({ number: 'CODE-1' });
    const response = { number: 'CODE-1', expiresAt: null, password: null };
    const codeRejection = await decide('completeOrder', second, { response });
    expect(codeRejection.errors[0]?.reason).toBe('voucher_code_given');
    const ownResponse = { ...response, number: 'CODE-2' };
    expect((await decide('completeOrder', second, { response: ownResponse })).status).toBe(200);
    const audit = await server.db
      .selectFrom('operator_audit')
      .select(['before', 'after'])
      .execute();
    expect(JSON.stringify(audit)).not.toMatch(/CODE-[12]/);
    const answers = await server.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(answers)).not.toMatch(/CODE-[12]/);
  });

  test('is completed with many others by a job; those without a code fail', async () => {
    await storeCode('V-3', 'CODE-3');
    const orders = [await server.newVoucherOrder('V-3'), await server.newVoucherOrder('V-4')];
    const body = { orders, decision: 'complete' as const, why };
    const { result } = await server.operate(operatorCalls.startBulkOrders, { body }, shop);
    await server.finishJobs();
    const params = { id: result.job };
    const job = await server.operate(operatorCalls.getBulkJob, { params }, shop);
    expect(job.result).toMatchObject({ done: 1, failed: 1 });
    expect(job.result.failures).toMatchObject([{ record: orders[1], problem: 'no_voucher_code' }]);
  });
});

describe('many orders', () => {
  const startBulk = (
    decision: 'fail' | 'reject',
    orders: string[],
    options: { reason?: string; key?: string } = {},
  ) => {
    const { reason, key = randomUUID() } = options;
    const body = { orders, decision, why, ...(reason !== undefined && { reason }) };
    const input = { body, headers: { 'idempotency-key': key } };
    return server.operate(operatorCalls.startBulkOrders, input, shop);
  };
  const jobOf = async (id: string) =>
    (await server.operate(operatorCalls.getBulkJob, { params: { id } }, shop)).result;
  const refunds = async (order: string) =>
    (await read(order)).ledger.filter(({ event }) => event === 'order_reject');

  test('are rejected with a reason, and their points returned once', async () => {
    const orders = await server.newOrders(3);
    const [, , completedOrder = ''] = orders;
    const balance = await pointsOf(server, 'polishOwner');
    await decide('completeOrder', completedOrder);
    const [key, reason] = [randomUUID(), 'No longer made'];
    const [first, repeatedResponse, other] = await Promise.all([
      startBulk('reject', orders, { reason, key }),
      startBulk('reject', orders, { reason, key }),
      // Another operator's job about the same orders.
      startBulk('reject', orders, { reason: 'Something else' }),
    ]);
    expect([first, repeatedResponse].map(({ status }) => status)).toContain(201);
    await server.finishJobs();
    expect(await pointsOf(server, 'polishOwner')).toBe(balance + 20);
    for (const id of orders.slice(0, 2)) {
      expect(await refunds(id)).toHaveLength(1);
      expect(await auditedChanges(id)).toHaveLength(1);
    }
    expect(await refunds(completedOrder)).toEqual([]);
    const job = await jobOf(other.result.job);
    expect(job).toMatchObject({ done: 2, failed: 1 });
    expect(job.failures).toMatchObject([{ record: completedOrder, problem: 'order_positive' }]);
    const storedOrder = (await orderDetail(server, orders[0] ?? '')).result;
    expect(storedOrder.status).toBe(4);
    expect(['No longer made', 'Something else']).toContain(storedOrder.reason);
  });

  test('continue after a stopped job is retried, with the same reason', async () => {
    const orders = await server.newOrders(2);
    const { result } = await startBulk('reject', orders, { reason: 'No longer made' });
    const params = { id: result.job };
    await server.operate(operatorCalls.stopBulkJob, { params, body: { why } }, shop);
    await server.finishJobs();
    expect(await Promise.all(orders.map(server.statusOf))).toEqual([1, 1]);
    await server.operate(operatorCalls.retryBulkJob, { params, body: { why } }, shop);
    await server.finishJobs();
    for (const id of orders) {
      expect((await orderDetail(server, id)).result).toMatchObject({
        status: 4,
        reason: 'No longer made',
      });
      expect(await refunds(id)).toHaveLength(1);
    }
    const rows = await server.db
      .selectFrom('bulk_job_rows')
      .select('sealed_input')
      .where('job', '=', result.job)
      .execute();
    expect(rows).toEqual([{ sealed_input: null }, { sealed_input: null }]);
  });

  test('stay open when a problem is reported', async () => {
    const orders = await server.newOrders(2);
    await startBulk('fail', orders, { reason: 'The lorry broke down' });
    await server.finishJobs();
    for (const id of orders) {
      const { result } = await orderDetail(server, id);
      expect(result).toMatchObject({ status: 5, reason: 'The lorry broke down' });
      expect((await read(id)).ledger_points).toBe(-10);
    }
  });

  test('that include a top-up need a reason', async () => {
    const orders = await server.newOrders(2);
    await server.db
      .updateTable('orders')
      .set({ type: 'EDENRED_CARD_TOPUP' })
      .where('uuid', '=', orders[0] ?? '')
      .execute();
    for (const reason of [undefined, '', ' \n ']) {
      const rejectedResponse = await startBulk(
        'reject',
        orders,
        reason === undefined ? {} : { reason },
      );
      expect(rejectedResponse.errors[0]?.reason).toBe('order_reason_needed');
    }
    expect((await startBulk('reject', orders, { reason: 'The card is blocked' })).status).toBe(201);
    await server.finishJobs();
    expect(await Promise.all(orders.map(server.statusOf))).toEqual([4, 4]);
  });
});

test('orders of another country can’t be rejected together', async () => {
  const [id = ''] = await server.newOrders(1);
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  const body = { orders: [id], decision: 'reject' as const, reason: 'No', why };
  const rejectedResponse = await server.operate(operatorCalls.startBulkOrders, { body }, czechShop);
  expect(rejectedResponse.code).toBe('not_found');
  expect(await server.statusOf(id)).toBe(1);
});
