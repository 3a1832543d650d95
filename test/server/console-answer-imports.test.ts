import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { openResponse } from '#server/orders/sealed-response.ts';
import { failAfter } from './break-connection.ts';
import { type ImportConsole, runWithoutPause, startImportConsole } from './import-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
const kind = { kind: 'vendor_answers', region: poland } as const;
const company = accounts.polishOwner.companyId;

let server: ImportConsole;
let shop: string;
let owner: { readonly token: string; readonly until: number } | undefined;
const variants = new Map<VendorType, string>();
beforeAll(async () => {
  server = await startImportConsole();
  await addPoints(server, 'polishOwner', 1_000_000);
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await server.signIn('shop');
});

async function tokenOf(): Promise<string> {
  const now = server.clock.now();
  if (owner && owner.until > now) return owner.token;
  const { token } = await server.signInAs('polishOwner');
  owner = { token, until: now + 300_000 };
  return token;
}

interface Ordered {
  readonly uuid: string;
  readonly number: string;
}

/** Places an approved order of a vendor. */
async function addOrder(type: VendorType = 'COMPACON'): Promise<Ordered> {
  const knownVariant = variants.get(type);
  const variant = knownVariant ?? (await newProduct(server, { type, stock: 10_000 })).variant;
  variants.set(type, variant);
  const buyer = { ...server, tokenOf };
  const { uuid, number } = await placeOrder(buyer, 'polishOwner', [lineOf(variant)], { type });
  await decideOrder(uuid, { decision: 'approve' }, server.services);
  server.clock.advance(1000);
  return { uuid, number };
}

const file = (lines: readonly string[]) =>
  ['order,result,number,expires,password,reference,reason', ...lines, ''].join('\n');
async function checkFile(lines: readonly string[]): Promise<string> {
  const id = await server.upload(file(lines), shop, kind);
  expect(await server.check(id, shop)).toBeNull();
  await server.finish();
  return id;
}
const importFile = (lines: readonly string[]) => server.importFile(file(lines), shop, kind);

async function orderOf({ uuid }: Ordered) {
  const order = await server.db
    .selectFrom('orders')
    .leftJoin('order_references', 'order_references.order_uuid', 'orders.uuid')
    .select(['status', 'reason', 'response', 'reference'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const { voucherKeys } = server.services;
  return { ...order, response: openResponse(voucherKeys, { uuid, response: order.response }) };
}
/** An order's ledger lines, its notifications after the approval, and its audited actions. */
async function effectsOf({ uuid }: Ordered) {
  const ledger = await server.db
    .selectFrom('ledger')
    .select('event')
    .where('order_uuid', '=', uuid)
    .orderBy('created_at')
    .execute();
  const notifications = await server.db
    .selectFrom('notifications')
    .select('event')
    .where(sql<boolean>`meta ->> 'order_uuid' = ${uuid}`)
    .where('event', '<>', 'order_approved')
    .execute();
  const auditRows = await server.db
    .selectFrom('operator_audit')
    .select(['kind', 'act'])
    .where('record_id', '=', uuid)
    .orderBy('id')
    .execute();
  return {
    ledger: ledger.map(({ event }) => event),
    notified: notifications.map(({ event }) => event),
    audited: auditRows.map((row) => `${row.kind} ${row.act}`),
  };
}

describe('a file of a vendor’s answers', () => {
  test('is read to its end even if it has long rejected rows', async () => {
    const order = await addOrder();
    const longLine = `${order.number},failed,,,,,"${'a'.repeat(9000)}"`;
    const id = await importFile([longLine, longLine, `${order.number},completed,,,,,`]);
    const applied = { rows: 3, new_rows: 1, known_rows: 0, rejected: 2 };
    expect(await server.read(id, shop)).toMatchObject({ state: 'applied', applied });
  });

  test('rejects a code that also occurs in a much earlier row, but not a correction of that row', async () => {
    const [first, second] = [await addOrder('KROS'), await addOrder('KROS')];
    const longLine = `${first.number},failed,,,,,"${'a'.repeat(9000)}"`;
    // More than the check reads at once.
    const farLines = Array.from({ length: 30 }, () => longLine);
    const id = await checkFile([
      `${first.number},completed,FAR-1,,,,`,
      ...farLines,
      `${second.number},completed,FAR-1,,,,`,
      ...farLines,
      `${second.number},completed,FAR-2,,,,`,
      ...farLines,
      `${second.number},completed,FAR-2,,,,`,
    ]);
    const { checked } = await server.read(id, shop);
    // All of the long rows, and the one with the earlier code.
    expect(checked).toEqual({ rows: 94, new_rows: 2, known_rows: 1, rejected: 91 });
  });

  test('decides each order like the single action', async () => {
    const [doneOrder, failedOrder, singleOrder, voucherOrder] = [
      await addOrder(),
      await addOrder(),
      await addOrder(),
      await addOrder('KROS'),
    ];
    const input = { params: { id: singleOrder.uuid } };
    const { rev } = (await server.operate(operatorCalls.readOrder, input, shop)).result;
    const body = { rev, why: 'delivered' };
    await server.operate(operatorCalls.completeOrder, { ...input, body }, shop);
    const id = await importFile([
      `${doneOrder.number},completed,,,,DPD-77,`,
      `${failedOrder.number},Failed,,,,,Sold out until May`,
      `${voucherOrder.number},completed,SECRET-1,2099-12-31,word-of-code,,`,
    ]);
    const applied = { rows: 3, new_rows: 3, known_rows: 0, rejected: 0 };
    // The codes are deleted with the file.
    expect(await server.read(id, shop)).toMatchObject({ state: 'applied', applied, parts: [] });
    const delivery = { status: 3, reference: 'DPD-77', response: null };
    expect(await orderOf(doneOrder)).toMatchObject(delivery);
    expect(await orderOf(failedOrder)).toMatchObject({ status: 5, reason: 'Sold out until May' });
    expect(await orderOf(voucherOrder)).toMatchObject({
      status: 3,
      response: {
        number: 'SECRET-1',
        expiresAt: '2099-12-31T23:59:59.000Z',
        password: 'word-of-code',
      },
    });
    const expected = await effectsOf(singleOrder);
    expect(expected.ledger).toContain('order_complete');
    expect(await effectsOf(voucherOrder)).toEqual(expected);
    // Adding the reference is one more change.
    const withReference = await effectsOf(doneOrder);
    expect(withReference).toEqual({
      ...expected,
      audited: [...expected.audited, 'change completeOrder'],
    });
    expect(await effectsOf(failedOrder)).toEqual({
      ledger: ['order_reservation'],
      notified: ['order_failed'],
      audited: ['act failOrder', 'change failOrder'],
    });
    const shownResponse = await server.operate(
      operatorCalls.readOrder,
      { params: { id: doneOrder.uuid } },
      shop,
    );
    expect(shownResponse.result.reference).toBe('DPD-77');
    const rejects = await server.db.selectFrom('import_rejects').selectAll().execute();
    const storedText = `${await storedOperatorText(server)}${JSON.stringify(rejects)}`;
    for (const text of ['SECRET-1', 'word-of-code']) expect(storedText).not.toContain(text);
  });
});

describe('the check of a vendor’s answers', () => {
  test('lists the reason for each row that can’t be applied, and no codes', async () => {
    const [pendingOrder, doneOrder, cardOrder, voucherOrder, takenOrder] = [
      await addOrder(),
      await addOrder(),
      await addOrder(),
      await addOrder('KROS'),
      await addOrder('KROS'),
    ];
    const changeOrder = ({ uuid }: Ordered, change: { status?: 1; type?: 'EDENRED_CARD' }) =>
      server.db.updateTable('orders').set(change).where('uuid', '=', uuid).execute();
    await changeOrder(pendingOrder, { status: orderStatuses.pending });
    await changeOrder(cardOrder, { type: 'EDENRED_CARD' });
    const response = { number: 'TAKEN-1', expiresAt: null, password: null };
    await decideOrder(takenOrder.uuid, { decision: 'complete', response }, server.services);
    await decideOrder(doneOrder.uuid, { decision: 'complete' }, server.services);
    const id = await checkFile([
      '99999999,completed,,,,,',
      `${pendingOrder.number},completed,,,,,`,
      `${doneOrder.number},completed,,,,,`,
      `${doneOrder.number},failed,,,,,Too late`,
      `${takenOrder.number},completed,TAKEN-1,,,,`,
      `${takenOrder.number},completed,OTHER-1,,,,`,
      `${voucherOrder.number},completed,,,,,`,
      `${voucherOrder.number},completed,TAKEN-1,,,,`,
      `${doneOrder.number},completed,HIDDEN-1,,,,`,
      `${voucherOrder.number},sent,HIDDEN-2,,,,`,
      `${voucherOrder.number},failed,HIDDEN-3,,,,`,
      `${voucherOrder.number},completed,HIDDEN-4,tomorrow,,,`,
      ',completed,,,,,',
      `${voucherOrder.number},completed`,
      `${cardOrder.number},completed,,,,,`,
    ]);
    const { checked, rejects } = await server.read(id, shop);
    expect(checked).toEqual({ rows: 15, new_rows: 0, known_rows: 2, rejected: 13 });
    expect(rejects).toEqual([
      { line: 2, problem: 'unknown_order' },
      { line: 3, problem: 'not_approved' },
      { line: 5, problem: 'answered_differently' },
      { line: 7, problem: 'answered_differently' },
      { line: 8, problem: 'missing_code' },
      { line: 9, problem: 'code_given' },
      { line: 10, problem: 'not_voucher' },
      { line: 11, problem: 'result' },
      { line: 12, problem: 'code_of_failed' },
      { line: 13, problem: 'expiry' },
      { line: 14, problem: 'order' },
      { line: 15, problem: 'fields' },
      { line: 16, problem: 'card_needed' },
    ]);
    const csv = await server.readRejectedRows(id, shop);
    expect(csv).toContain(`${doneOrder.number},completed,HI…,,,,,10,"Only a voucher has a code`);
    expect(csv).not.toContain('HIDDEN');
    expect(csv).not.toContain('TAKEN');
  });
});

describe('an import of answers', () => {
  test('decides only orders in its own country', async () => {
    const order = await addOrder();
    const czech = await server.signIn('shop', [regionIdOf('CZ')]);
    const czechKind = { kind: 'vendor_answers', region: regionIdOf('CZ') } as const;
    const id = await server.importFile(file([`${order.number},completed,,,,,`]), czech, czechKind);
    expect((await server.read(id, czech)).rejects).toEqual([{ line: 2, problem: 'unknown_order' }]);
    expect((await orderOf(order)).status).toBe(orderStatuses.approved);
    expect(await server.check(await server.upload(file([]), shop, kind), shop)).toBeNull();
    const body = { ...kind, file_name: 'a.csv', bytes: 1, why: 'sent' };
    const deniedResponse = await server.operate(operatorCalls.createImport, { body }, czech);
    expect(deniedResponse.code).toBe('not_found');
    const viewer = await server.signIn('viewer');
    expect((await server.operate(operatorCalls.createImport, { body }, viewer)).code).toBe(
      'forbidden',
    );
  });

  test('can’t be taken back', async () => {
    const order = await addOrder();
    const id = await importFile([`${order.number},completed,,,,,`]);
    expect((await server.callImport('takeBackImport', id, shop)).problem).toBe('import_state');
    expect((await orderOf(order)).status).toBe(orderStatuses.positive);
  });

  test('rejects an order that another operator decides after the check', async () => {
    const [rejectedOrder, other] = [await addOrder('KROS'), await addOrder('KROS')];
    const code = `C-${randomUUID()}`;
    const id = await checkFile([
      `${rejectedOrder.number},completed,${code}-1,,,,`,
      `${other.number},completed,${code}-2,,,,`,
    ]);
    await decideOrder(rejectedOrder.uuid, { decision: 'reject' }, server.services);
    await server.callImport('applyImport', id, shop);
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({
      applied: { rows: 2, new_rows: 1, known_rows: 0, rejected: 1 },
      rejects: [{ line: 2, problem: 'not_approved' }],
    });
    expect((await orderOf(rejectedOrder)).status).toBe(orderStatuses.negative);
  });
});

describe('an interrupted application', () => {
  test('has the same result after an interruption at any statement, and decides each order once', async () => {
    const orders: Ordered[] = [];
    for (let index = 0; index < 6; index += 1) orders.push(await addOrder('KROS'));
    const code = randomUUID();
    const lines = orders.map(({ number }, index) =>
      index % 3 === 2
        ? `${number},failed,,,,,Sold out`
        : `${number},completed,${code}-${index},,,,`,
    );
    const id = await checkFile(lines);
    const before = await balance();
    await server.callImport('applyImport', id, shop);
    for (let statements = 2; statements < 60; statements += 3) {
      await failAfter(server.services, statements, () => runWithoutPause(server.services));
      await server.db
        .updateTable('imports')
        .set({ attempts: 0, state: 'applying' })
        .where('uuid', '=', id)
        .where('state', '=', 'failed')
        .execute();
      expect(await sumsOfOrders()).toEqual(await sumsOfLedger());
    }
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({
      state: 'applied',
      applied: { rows: 6, new_rows: 6, known_rows: 0, rejected: 0 },
    });
    for (const [index, order] of orders.entries()) {
      const { status, response } = await orderOf(order);
      const isFailed = index % 3 === 2;
      expect(status).toBe(isFailed ? orderStatuses.failed : orderStatuses.positive);
      expect(response?.number).toBe(isFailed ? undefined : `${code}-${index}`);
      const { notified, ledger, audited } = await effectsOf(order);
      expect(notified).toEqual([isFailed ? 'order_failed' : 'order_complete']);
      expect(ledger.filter((event) => event === 'order_complete')).toHaveLength(isFailed ? 0 : 1);
      expect(audited).toHaveLength(2);
    }
    expect(await balance()).toEqual(before);
  });
});

/** The company's points as the app shows them. */
async function balance(): Promise<number> {
  const params = { id: company };
  const { result } = await server.call(calls.getPointsSummary, { params }, await tokenOf());
  return result.company_points;
}

/** The company's points, and those of its completed and open orders, from the ledger's lines. */
async function sumsOfLedger() {
  const { rows } = await sql<{ balance: number; spent: number; reserved: number }>`
    select
      coalesce(sum(case variation when 'positive' then points else -points end), 0)::int as balance,
      coalesce(sum(points) filter (where event = 'order_complete'), 0)::int as spent,
      coalesce(sum(case variation when 'reserved' then points else -points end)
        filter (where event in ('order_reservation', 'order_reject')), 0)::int as reserved
    from ledger where company_id = ${company}`.execute(server.db);
  return rows[0];
}

/** The same sums, from the orders. */
async function sumsOfOrders() {
  const { rows } = await sql<{ spent: number; reserved: number }>`
    select coalesce(sum(points) filter (where status = 3), 0)::int as spent,
      coalesce(sum(points) filter (where status in (1, 2, 5)), 0)::int as reserved
    from orders where company_id = ${company} and not deleted`.execute(server.db);
  return { balance: await balance(), ...rows[0] };
}

const answers = fc.array(
  fc.record({
    order: fc.nat({ max: 4 }),
    result: fc.constantFrom('completed', 'failed', 'sent'),
    code: fc.constantFrom('', 'A', 'B', 'C'),
    reason: fc.constantFrom('', 'Sold out'),
  }),
  { minLength: 1, maxLength: 8 },
);
const breakArbitrary = fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 4 });

test('points spent match the ledger, whatever the answers and interruptions', async () => {
  await fc.assert(
    fc.asyncProperty(answers, breakArbitrary, async (rows, interruptions) => {
      const orders = [
        ...[await addOrder(), await addOrder()],
        ...[await addOrder('KROS'), await addOrder('KROS'), await addOrder('KROS')],
      ];
      const run = randomUUID();
      const lines = rows.map(({ order, result, code, reason }) => {
        const number = code === '' ? '' : `${run}-${code}`;
        return `${orders[order]?.number},${result},${number},,,,${reason}`;
      });
      const id = await checkFile(lines);
      await server.callImport('applyImport', id, shop);
      for (const statements of interruptions)
        await failAfter(server.services, statements, () => runWithoutPause(server.services));
      await server.db.updateTable('imports').set({ attempts: 0 }).execute();
      await server.finish();
      const { state, applied } = await server.read(id, shop);
      expect(state).toBe('applied');
      expect(applied.rows).toBe(rows.length);
      expect(await sumsOfOrders()).toEqual(await sumsOfLedger());
      const givenOrders = await Promise.all(orders.map((order) => orderOf(order)));
      const numbers = givenOrders.flatMap(({ response }) => response?.number ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);
