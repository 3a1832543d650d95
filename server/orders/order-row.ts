import { type Kysely, type Selectable } from 'kysely';
import { topUpValue } from '#schemas/club-card.ts';
import { type Order, type OrderDetail } from '#schemas/order.ts';
import { kindOf } from '#schemas/vendors.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { hasShop } from '../shop/has-shop.ts';
import { type OrdersTable } from './order-tables.ts';

type OrderRow = Selectable<OrdersTable>;

/** The company's orders, tombstones too; none for people who have no shop. */
export function ownOrders(db: Kysely<Database>, actor: Actor) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where((eb) => eb.lit(hasShop(actor)));
}

/** What the database gives, as the wire lists it: without what the vendor has answered (security 8). */
export function orderFromRow(row: OrderRow): Order {
  const { type } = row;
  return {
    ...replicatedFields(row),
    number: row.number,
    status: row.status,
    points: row.points,
    delivery: row.delivery,
    // Both written only by `placeOrders`, of what the contract has checked.
    customer: row.customer as Order['customer'],
    meta: {
      type,
      has_response: row.response !== null,
      amount: kindOf(type) === 'top-up' ? topUpValue(row.points) : null,
    },
    contents: row.contents as Order['contents'],
  };
}

/** One order with the vendor's answer. */
export function orderWithResponse(row: OrderRow): OrderDetail {
  const order = orderFromRow(row);
  // Written only by `decideOrder`, which checks it.
  const response = row.response as OrderDetail['meta']['response'];
  return { ...order, meta: { ...order.meta, response } };
}
