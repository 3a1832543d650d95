import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { transact } from '#server/db/database.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { failAfter } from './break-connection.ts';
import { type ImportConsole, runWithoutPause, startImportConsole } from './import-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { readResponses, readVouchers } from './stored-vouchers.ts';

const poland = regionIdOf('PL');
const kind = { kind: 'vouchers', region: poland } as const;

let server: ImportConsole;
let shop: string;
beforeAll(async () => {
  server = await startImportConsole();
  await addPoints(server, 'polishOwner', 100_000);
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await server.signIn('shop');
});

const file = (lines: readonly string[]) => ['sku,number,expires,password', ...lines, ''].join('\n');
const importFile = (lines: readonly string[]) => server.importFile(file(lines), shop, kind);
/**
 * Uploads and checks a file.
 * @returns the import's id
 */
async function checkFile(lines: readonly string[]): Promise<string> {
  const id = await server.upload(file(lines), shop, kind);
  expect(await server.check(id, shop)).toBeNull();
  await server.finish();
  return id;
}
/** Adds a voucher without codes. */
async function addVoucher() {
  const sku = `V-${randomUUID().slice(0, 8)}`;
  const { variant } = await newProduct(server, { type: 'KROS', sku, stock: 1000 });
  return { sku, variant };
}
const codesOf = async (sku: string) =>
  (await readVouchers(server.services, sku)).map(({ number, order_uuid }) => ({
    number,
    order_uuid,
  }));
const numbersOf = async (sku: string) => (await codesOf(sku)).map(({ number }) => number);
/**
 * Orders a voucher.
 * @returns the order's id
 */
async function placeVoucherOrder(variant: string): Promise<string> {
  const { token } = await server.signInAs('polishOwner');
  const buyer = { ...server, tokenOf: () => Promise.resolve(token) };
  return (await placeOrder(buyer, 'polishOwner', [lineOf(variant)], { type: 'KROS' })).uuid;
}
/**
 * Completes an order with a stored voucher code, or with the given one.
 * @returns the error code; null if there is no error
 */
const completeOrder = (uuid: string, number?: string) =>
  decideOrder(
    uuid,
    {
      decision: 'complete',
      ...(number !== undefined && { response: { number, expiresAt: null, password: null } }),
    },
    server.services,
  ).then(
    () => null,
    (error: { readonly code: string }) => error.code,
  );
const givenTo = async (uuid: string) =>
  (await readResponses(server.services)).get(uuid)?.number ?? null;

describe('a file of voucher codes after pasted codes', () => {
  test('needs a second person together with many codes that the operator has pasted', async () => {
    await server.signIn('country_lead');
    await server.db.updateTable('operators').set({ had_passkey: true }).execute();
    const { sku } = await addVoucher();
    const lines = Array.from({ length: 9_999 }, (_, index) => `PASTED-${index}`).join('\n');
    const body = { region: poland, sku, lines, why: 'delivered' };
    await server.operate(operatorCalls.importVoucherCodes, { body }, shop);
    const apply = async (rows: readonly string[]) => {
      const id = await checkFile(rows);
      const { rev } = await server.read(id, shop);
      const input = { params: { id }, body: { rev, why: 'delivered' } };
      return (await server.operate(operatorCalls.applyImport, input, shop)).result.approval;
    };
    expect(await apply([`${sku},FILE-1,,`])).toBeNull();
    await server.finish();
    expect(await apply([`${sku},FILE-2,,`])).not.toBeNull();
    await server.db.updateTable('operators').set({ had_passkey: false }).execute();
  });
});

describe('a file of voucher codes', () => {
  test('is checked and applied, and its codes aren’t shown anywhere', async () => {
    const { sku } = await addVoucher();
    const body = { region: poland, sku, lines: 'POOLED-0001', why: 'delivered' };
    await server.operate(operatorCalls.importVoucherCodes, { body }, shop);
    const lines = [
      `${sku},SECRET-0001,2099-12-31,word-of-code`,
      `${sku},SECRET-0002,,`,
      `${sku},SECRET-0002,,`,
      `${sku},POOLED-0001,,`,
      `${sku},SECRET-0003,tomorrow,word-of-code`,
      'unknown,SECRET-0004,,',
      `${sku},,,`,
    ];
    const id = await checkFile(lines);
    expect(await numbersOf(sku)).toEqual(['POOLED-0001']);
    const counts = { rows: 7, new_rows: 2, known_rows: 0, rejected: 5 };
    const rejects = [
      { line: 4, problem: 'repeated' },
      { line: 5, problem: 'stored' },
      { line: 6, problem: 'expiry' },
      { line: 7, problem: 'unknown_sku' },
      { line: 8, problem: 'number' },
    ];
    expect(await server.read(id, shop)).toMatchObject({ checked: counts, rejects });
    const { result } = await server.operate(operatorCalls.previewImport, { params: { id } }, shop);
    expect(result.rows[0]).toEqual([`${sku.slice(0, 2)}…`, 'SE…', '20…', 'wo…']);
    const csv = await server.readRejectedRows(id, shop);
    expect(csv).toContain(`${sku},PO…,,,5,The number is stored already.`);
    await server.callImport('applyImport', id, shop);
    await server.finish();
    const appliedImport = { state: 'applied', applied: counts, rejects, parts: [] };
    expect(await server.read(id, shop)).toMatchObject(appliedImport);
    expect(await numbersOf(sku)).toEqual(['POOLED-0001', 'SECRET-0001', 'SECRET-0002']);
    const imports = await server.db.selectFrom('import_rejects').selectAll().execute();
    const storedText = `${await storedOperatorText(server)}${JSON.stringify(imports)}${csv}`;
    expect(storedText).toContain('applyImport');
    for (const text of ['SECRET-000', 'word-of-code']) expect(storedText).not.toContain(text);
  });

  test('adds each code once, even if its steps are interrupted', async () => {
    const { sku } = await addVoucher();
    const numbers = Array.from({ length: 9000 }, (_code, index) => `N-${10_000 + index}`);
    const id = await checkFile([...numbers, 'N-10000'].map((number) => `${sku},${number},,`));
    expect((await server.read(id, shop)).rejects).toEqual([{ line: 9002, problem: 'repeated' }]);
    await server.callImport('applyImport', id, shop);
    for (const statements of [3, 5, 8, 11, 14])
      await failAfter(server.services, statements, () => runWithoutPause(server.services));
    await server.db.updateTable('imports').set({ attempts: 0 }).execute();
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({
      state: 'applied',
      applied: { rows: 9001, new_rows: 9000, known_rows: 0, rejected: 1 },
    });
    expect(await numbersOf(sku)).toEqual(numbers);
  });

  test('completes open orders, oldest first', async () => {
    const { sku, variant } = await addVoucher();
    const orders: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      server.clock.advance(1000);
      orders.push(await placeVoucherOrder(variant));
    }
    await importFile([`${sku},A-1,,`, `${sku},A-2,,`]);
    while ((await runBulkJobs(server.services)) > 0);
    const givenCodes = await Promise.all(orders.map(givenTo));
    // Codes that expire together can be assigned in any order.
    expect(new Set(givenCodes.slice(0, 2))).toEqual(new Set(['A-1', 'A-2']));
    expect(givenCodes[2]).toBeNull();
  });

  test('needs a second person if it brings the day’s rows above 10,000', async () => {
    const { sku } = await addVoucher();
    const operator_id = await server.addOperator([{ role: 'country_lead', regions: [poland] }]);
    const at = new Date(server.clock.now());
    await server.db
      .insertInto('operator_passkeys')
      .values({
        ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
        ...{ transports: [], created_at: at, used_at: at },
      })
      .execute();
    const rowsFrom = (start: number, length: number) =>
      Array.from({ length }, (_row, index) => `${sku},L-${start + index},,`);
    const first = await checkFile(rowsFrom(0, 9999));
    expect((await server.callImport('applyImport', first, shop)).approval).toBeNull();
    await server.finish();
    const second = await checkFile(rowsFrom(20_000, 2));
    expect((await server.callImport('applyImport', second, shop)).approval).not.toBeNull();
    await server.finish();
    expect(await codesOf(sku)).toHaveLength(9999);
    await server.db.deleteFrom('operator_passkeys').execute();
  });
});

describe('taking voucher codes back', () => {
  test('removes only codes of this import that no order uses', async () => {
    const { sku, variant } = await addVoucher();
    const orderId = await placeVoucherOrder(variant);
    const id = await importFile([`${sku},B-1,2098-12-31,`, `${sku},B-2,,`, `${sku},B-3,,`]);
    const other = await importFile([`${sku},C-1,,`]);
    expect(await completeOrder(orderId)).toBeNull();
    await server.callImport('takeBackImport', id, shop);
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({ taken_back: 2, kept: 1 });
    const givenCode = await givenTo(orderId);
    expect(await numbersOf(sku)).toEqual([givenCode, 'C-1']);
    expect((await server.read(other, shop)).state).toBe('applied');
  });
});

/** Runs `work` after the next step of an import has changed the codes, but before it commits. */
async function beforeStepCommits(work: () => Promise<void>): Promise<void> {
  const step = await transact(server.db, async (trx) => {
    // The last statement of a phase before its commit waits for this.
    await sql`lock table import_keys in share mode`.execute(trx);
    const running = runWithoutPause(server.services);
    await waitForBlockedStatements(server.db, 1);
    await work();
    return { running };
  });
  await step.running;
  await server.finish();
}

describe.runIf(isOnPostgres)('a code that both an import and an order need', () => {
  test('stays with the order if the import is taken back while the code is being assigned', async () => {
    const { sku, variant } = await addVoucher();
    const orderId = await placeVoucherOrder(variant);
    const id = await importFile([`${sku},R-1,,`, `${sku},R-2,,`]);
    await server.callImport('takeBackImport', id, shop);
    const running = await transact(server.db, async (trx) => {
      // The decision has its code, but can't store it in the order yet.
      await sql`select from orders where uuid = ${orderId} for update`.execute(trx);
      const completion = completeOrder(orderId);
      await waitForBlockedStatements(server.db, 1);
      const takingBack = runWithoutPause(server.services);
      await waitForBlockedStatements(server.db, 2);
      return { completing: completion, takingBack };
    });
    expect(await running.completing).toBeNull();
    await running.takingBack;
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({ taken_back: 1, kept: 1 });
    const number = await givenTo(orderId);
    expect(await codesOf(sku)).toEqual([{ number, order_uuid: orderId }]);
  });

  test('isn’t assigned to an order after the import was taken back', async () => {
    const { sku, variant } = await addVoucher();
    const orderId = await placeVoucherOrder(variant);
    const id = await importFile([`${sku},S-1,,`]);
    await server.callImport('takeBackImport', id, shop);
    await beforeStepCommits(async () => {
      expect(await completeOrder(orderId)).toBe('invalid_input');
    });
    expect(await server.read(id, shop)).toMatchObject({ taken_back: 1, kept: 0 });
    expect([await numbersOf(sku), await givenTo(orderId)]).toEqual([[], null]);
  });

  test('belongs to one order if an operator assigns it by hand before the import commits', async () => {
    const { sku, variant } = await addVoucher();
    const [orderId, nextOrderId] = [
      await placeVoucherOrder(variant),
      await placeVoucherOrder(variant),
    ];
    const id = await checkFile([`${sku},T-1,,`]);
    await server.callImport('applyImport', id, shop);
    let completion: Promise<string | null> | undefined;
    await beforeStepCommits(async () => {
      completion = completeOrder(orderId, 'T-1');
      await waitForBlockedStatements(server.db, 2);
    });
    expect(await completion).toBeNull();
    expect(await completeOrder(nextOrderId)).toBe('invalid_input');
    expect(await codesOf(sku)).toEqual([{ number: 'T-1', order_uuid: orderId }]);
    await server.callImport('takeBackImport', id, shop);
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({ taken_back: 0, kept: 1 });
    expect(await givenTo(orderId)).toBe('T-1');
  });

  test('is rejected by the import if an operator has assigned it by hand in the meantime', async () => {
    const { sku, variant } = await addVoucher();
    const orderId = await placeVoucherOrder(variant);
    const id = await checkFile([`${sku},U-1,,`, `${sku},U-2,,`]);
    await server.callImport('applyImport', id, shop);
    const running = await transact(server.db, async (trx) => {
      await sql`select from orders where uuid = ${orderId} for update`.execute(trx);
      const completion = completeOrder(orderId, 'U-1');
      await waitForBlockedStatements(server.db, 1);
      const applying = runWithoutPause(server.services);
      await waitForBlockedStatements(server.db, 2);
      return { completing: completion, applying };
    });
    expect(await running.completing).toBeNull();
    await running.applying;
    await server.finish();
    expect(await server.read(id, shop)).toMatchObject({
      applied: { new_rows: 1, rejected: 1 },
      rejects: [{ line: 2, problem: 'used' }],
    });
    expect(await numbersOf(sku)).toEqual(['U-2']);
  });
});

test('another country can neither import nor read codes', async () => {
  const { sku } = await addVoucher();
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  const body = { ...kind, file_name: 'a.csv', bytes: 9, why: 'test' };
  const rejectedResponse = await server.operate(operatorCalls.createImport, { body }, czechShop);
  expect(rejectedResponse.code).toBe('not_found');
  const czechImport = { kind: 'vouchers', region: regionIdOf('CZ') } as const;
  const id = await server.upload(file([`${sku},E-1,,`]), czechShop, czechImport);
  await server.check(id, czechShop);
  await server.finish();
  const rejects = [{ line: 2, problem: 'unknown_sku' }];
  expect(await server.read(id, czechShop)).toMatchObject({ rejects });
  expect(await server.readRejectedRows(id, shop)).toContain('not_found');
});
