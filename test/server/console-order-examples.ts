import { type operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type orderBatchCalls } from '#schemas/operator/order-batch-calls.ts';
import { type orderCalls } from '#schemas/operator/order-calls.ts';
import { type voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type TestInput } from './test-app.ts';

type Calls = typeof orderCalls &
  typeof orderBatchCalls &
  typeof operatorCardCalls &
  typeof voucherCalls;
type Records = Readonly<
  Record<Extract<ScopedRecord, 'card' | 'company' | 'order' | 'order_batch'>, string>
> & { readonly region: RegionId };

const why = 'to test rights';
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Valid input of the calls for orders, batches, vouchers and cards, about records of one country. */
export const orderExamples: {
  readonly [Id in keyof Calls]: (records: Records) => TestInput<Calls[Id]>;
} = {
  claimOrders: () => ({ body: { skipped: [] } }),
  listOrders: () => ({ query: {} }),
  listOrderedProducts: () => ({ query: {} }),
  readOrder: ({ order: id }) => ({ params: { id } }),
  revealOrder: ({ order: id }) => ({ params: { id }, body: { why } }),
  listOrderTimeline: ({ order: id }) => ({ params: { id }, query: {} }),
  // The version never matches.
  approveOrder: ({ order: id }) => ({ params: { id }, body: { rev: 0, why } }),
  failOrder: ({ order: id }) => ({ params: { id }, body: { rev: 0, why } }),
  completeOrder: ({ order: id }) => ({ params: { id }, body: { rev: 0, why } }),
  rejectOrder: ({ order: id }) => ({ params: { id }, body: { rev: 0, why } }),
  reopenOrder: ({ order: id }) => ({ params: { id }, body: { rev: 0, reason: 'Lost', why } }),
  listVoucherPools: () => ({ query: {} }),
  checkVoucherCodes: ({ region }) => ({ body: { region, sku: 'unknown', lines: 'A-1' } }),
  importVoucherCodes: ({ region }) => ({ body: { region, sku: 'unknown', lines: 'A-1', why } }),
  setVoucherWarning: ({ region }) => ({ body: { region, sku: 'unknown', low_at: 1, why } }),
  // Nothing runs the job in this test.
  startBulkOrders: ({ order }) => ({ body: { orders: [order], decision: 'approve', why } }),
  listOrderBatches: () => ({ query: {} }),
  listUnbatchedOrders: () => ({ query: {} }),
  createOrderBatch: ({ region }) => ({ body: { region, type: 'REWIN', why } }),
  downloadOrderBatch: ({ order_batch: id }) => ({ params: { id }, body: { why } }),
  listCards: () => ({ query: {} }),
  readCard: ({ card: id }) => ({ params: { id } }),
  listCardTimeline: ({ card: id }) => ({ params: { id }, query: {} }),
  // The company has no such order.
  issueCard: ({ company: id }) => ({
    params: { id },
    body: { number: '7100000001', order: unknownId, why },
  }),
  // The version never matches.
  setCardState: ({ card: id }) => ({ params: { id }, body: { state: 'blocked', rev: 0, why } }),
  replaceCard: ({ card: id }) => ({
    params: { id },
    body: { number: '7100000002', rev: 0, why },
  }),
};
