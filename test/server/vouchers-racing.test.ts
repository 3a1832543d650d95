import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { dryRun } from '#server/setup/lock-country.ts';
import { writeVouchers } from '#server/setup/write-vouchers.ts';
import { type Device, seedDevices } from '#test/load/devices.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { lineOf, newProduct, recipient } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { readResponses } from './stored-vouchers.ts';

/* Two transactions that compete for the same voucher code. The embedded database runs one at a time. */

let server: ScanServer;
let variant: string;
/** Buyers from two companies. */
let buyers: Record<'first' | 'second', Device>;
beforeAll(async () => {
  server = await startScanServer();
  const [first, second] = await seedDevices(server.db, { devices: 2, companies: 2 });
  if (!first || !second) throw new Error('The setup has fewer than two devices.');
  buyers = { first, second };
  ({ variant } = await newProduct(server, { type: 'PETROL', price: 40, stock: 99, sku: 'RACE' }));
});
afterAll(() => server.close());

const importCodes = (numbers: readonly string[]) =>
  writeVouchers(server.services, 'PL', {
    batch: { accepted: [], rows: numbers.map((number) => ['RACE', number, '', '']) },
    isCheck: false,
  });

async function newOrder(buyer: 'first' | 'second' = 'first'): Promise<string> {
  const { token } = buyers[buyer];
  const body = {
    type: 'PETROL' as const,
    order: [lineOf(variant, 40)],
    delivery: 1 as const,
    customer: recipient,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const orderResponse = await server.call(calls.createOrder, { body, headers }, token);
  expect(orderResponse.errors).toEqual([]);
  return orderResponse.result.data[0]?.uuid ?? '';
}

/** Completes the order with this number, or with a stored code. */
const completeOrder = (uuid: string, number?: string) =>
  decideOrder(
    uuid,
    {
      decision: 'complete',
      ...(number !== undefined && { response: { number, expiresAt: null, password: null } }),
    },
    server.services,
  );

/**
 * Runs the work while the order's row is locked, so that a decision on the order has read its number but can't commit.
 */
async function whileOrderIsLocked(uuid: string, work: () => Promise<void>): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    await sql`select from orders where uuid = ${uuid} for update`.execute(trx);
    await work();
  });
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { readonly code: string }) => error.code,
  );

async function ordersWith(number: string): Promise<string[]> {
  const responses = [...(await readResponses(server.services))];
  return responses.filter(([, response]) => response?.number === number).map(([uuid]) => uuid);
}

describe.runIf(isOnPostgres)('a voucher code that two transactions need', () => {
  test('belongs to the order that an operator assigned it to, even if a list is imported at the same time', async () => {
    const [firstOrder, nextOrder] = [await newOrder(), await newOrder()];
    let decision: Promise<string> | undefined;
    let importing: ReturnType<typeof importCodes> | undefined;
    await whileOrderIsLocked(firstOrder, async () => {
      decision = outcomeOf(completeOrder(firstOrder, 'RACED-1'));
      await waitForBlockedStatements(server.db, 1);
      importing = importCodes(['RACED-1']);
      // Wait until the import ends, or waits for the decision.
      await Promise.race([importing, waitForBlockedStatements(server.db, 2)]);
    });
    expect(await decision).toBe('done');
    expect(await importing).toMatchObject({ added: 0, rejected: [{ index: 0 }] });
    expect(await outcomeOf(completeOrder(nextOrder))).toBe('invalid_input');
    expect(await ordersWith('RACED-1')).toEqual([firstOrder]);
  });

  test('belongs to only one order if two operators assign it by hand', async () => {
    const [first, second] = [await newOrder(), await newOrder('second')];
    let firstOutcome: Promise<string> | undefined;
    let secondOutcome: Promise<string> | undefined;
    await whileOrderIsLocked(first, async () => {
      firstOutcome = outcomeOf(completeOrder(first, 'RACED-2'));
      await waitForBlockedStatements(server.db, 1);
      secondOutcome = outcomeOf(completeOrder(second, 'RACED-2'));
      await Promise.race([secondOutcome, waitForBlockedStatements(server.db, 2)]);
    });
    expect([await firstOutcome, await secondOutcome]).toEqual(['done', 'conflict']);
    expect(await ordersWith('RACED-2')).toEqual([first]);
    expect(await outcomeOf(completeOrder(second, 'RACED-2'))).toBe('conflict');
  });

  test('belongs to only one order if it is assigned by hand while another order gets it from the list', async () => {
    const [first, second] = [await newOrder(), await newOrder('second')];
    expect(await importCodes(['RACED-3'])).toMatchObject({ added: 1 });
    let firstOutcome: Promise<string> | undefined;
    let secondOutcome: Promise<string> | undefined;
    await whileOrderIsLocked(first, async () => {
      firstOutcome = outcomeOf(completeOrder(first));
      await waitForBlockedStatements(server.db, 1);
      secondOutcome = outcomeOf(completeOrder(second, 'RACED-3'));
      await Promise.race([secondOutcome, waitForBlockedStatements(server.db, 2)]);
    });
    expect([await firstOutcome, await secondOutcome]).toEqual(['done', 'conflict']);
    expect(await ordersWith('RACED-3')).toEqual([first]);
    // The code stays in the list as a used code.
    expect(await importCodes(['RACED-3'])).toMatchObject({ added: 0, unchanged: 1, rejected: [] });
  });

  test('is stored once by two imports in opposite orders, which don’t deadlock', async () => {
    const numbers = ['RACED-4', 'RACED-5', 'RACED-6'];
    let forwards: ReturnType<typeof importCodes> | undefined;
    let reverseImport: ReturnType<typeof importCodes> | undefined;
    // Another transaction locks the middle code until both imports hold other locks, then rolls back.
    await dryRun(server.db, async (trx) => {
      await writeVouchers({ ...server.services, db: trx }, 'PL', {
        batch: { accepted: [], rows: [['RACE', 'RACED-5', '', '']] },
        isCheck: false,
      });
      forwards = importCodes(numbers);
      await waitForBlockedStatements(server.db, 1);
      reverseImport = importCodes(numbers.toReversed());
      await waitForBlockedStatements(server.db, 2);
    });
    const results = await Promise.all([forwards, reverseImport]);
    expect(results.map((result) => result?.rejected)).toEqual([[], []]);
    expect((results[0]?.added ?? 0) + (results[1]?.added ?? 0)).toBe(3);
  });
});
