import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';

const why = 'agreed by phone';
let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

test('the timeline of an order shows when it was placed, its decisions, batches and notifications', async () => {
  const [id = ''] = await server.newOrders(1);
  const decide = async (decision: 'approveOrder' | 'failOrder', fields: object = {}) => {
    const { result } = await server.operate(operatorCalls.readOrder, { params: { id } }, shop);
    const input = { params: { id }, body: { rev: result.rev, why, ...fields } };
    await server.operate(operatorCalls[decision], input, shop);
  };
  await decide('approveOrder');
  server.clock.advance(1000);
  const { type } = await server.db
    .selectFrom('orders')
    .select('type')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  const batch = { region: poland, type, why };
  await server.operate(operatorCalls.createOrderBatch, { body: batch }, shop);
  server.clock.advance(1000);
  await decide('failOrder', { reason: 'The address is wrong' });
  await server.services.messages.sendDue();
  const input = { params: { id }, query: {} };
  const { result } = await server.operate(operatorCalls.listOrderTimeline, input, shop);
  expect(result.data.map(({ kind, what }) => `${kind} ${what}`).toSorted()).toEqual([
    'act approveOrder',
    'act batched_order',
    'act failOrder',
    'installer placed_order',
    'message order_approved',
    'message order_confirmed',
    'message order_failed',
  ]);
  const entryOf = (name: string) => result.data.find(({ what }) => what === name);
  expect(entryOf('approveOrder')).toMatchObject({ outcome: 'done', why });
  expect(entryOf('batched_order')?.who).toContain('Operator');
  expect(entryOf('batched_order')?.details[0]).toMatch(/^\d+$/);
  expect(entryOf('order_failed')).toMatchObject({ outcome: 'unread', details: ['notification'] });
  expect(entryOf('order_confirmed')).toMatchObject({ outcome: 'sent', details: ['email'] });
  expect(entryOf('placed_order')?.who).toBe(entryOf('order_failed')?.who);
  // Texts of notifications can have personal data.
  expect(JSON.stringify(entryOf('order_failed'))).not.toContain('address');
  const viewer = await server.operate(
    operatorCalls.listOrderTimeline,
    input,
    await server.signIn('viewer'),
  );
  const orderEntry = viewer.result.data.find(({ what }) => what === 'placed_order');
  expect(orderEntry?.who).toMatch(/^\S+ \S\.$/);
});
