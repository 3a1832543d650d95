import { type Kysely, type Selectable } from 'kysely';
import { topUpValue } from '#schemas/club-card.ts';
import {
  type Order,
  type OrderDetail,
  type OrderLine,
  type OrderResponse,
} from '#schemas/order.ts';
import { isOwner } from '#schemas/roles.ts';
import { kindOf } from '#schemas/vendors.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { hasShop } from '../shop/has-shop.ts';
import { type OrdersTable } from './order-tables.ts';

type OrderRow = Selectable<OrdersTable>;

/** The company's orders, tombstones too; none for people who have no shop. */
export function selectOwnOrders(db: Kysely<Database>, actor: Actor) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where((eb) => eb.lit(hasShop(actor)));
}

/**
 * Whether somebody may see what the vendor has answered: a voucher's number and password are money. Who ordered
 * it may, and the owners, whose company's points it was; of somebody who is gone, the owners alone.
 */
function maySeeAnswer(row: OrderRow, { role, userId }: Actor): boolean {
  return isOwner(role) || row.user_id === userId;
}

/** What the database gives, as the wire lists it to somebody: without what the vendor has answered (security 8). */
export const orderFromRow =
  (actor: Actor) =>
  (row: OrderRow): Order => {
    const { type } = row;
    return {
      ...replicatedFields(row),
      number: row.number,
      status: row.status,
      points: row.points,
      delivery: row.delivery,
      // Written only by `placeOrders`, of what the contract has checked.
      customer: row.customer as Order['customer'],
      meta: {
        type,
        has_response: row.response !== null && maySeeAnswer(row, actor),
        usable_until: answerOf(row)?.expiresAt ?? null,
        amount: kindOf(type) === 'top-up' ? topUpValue(row.points) : null,
      },
      contents: orderLines(row),
      reason: row.reason,
    };
  };

/** What was ordered. Written only by `placeOrders`, of what it has checked. */
export function orderLines({ contents }: Pick<OrderRow, 'contents'>): OrderLine[] {
  return contents as OrderLine[];
}

/** One order with the vendor's answer, for who may see it. */
export function orderDetailFromRow(row: OrderRow, actor: Actor): OrderDetail {
  const order = orderFromRow(actor)(row);
  const response = maySeeAnswer(row, actor) ? answerOf(row) : null;
  return { ...order, meta: { ...order.meta, response } };
}

/** Written only by `decideOrder`, which checks it. */
function answerOf({ response }: Pick<OrderRow, 'response'>): OrderResponse | null {
  return response as OrderResponse | null;
}
