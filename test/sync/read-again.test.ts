import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { collections } from '#schemas/collections.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { createPull } from '#sync/engine/pull.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { addPoints, lineOf, newProduct, recipient } from '#test/server/order-setup.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { device, server, withOwnDevice } from './own-device.ts';
import { outcomeOf, createCheckpoints, schedulerForOneTask } from './pull-runs.ts';

withOwnDevice();

/**
 * Orders a voucher that is valid until the given time.
 * @returns the id of the order
 */
async function orderVoucherUntil(expiresAt: string): Promise<string> {
  const { variant } = await newProduct(server.app, { type: 'PETROL', price: 40 });
  await addPoints(server.app, 'polishOwner', 40);
  const { token } = await server.app.signInAs('polishOwner');
  const body = { type: 'PETROL' as const, order: [lineOf(variant, 40)], delivery: 0 as const };
  const orderResponse = await server.app.call(
    calls.createOrder,
    { body: { ...body, customer: recipient } },
    token,
  );
  const uuid = orderResponse.result.data[0]?.uuid ?? '';
  const response = { number: '4921-7731', expiresAt, password: null };
  await decideOrder(uuid, { decision: 'complete', response }, server.app.services);
  return uuid;
}

/** Prepares a pull on a device that read the whole collection with a build that didn't know a field yet. */
async function preparePull<Name extends 'orders' | 'ledger'>(
  name: Name,
  onRow: (row: { readonly uuid: string } & Record<string, unknown>) => void,
) {
  const { token } = await server.app.signInAs('polishOwner');
  const call = name === 'orders' ? calls.listOrders : calls.listPointsHistory;
  const { result } = await server.app.call(call, { query: { since: '' } }, token);
  const lastCheckpoint = result.meta.checkpoint ?? '';
  const checkpoints = createCheckpoints(lastCheckpoint);
  const pullOnce = async () => {
    // Counted here, because the open account also pulls through the proxy.
    const requests: string[] = [];
    const pull = createPull({
      name,
      definition: collections[name] as (typeof collections)['orders'],
      userId: accounts.polishOwner.id,
      transport: {
        requestBudget: device.transport.requestBudget,
        callWithSchema(listCall, input, schema, options) {
          requests.push((input as { query: { since: string } }).query.since);
          return device.transport.callWithSchema(listCall, input, schema, options);
        },
      },
      retry: schedulerForOneTask(),
      log: createSyncLog(Date.now),
      build: '',
      checkpoints,
      unreadable: { record: () => Promise.resolve() },
      onNewEpoch: () => Promise.reject(new Error('The history is unchanged.')),
      target: {
        verdictCount: () => 0,
        verdictsSince: () => new Set(),
        merge(rows) {
          for (const row of rows) onRow(row);
          return Promise.resolve();
        },
      },
    });
    expect(await outcomeOf(pull())).toBe('all');
    return requests;
  };
  return { lastCheckpoint, pullOnce };
}

test('a device that read orders before they had voucher expiry dates reads them again, once', async () => {
  const usableUntil = '2026-12-05T22:59:59.000Z';
  const order = await orderVoucherUntil(usableUntil);
  const values = new Map<string, unknown>();
  const { lastCheckpoint, pullOnce } = await preparePull('orders', ({ uuid, meta }) =>
    values.set(uuid, (meta as { usable_until: unknown }).usable_until),
  );
  // The server's history is checked first (F43).
  expect(await pullOnce()).toEqual([lastCheckpoint, '']);
  expect(values.get(order)).toBe(usableUntil);
  expect(await pullOnce()).toEqual([lastCheckpoint]);
});

test('a device that read the ledger before entries had people reads it again, once', async () => {
  await addPoints(server.app, 'polishOwner', 40);
  const people: unknown[] = [];
  const { lastCheckpoint, pullOnce } = await preparePull('ledger', (row) =>
    people.push(row['people']),
  );
  expect(await pullOnce()).toEqual([lastCheckpoint, '']);
  expect(people.length).toBeGreaterThan(0);
  expect(people.every(Array.isArray)).toBe(true);
  expect(await pullOnce()).toEqual([lastCheckpoint]);
});
