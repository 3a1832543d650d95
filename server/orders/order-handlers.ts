import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { orderFromRow, orderDetailFromRow, selectOwnOrders } from './order-row.ts';
import { placeOrders } from './place-orders.ts';
import { storeOrderFile } from './store-order-file.ts';

export const orderHandlers = {
  listOrders({ query, actor }, services) {
    const { page = 1, limit = ORDERS_LIMIT, since } = query;
    const orders = selectOwnOrders(services.db, actor);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(orders, { since, limit }, counter, orderFromRow(actor));
    }
    return newestFirstPage(
      services.db,
      orders.where('deleted', '=', false),
      { page, limit },
      orderFromRow(actor),
    );
  },

  async getOrder({ params, actor }, { db, voucherKeys }) {
    const row = await selectOwnOrders(db, actor)
      .where('uuid', '=', params.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    return orderDetailFromRow(row, actor, voucherKeys);
  },

  createOrder({ body, actor, idempotencyKey: key }, services) {
    const { type, order, ...details } = body;
    const submission = { ...details, orders: [{ type, order }] };
    return placeOrders(submission, { call: 'placeOrder', key, body }, actor, services);
  },

  createOrders({ body, actor, idempotencyKey: key }, services) {
    return placeOrders(body, { call: 'placeOrders', key, body }, actor, services);
  },

  uploadOrderFile: ({ body, actor }, services) => storeOrderFile(body, actor, services),
} satisfies Partial<Handlers>;
