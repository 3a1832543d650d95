import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { transact } from '#server/db/database.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { checkVoucherKeys } from '#server/orders/check-voucher-keys.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { sealStoredVouchers } from '#server/orders/seal-stored-vouchers.ts';
import { readSealingState } from '#server/orders/sealing-state.ts';
import { createVoucherKeys, hashNumber } from '#server/orders/voucher-keys.ts';
import { anyUuid } from '#server/scans/any-of.ts';
import { type Services } from '#server/services.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { failAfter } from './break-connection.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { lineOf, newProduct, orderDetail, placeOrder } from './order-setup.ts';
import { tablesWith } from './stored-text.ts';
import { readResponses, readVouchers } from './stored-vouchers.ts';

const sku = 'SEAL';
const why = 'delivered by the vendor';

let server: OrderConsole;
let shop: string;
let variant: string;
beforeAll(async () => {
  server = await startOrderConsole();
  ({ variant } = await newProduct(server, { type: 'KROS', sku, stock: 10_000 }));
});
afterAll(() => server.close());
/** The state of a database after upgrading from the previous version. */
beforeEach(async () => {
  shop = await server.signIn('shop');
  await server.db.deleteFrom('voucher_codes').execute();
  const { negative } = orderStatuses;
  await server.db.updateTable('orders').set({ response: null, status: negative }).execute();
  await setState('clear');
  await server.db
    .updateTable('server_state')
    .set({ value: '024-lead-reminders' })
    .where('key', '=', 'schema_needs')
    .execute();
});

const setState = (value: string) =>
  server.db
    .updateTable('server_state')
    .set({ value })
    .where('key', '=', 'voucher_sealing')
    .execute();
const neverWaits = () => Promise.resolve(0);
/** One round of the job, as a server process runs it. */
const seal = (services: Services = server.services) => sealStoredVouchers(services, neverWaits);
const finishSealing = async (services?: Services) => {
  while ((await seal(services)) > 0);
};
/**
 * Runs `club vouchers encrypt`.
 * @returns its output line, or the error code
 */
async function encrypt(): Promise<string> {
  const payload = { words: ['vouchers', 'encrypt'], why: 'all processes are new' };
  const response = await server.app.inject({ method: 'POST', url: OPERATOR_PATH, payload });
  const { data, errors } = response.json<{ data?: string[]; errors?: { code: string }[] }>();
  return data?.at(-1) ?? errors?.[0]?.code ?? '';
}
const importCodes = async (lines: string) => {
  const body = { region: poland, sku, lines, why };
  return (await server.operate(operatorCalls.importVoucherCodes, { body }, shop)).result;
};
/** Orders a voucher, later than the previous orders. */
const newOrder = async () => {
  server.clock.advance(1000);
  return (await placeOrder(server, 'polishOwner', [lineOf(variant)], { type: 'KROS' })).uuid;
};
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
const responseOf = async (uuid: string) => (await orderDetail(server, uuid)).result.meta.response;
const readStored = async () =>
  (await readVouchers(server.services)).map(({ number, password, isSealed }) => [
    number,
    password,
    isSealed,
  ]);

/** Statements of the previous version, which only knows codes in plaintext. */
const previous = {
  insert: async (numbers: readonly string[]) => {
    const { rows } = await sql`
      insert into voucher_codes (region, number, sku, expires_at, password, import_uuid)
      select 'PL', number, ${sku}, null, 'old-password', null from unnest(${[...numbers]}::text[]) as code (number)
      on conflict do nothing returning 1`.execute(server.db);
    return rows.length;
  },
  claim: async (order: string) => {
    const { rows } = await sql<{ number: string }>`
      update voucher_codes set order_uuid = ${order} where region = 'PL' and number = (
        select code.number from voucher_codes code join shop_variants variant on variant.sku = code.sku
        where variant.uuid = ${variant} and code.region = 'PL' and code.order_uuid is null
        order by code.expires_at, code.number limit 1 for update of code skip locked
      ) returning number`.execute(server.db);
    return rows[0]?.number ?? null;
  },
  reserve: async (order: string, number: string) => {
    const { numAffectedRows } = await sql`
      insert into voucher_codes (region, number, sku, order_uuid) values ('PL', ${number}, '', ${order})
      on conflict (region, number) do update set order_uuid = ${order} where voucher_codes.order_uuid is null`.execute(
      server.db,
    );
    return Number(numAffectedRows);
  },
};

describe('while the previous version may run, voucher codes', () => {
  test('are shared by both versions in plaintext, and each is assigned once', async () => {
    expect(await previous.insert(['OLD-1', 'OLD-2'])).toBe(2);
    expect(await importCodes('OLD-2,,old-password\nNEW-1\nNEW-2')).toMatchObject({
      added: 2,
      unchanged: 1,
    });
    expect(await previous.insert(['NEW-1'])).toBe(0);
    const orders = [await newOrder(), await newOrder()];
    const givenNumbers = [await previous.claim(orders[0] ?? '')];
    expect(await completeOrder(orders[1] ?? '')).toBeNull();
    givenNumbers.push((await responseOf(orders[1] ?? ''))?.number ?? null);
    expect(givenNumbers).toEqual(['NEW-1', 'NEW-2']);
    expect(await previous.reserve(orders[0] ?? '', 'NEW-2')).toBe(0);
    expect(await previous.reserve(orders[0] ?? '', 'OLD-1')).toBe(1);
    expect(await completeOrder(await newOrder(), 'OLD-1')).toBe('conflict');
    expect(await seal()).toBe(0);
    expect((await readStored()).map(([, , isSealed]) => isSealed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const { rows } = await sql`select response ->> 'number' as number from orders
      where response is not null`.execute(server.db);
    expect(rows).toEqual([{ number: 'NEW-2' }]);
  });
});

describe('encryption (security 32)', () => {
  test('is started by a command; afterwards the previous version doesn’t start', async () => {
    await previous.insert(['START-1']);
    expect(await encrypt()).toMatch('A job encrypts the others');
    expect(await readSealingState(server.db)).toBe('sealing');
    expect(await encrypt()).toMatch('already started');
    const { value } = await server.db
      .selectFrom('server_state')
      .select('value')
      .where('key', '=', 'schema_needs')
      .executeTakeFirstOrThrow();
    expect(value).toBe('136-sealed-vouchers');
    await finishSealing();
    expect(await readSealingState(server.db)).toBe('sealed');
  });

  test.each(['taking_back', 'stopped', 'failed'] as const)(
    'doesn’t start while codes of a file are being taken back (%s)',
    async (state) => {
      const uuid = randomUUID();
      const operator = await server.addOperator([]);
      await server.db
        .insertInto('imports')
        .values({
          ...{ uuid, kind: 'vouchers', region_id: poland, file_name: 'codes.csv', bytes: 1, state },
          ...{ phase: 'taking_back', created_by: operator, created_at: new Date(), why },
          ...{ run_by: operator, started_by: operator, applied_for: null, session_id: null },
          separator: null,
        })
        .execute();
      expect(await encrypt()).toBe('conflict');
      expect(await readSealingState(server.db)).toBe('clear');
      await server.db.deleteFrom('imports').where('uuid', '=', uuid).execute();
    },
  );

  test('leaves no code in plaintext anywhere, and people see their voucher as before', async () => {
    const [firstOrder, nextOrder, lastOrder] = [
      await newOrder(),
      await newOrder(),
      await newOrder(),
    ];
    await importCodes('SECRET-1,2099-12-31,word-1\nSECRET-2,,word-2');
    await server.finishJobs();
    const before = [await responseOf(firstOrder), await responseOf(nextOrder)];
    expect(before.map((response) => response?.number)).toEqual(['SECRET-1', 'SECRET-2']);
    expect(await tablesWith(server.db, 'SECRET-1')).toEqual(['orders', 'voucher_codes']);
    expect(await encrypt()).toMatch('A job encrypts');
    await importCodes('SECRET-3,,word-3\nSECRET-1,2099-12-31,word-1');
    await finishSealing();
    await server.finishJobs();
    for (const text of ['SECRET-', 'word-', 'old-password'])
      expect(await tablesWith(server.db, text)).toEqual([]);
    expect(await storedOperatorText(server)).not.toMatch(/SECRET-|word-/);
    expect([await responseOf(firstOrder), await responseOf(nextOrder)]).toEqual(before);
    expect(await responseOf(lastOrder)).toEqual({
      number: 'SECRET-3',
      password: 'word-3',
      expiresAt: null,
    });
    expect((await orderDetail(server, firstOrder, 'polishStaff')).result.meta.response).toBeNull();
    expect(await readStored()).toEqual([
      ['SECRET-1', 'word-1', true],
      ['SECRET-2', 'word-2', true],
      ['SECRET-3', 'word-3', true],
    ]);
  });

  test('treats codes in plaintext and encrypted codes as one list once it has started', async () => {
    await previous.insert(['BOTH-1', 'BOTH-2']);
    await setState('sealing');
    expect(await importCodes('BOTH-1,,old-password\nBOTH-2,,other\nBOTH-3\nBOTH-4')).toMatchObject({
      ...{ added: 2, unchanged: 1, rejected: 1 },
    });
    expect(await importCodes('BOTH-3\nBOTH-4,,other')).toMatchObject({ unchanged: 1, rejected: 1 });
    expect(await completeOrder(await newOrder(), 'BOTH-1')).toBeNull();
    expect(await completeOrder(await newOrder(), 'BOTH-3')).toBeNull();
    expect(await completeOrder(await newOrder(), 'BOTH-1')).toBe('conflict');
    expect(await completeOrder(await newOrder(), 'BOTH-3')).toBe('conflict');
    const orders = [await newOrder(), await newOrder()];
    for (const order of orders) expect(await completeOrder(order)).toBeNull();
    expect(await completeOrder(await newOrder())).toBe('invalid_input');
    const givenNumbers = await Promise.all(
      orders.map(async (order) => (await responseOf(order))?.number),
    );
    expect(new Set(givenNumbers)).toEqual(new Set(['BOTH-2', 'BOTH-4']));
    await finishSealing();
    expect(await completeOrder(await newOrder(), 'BOTH-2')).toBe('conflict');
    expect(await importCodes('BOTH-1,,old-password')).toMatchObject({ added: 0, unchanged: 1 });
  });
});

describe('the job that encrypts codes (security 32)', () => {
  test('encrypts each code once, even if it is killed after any statement and run by two processes', async () => {
    const numbers = Array.from({ length: 1200 }, (_code, index) => `KILL-${10_000 + index}`);
    await previous.insert(numbers);
    const order = await newOrder();
    expect(await completeOrder(order, 'KILL-10000')).toBeNull();
    await setState('sealing');
    const sealedCounts = new Set<number>();
    for (let statements = 1; statements < 12; statements += 1) {
      await failAfter(server.services, statements, () => seal());
      const codes = await readVouchers(server.services);
      expect(codes.map(({ number }) => number)).toEqual(numbers);
      sealedCounts.add(codes.filter(({ isSealed }) => isSealed).length);
    }
    // The job was interrupted within its first step and between steps.
    expect([...sealedCounts]).toEqual(expect.arrayContaining([0, 500]));
    await Promise.all([finishSealing(), finishSealing()]);
    await finishSealing();
    expect(await readSealingState(server.db)).toBe('sealed');
    expect(await readStored()).toEqual(numbers.map((number) => [number, 'old-password', true]));
    expect((await responseOf(order))?.number).toBe('KILL-10000');
  });

  test('merges a code that the previous version has stored again', async () => {
    const [usedOld, usedNew] = [await newOrder(), await newOrder()];
    await setState('sealing');
    await importCodes('TWIN-1\nTWIN-2\nTWIN-3\nTWIN-4');
    await previous.insert(['TWIN-1', 'TWIN-2', 'TWIN-3', 'TWIN-4']);
    await previous.reserve(usedOld, 'TWIN-2');
    await previous.reserve(usedOld, 'TWIN-4');
    // The encrypted codes TWIN-3 and TWIN-4 are assigned, too.
    const hashes = ['TWIN-3', 'TWIN-4'].map((number) =>
      hashNumber(server.services.voucherKeys, number),
    );
    await sql`update voucher_codes set order_uuid = ${usedNew}
      where number_hash = ${anyUuid(hashes)}`.execute(server.db);
    expect(await readVouchers(server.services)).toHaveLength(8);
    await finishSealing();
    const mergedVouchers = await readVouchers(server.services);
    expect(
      mergedVouchers.map(({ number, order_uuid, isSealed }) => [number, order_uuid, isSealed]),
    ).toEqual([
      ['TWIN-1', null, true],
      ['TWIN-2', usedOld, true],
      ['TWIN-3', usedNew, true],
      // The code was assigned twice, and the log names both orders.
      ['TWIN-4', usedNew, true],
    ]);
  });

  test('encrypts all codes with a new key, and then works without the former key', async () => {
    const [former, key] = ['former', 'newer'].map((id) => `${id}:${id.padEnd(40, '-')}`);
    const process = (setting: string) => ({
      ...server.services,
      voucherKeys: createVoucherKeys(setting),
    });
    const decide = (services: Services, uuid: string, number?: string) =>
      decideOrder(
        uuid,
        {
          decision: 'complete',
          ...(number !== undefined && { response: { number, expiresAt: null, password: null } }),
        },
        services,
      );
    const [old, both, only] = [
      process(`${former}`),
      process(`${key},${former}`),
      process(`${key}`),
    ];
    await setState('sealed');
    const orders = [await newOrder(), await newOrder(), await newOrder()] as const;
    await decide(old, orders[0], 'KEY-1');
    // A process with both keys recognises codes encrypted with the former key.
    await expect(decide(both, orders[1], 'KEY-1')).rejects.toMatchObject({ code: 'conflict' });
    await decide(both, orders[1], 'KEY-2');
    await expect(checkVoucherKeys(server.db, only.voucherKeys)).rejects.toThrow(/lacks “former”/);
    await finishSealing(both);
    await checkVoucherKeys(server.db, only.voucherKeys);
    await expect(decide(only, orders[2], 'KEY-1')).rejects.toMatchObject({ code: 'conflict' });
    const numbers = (await readVouchers(only)).map(({ number }) => number);
    expect(numbers).toEqual(['KEY-1', 'KEY-2']);
    const responses = await readResponses(only);
    expect(orders.map((order) => responses.get(order)?.number)).toEqual([
      'KEY-1',
      'KEY-2',
      undefined,
    ]);
    await expect(checkVoucherKeys(server.db, old.voucherKeys)).rejects.toThrow(/lacks “newer”/);
  });

  test('rejects a code that was moved to another row', async () => {
    await setState('sealed');
    await importCodes('MOVED-1\nMOVED-2');
    await sql`update voucher_codes set sku = 'OTHER'`.execute(server.db);
    await expect(readVouchers(server.services)).rejects.toThrow('can’t open');
  });
});

describe.runIf(isOnPostgres)('the start of encryption', () => {
  test('waits for a process that writes a code in plaintext', async () => {
    const order = await newOrder();
    const startedWork = await transact(server.db, async (trx) => {
      // The decision has read the state, but can't store its response yet.
      await sql`select from orders where uuid = ${order} for update`.execute(trx);
      const completion = completeOrder(order, 'WAIT-1');
      await waitForBlockedStatements(server.db, 1);
      const encrypting = encrypt();
      await waitForBlockedStatements(server.db, 2);
      return { completing: completion, encrypting };
    });
    expect(await startedWork.completing).toBeNull();
    expect(await startedWork.encrypting).toMatch('A job encrypts');
    await finishSealing();
    expect(await tablesWith(server.db, 'WAIT-1')).toEqual([]);
    expect((await responseOf(order))?.number).toBe('WAIT-1');
  });
});
