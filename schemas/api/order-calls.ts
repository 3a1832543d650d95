import * as v from 'valibot';
import { order, orderDetail } from '../order.ts';
import { defineCall, idParams, listEntries, listResult } from './call.ts';

/** The company's orders (spec 2 §7). */
export const orderCalls = {
  orders: defineCall({
    id: 'orders',
    method: 'GET',
    path: '/v1/order',
    summary: "The company's orders, newest first; in order of change with `since`.",
    query: v.object(listEntries),
    result: listResult(order),
    errors: ['checkpoint_stale'],
  }),
  order: defineCall({
    id: 'order',
    method: 'GET',
    path: '/v1/order/{id}',
    summary: 'One of them, with what the vendor has answered: it is never kept on a device.',
    params: idParams,
    result: orderDetail,
  }),
};
