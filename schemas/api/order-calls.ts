import * as v from 'valibot';
import { order, orderDetail } from '../order.ts';
import { defineCall, idParams, listEntries, listResult } from './call.ts';

/** The company's orders (spec 2 §7). */
export const orderCalls = {
  listOrders: defineCall({
    id: 'listOrders',
    method: 'GET',
    path: '/v1/order',
    summary:
      'List your company’s orders, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object(listEntries),
    result: listResult(order),
    errors: ['checkpoint_stale'],
  }),
  getOrder: defineCall({
    id: 'getOrder',
    method: 'GET',
    path: '/v1/order/{id}',
    summary: 'Get an order with the vendor’s response, which is never stored on a device.',
    params: idParams,
    result: orderDetail,
  }),
};
