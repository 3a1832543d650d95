import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { orderStatuses } from '#schemas/order.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { decideOrder, decisionNames } from '#server/orders/decide-order.ts';
import {
  addPoints,
  lineOf,
  newProduct,
  orderProducts,
  pointsOf,
  recipient,
  stockOf,
} from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

/** Runs calls concurrently and counts each outcome. */
async function race(times: number, placeOne: (at: number) => ReturnType<typeof orderProducts>) {
  const responses = await Promise.all(Array.from({ length: times }, (_, index) => placeOne(index)));
  const counts = Map.groupBy(responses, ({ status, code }) => code ?? String(status));
  return Object.fromEntries([...counts].map(([outcome, all]) => [outcome, all.length]));
}

async function ledgerOf(account: AccountKey) {
  return server.db
    .selectFrom('ledger')
    .selectAll()
    .where('company_id', '=', accounts[account].companyId)
    .orderBy('rev')
    .execute();
}

describe('F46, security 12: concurrent orders', () => {
  test('for the last stock succeed exactly as often as there is stock', async () => {
    const { variant } = await newProduct(server, { stock: 7 });
    await addPoints(server, 'polishOwner', 10_000);
    const accountKeys = ['polishOwner', 'polishStaff'] as const;
    const before = await pointsOf(server, 'polishOwner');
    const responses = await race(50, (index) =>
      orderProducts(server, accountKeys[index % 2] ?? 'polishOwner', [lineOf(variant)]),
    );
    expect(responses).toEqual({ '201': 7, out_of_stock: 43 });
    expect(await stockOf(server, variant)).toBe(0);
    expect(await pointsOf(server, 'polishOwner')).toBe(before - 70);
  });

  test('for the last points succeed exactly as often as the points allow', async () => {
    const { variant } = await newProduct(server, { stock: 100, price: 30 });
    const sparePoints = await pointsOf(server, 'polishOwner');
    const { variant: all } = await newProduct(server, { stock: 1, price: sparePoints - 100 });
    expect(
      (await orderProducts(server, 'polishOwner', [lineOf(all, sparePoints - 100)])).status,
    ).toBe(201);
    const responses = await race(50, () =>
      orderProducts(server, 'polishOwner', [lineOf(variant, 30)]),
    );
    expect(responses).toEqual({ '201': 3, insufficient_points: 47 });
    expect(await pointsOf(server, 'polishOwner')).toBe(10);
    expect(await stockOf(server, variant)).toBe(97);
  });

  test('for several products, in any order, never deadlock', async () => {
    await addPoints(server, 'polishOwner', 10_000);
    const newProducts = await Promise.all([1, 2, 3].map(() => newProduct(server, { stock: 20 })));
    const lines = newProducts.map(({ variant }) => lineOf(variant));
    const responses = await race(30, (index) =>
      orderProducts(server, 'polishOwner', index % 2 === 0 ? lines : lines.toReversed()),
    );
    expect(responses).toEqual({ '201': 20, out_of_stock: 10 });
    for (const { variant } of newProducts) expect(await stockOf(server, variant)).toBe(0);
  });

  test('with one key create one order, and all get the same response', async () => {
    await addPoints(server, 'polishOwner', 1000);
    const { variant } = await newProduct(server, { stock: 5 });
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        orderProducts(server, 'polishOwner', [lineOf(variant)], { key }),
      ),
    );
    expect(new Set(responses.map(({ result }) => result.data[0]?.uuid)).size).toBe(1);
    expect(await stockOf(server, variant)).toBe(4);
    const conflict = await orderProducts(server, 'polishOwner', [lineOf(variant, 10, 2)], {
      key,
    });
    expect(conflict).toMatchObject({ status: 422, code: 'key_reused' });
  });
});

describe('any sequence of orders and decisions', () => {
  test('only adds to the ledger, whose sum is the balance, and conserves stock', async () => {
    const token = await server.tokenOf('polishOwner');
    const stepArbitrary = fc.oneof(
      fc.record({
        what: fc.constant('order' as const),
        thing: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({
        what: fc.constant('decide' as const),
        orderIndex: fc.nat(),
        decision: fc.constantFrom(...decisionNames),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 14 }), async (steps) => {
        const prices = [13, 40, 0];
        const newProducts = await Promise.all(
          prices.map((price) => newProduct(server, { price, stock: 6 })),
        );
        await addPoints(server, 'polishOwner', 60);
        const start = await pointsOf(server, 'polishOwner');
        const placedIds: string[] = [];
        let ledgerBefore = await ledgerOf('polishOwner');
        for (const step of steps) {
          if (step.what === 'order') {
            const chosenVariant = newProducts[step.thing]?.variant ?? '';
            const line = lineOf(chosenVariant, prices[step.thing], step.quantity);
            const response = await orderProducts(server, 'polishOwner', [line]);
            if (response.status === 201) placedIds.push(response.result.data[0]?.uuid ?? '');
          } else if (placedIds.length > 0) {
            const chosenOrder = placedIds[step.orderIndex % placedIds.length] ?? '';
            // The second decision on the same order is rejected.
            await decideOrder(chosenOrder, step, server.services).catch((error: unknown) => {
              if (!(error instanceof ApiFailure) || error.code !== 'conflict') throw error;
            });
          }
          const ledger = await ledgerOf('polishOwner');
          expect(ledger.slice(0, ledgerBefore.length)).toEqual(ledgerBefore);
          expect(await pointsOf(server, 'polishOwner')).toBe(ledgerBalance(ledger));
          ledgerBefore = ledger;
        }
        const orders = (await server.call(calls.listOrders, { query: {} }, token)).result.data;
        const acceptedOrders = orders
          .filter(({ uuid }) => placedIds.includes(uuid))
          .filter(({ status }) => status !== orderStatuses.negative);
        const spentPoints = acceptedOrders.reduce((sum, { points }) => sum + points, 0);
        expect(await pointsOf(server, 'polishOwner')).toBe(start - spentPoints);
        for (const { variant } of newProducts) {
          const soldQuantity = acceptedOrders
            .flatMap(({ contents }) => contents)
            .filter(({ variantGuid }) => variantGuid === variant)
            .reduce((sum, { quantity }) => sum + quantity, 0);
          expect(await stockOf(server, variant)).toBe(6 - soldQuantity);
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

test('either all products of a cart are ordered, as one order per vendor, or none', async () => {
  await addPoints(server, 'polishOwner', 1000);
  const token = await server.tokenOf('polishOwner');
  const jacket = await newProduct(server, { type: 'COMPACON', stock: 3, price: 20 });
  const hammerProduct = await newProduct(server, { type: 'PAPA_DEKARZ', stock: 1, price: 30 });
  const cart = (quantity: number) => ({
    orders: [
      { type: 'COMPACON' as const, order: [lineOf(jacket.variant, 20, 2)] },
      { type: 'PAPA_DEKARZ' as const, order: [lineOf(hammerProduct.variant, 30, quantity)] },
    ],
    delivery: 2 as const,
    customer: recipient,
  });
  const before = await pointsOf(server, 'polishOwner');
  const rejectedResponse = await server.call(calls.createOrders, { body: cart(2) }, token);
  expect(rejectedResponse.errors).toMatchObject([
    { code: 'out_of_stock', field: 'body.orders.1.order.0' },
  ]);
  expect(await stockOf(server, jacket.variant)).toBe(3);
  expect(await pointsOf(server, 'polishOwner')).toBe(before);

  const { status, result } = await server.call(calls.createOrders, { body: cart(1) }, token);
  expect(status).toBe(201);
  expect(result.data.map(({ meta, points }) => [meta.type, points])).toEqual([
    ['COMPACON', 40],
    ['PAPA_DEKARZ', 30],
  ]);
  expect(new Set(result.data.map(({ number }) => number)).size).toBe(2);
  expect(result.company_points).toBe(before - 70);
});
