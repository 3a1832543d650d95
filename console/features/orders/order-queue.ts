import { orderCalls } from '#schemas/operator/order-calls.ts';
import type { RecordQueue } from '#console/parts/queue/record-queue.ts';

/** The queue of open orders. */
export const orderQueue: RecordQueue = {
  kind: 'order',
  call: orderCalls.claimOrders,
  listHref: '/orders?state=open',
  hrefOf: (id) => `/orders/${id}?queue=1`,
  queries: ['listOrders', 'readOrder'],
};
