import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { MAX_IMPORTED_CODES } from '#schemas/operator/voucher-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { deleteOldPastes } from '#server/orders/paste-vouchers.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { orderDetail } from './order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

const why = 'delivered by the vendor';
const pools = async (token = shop) =>
  (await server.operate(operatorCalls.listVoucherPools, { query: {} }, token)).result.data;
const poolOf = async (sku: string) => (await pools()).find((pool) => pool.sku === sku);
const check = (sku: string, lines: string, token = shop) =>
  server.operate(operatorCalls.checkVoucherCodes, { body: { region: poland, sku, lines } }, token);
const importCodes = (sku: string, lines: string, token = shop, key: string = randomUUID()) =>
  server.operate(
    operatorCalls.importVoucherCodes,
    { body: { region: poland, sku, lines, why }, headers: { 'idempotency-key': key } },
    token,
  );

test('open orders are completed automatically when codes arrive, oldest first', async () => {
  const order = await server.newVoucherOrder('P-1');
  expect(await poolOf('P-1')).toMatchObject({ free: 0, used: 0, open_orders: 1 });
  const { result } = await importCodes('P-1', 'P1-A;2099-12-31;word\nP1-B\n');
  expect(result).toMatchObject({ added: 2, rejected: 0, orders: 1 });
  await server.finishJobs();
  expect(await server.statusOf(order)).toBe(3);
  const { meta } = (await orderDetail(server, order)).result;
  expect(meta.response?.number).toMatch(/^P1-[AB]$/);
  expect(await poolOf('P-1')).toMatchObject({ free: 1, used: 1, open_orders: 0 });
});

test('a check changes nothing, and reports the problem of each line', async () => {
  await server.newVoucherOrder('P-2');
  await importCodes('P-2', 'P2-OLD');
  await server.finishJobs();
  const lines = [
    'number,expires,password',
    'P2-A',
    'P2-B,tomorrow',
    'P2-OLD',
    'P2-A,,other',
    `${'x'.repeat(81)}`,
    'P2-C,,,,more',
  ].join('\n');
  const { result } = await check('P-2', lines);
  expect(result).toMatchObject({ added: 1, unchanged: 1, rejected: 4 });
  expect(result.problems).toEqual([
    { line: 3, problem: 'expiry' },
    { line: 5, problem: 'twice' },
    { line: 6, problem: 'number' },
    { line: 7, problem: 'fields' },
  ]);
  expect(await poolOf('P-2')).toMatchObject({ free: 0, used: 1 });
});

test('the same codes are stored once', async () => {
  await server.newVoucherOrder('P-3');
  const key = randomUUID();
  const lines = Array.from({ length: 30 }, (_, index) => `P3-${index}`).join('\n');
  const first = await importCodes('P-3', lines, shop, key);
  expect((await importCodes('P-3', lines, shop, key)).result).toEqual(first.result);
  await server.finishJobs();
  expect((await importCodes('P-3', lines)).result).toMatchObject({ added: 0, orders: 0 });
  expect(await poolOf('P-3')).toMatchObject({ free: 29, used: 1 });
});

test('codes appear in no list, audit, job or stored response', async () => {
  await server.newVoucherOrder('P-4');
  await importCodes('P-4', 'SECRET-CODE,,SECRET-WORD');
  await server.finishJobs();
  const storedTexts = [
    await storedOperatorText(server),
    await server.db.selectFrom('bulk_job_rows').selectAll().execute(),
    await pools(),
  ];
  expect(JSON.stringify(storedTexts)).not.toMatch(/SECRET-(CODE|WORD)/);
});

test('an import has a limit, and unreadable lines change nothing', async () => {
  await server.newVoucherOrder('P-5');
  const manyCodes = Array.from({ length: MAX_IMPORTED_CODES + 1 }, (_, index) => `P5-${index}`);
  const tooMany = await importCodes('P-5', manyCodes.join('\n'));
  expect(tooMany.errors[0]?.reason).toBe('too_many_codes');
  const response = await importCodes('P-5', 'P5-A\n"P5-B');
  expect(response.errors[0]?.reason).toBe('csv_unreadable');
  expect(await poolOf('P-5')).toMatchObject({ free: 0, used: 0 });
  const all = await importCodes('P-5', manyCodes.slice(1).join('\n'));
  expect(all.result).toMatchObject({ added: MAX_IMPORTED_CODES, orders: 1 });
});

test('the warning of a pool can be changed, and the audit has the values before and after', async () => {
  await server.newVoucherOrder('P-6');
  const body = { region: poland, sku: 'P-6', low_at: 25, why };
  expect(await poolOf('P-6')).toMatchObject({ low_at: 10 });
  await server.operate(operatorCalls.setVoucherWarning, { body }, shop);
  expect(await poolOf('P-6')).toMatchObject({ low_at: 25 });
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after'])
    .where('act', '=', 'setVoucherWarning')
    .where('kind', '=', 'change')
    .execute();
  expect(changes).toEqual([{ before: { low_at: 10 }, after: { low_at: 25 } }]);
});

test('other countries and other roles have no access', async () => {
  await server.newVoucherOrder('P-7');
  const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
  const viewer = await server.signIn('viewer');
  expect((await pools(czechShop)).filter(({ region }) => region === poland)).toEqual([]);
  expect((await check('P-7', 'P7-A', czechShop)).code).toBe('not_found');
  expect((await importCodes('P-7', 'P7-A', czechShop)).code).toBe('not_found');
  expect((await importCodes('P-7', 'P7-A', viewer)).code).toBe('forbidden');
  expect((await importCodes('unknown', 'P7-A')).code).toBe('not_found');
});

describe('many pasted codes', () => {
  const codes = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${index}`).join('\n');
  const decide = async (call: 'approveAct' | 'rejectAct', id: string | null, token: string) =>
    server.operate(operatorCalls[call], { params: { id: id ?? '' }, body: { why } }, token);
  /** Starts sessions of an operator who imports, and of one who can approve. */
  async function signInBoth(): Promise<[string, string]> {
    const sessions: [string, string] = [
      await server.signIn('shop'),
      await server.signIn('country_lead'),
    ];
    await server.db.updateTable('operators').set({ had_passkey: true }).execute();
    return sessions;
  }
  const pastes = () => server.db.selectFrom('voucher_pastes').selectAll().execute();

  test('need a second person, who imports them, and are unreadable until then', async () => {
    const [other, lead] = await signInBoth();
    await server.newVoucherOrder('P-8');
    const first = await importCodes('P-8', codes('FIRST', 6000), other);
    expect(first.result).toMatchObject({ approval: null, added: 6000, orders: 1 });
    // Codes that are already stored don't count.
    expect((await importCodes('P-8', codes('FIRST', 6000), other)).result.approval).toBeNull();
    const { result } = await importCodes('P-8', codes('SECOND', 4001), other);
    expect(result).toMatchObject({ added: 4001, orders: 0, job: null });
    expect(result.approval).not.toBeNull();
    const poolSize = async () => {
      const pool = await poolOf('P-8');
      return (pool?.free ?? 0) + (pool?.used ?? 0);
    };
    expect(await poolSize()).toBe(6000);
    const query = { approval: result.approval ?? '' };
    const listed = await server.operate(operatorCalls.listApprovals, { query }, lead);
    expect(listed.result.data).toMatchObject([
      { act: 'importVoucherCodes', body: { sku: 'P-8', codes: 4001 }, state: 'open' },
    ]);
    const storedTexts = [listed.result, await storedOperatorText(server), await pastes()];
    expect(JSON.stringify(storedTexts)).not.toMatch(/(FIRST|SECOND)-\d/);
    expect((await decide('approveAct', result.approval, lead)).result).toEqual({
      state: 'approved',
    });
    expect(await poolSize()).toBe(10_001);
    expect((await pastes()).filter((paste) => paste.sealed_lines !== null)).toEqual([]);
    // Approved codes don't count.
    expect((await importCodes('P-8', codes('THIRD', 4000), other)).result.approval).toBeNull();
    expect((await importCodes('P-8', 'FOURTH-1', other)).result.approval).not.toBeNull();
  });

  test('are never stored if they are rejected, and deleted a day later', async () => {
    const [other, lead] = await signInBoth();
    await server.newVoucherOrder('P-9');
    await importCodes('P-9', codes('SIXTH', 10_000), other);
    const { approval } = (await importCodes('P-9', 'SEVENTH-1', other)).result;
    const waiting = async () =>
      (await pastes()).filter(({ sealed_lines: lines }) => lines !== null);
    const count = (await waiting()).length;
    const deleteLater = () => deleteOldPastes(server.db, server.clock.now() + DAY_MS);
    await deleteLater();
    expect(await waiting()).toHaveLength(count);
    expect((await decide('rejectAct', approval, lead)).result).toEqual({ state: 'rejected' });
    await deleteLater();
    expect(await waiting()).toHaveLength(count - 1);
    expect(await poolOf('P-9')).toMatchObject({ free: 10_000 });
  });
});
