import { type Kysely, type Selectable } from 'kysely';
import { topUpValue } from '#schemas/club-card.ts';
import { type Order, type OrderDetail, type OrderLine } from '#schemas/order.ts';
import { isOwner } from '#schemas/roles.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { hasShop } from '../shop/has-shop.ts';
import { type OrdersTable } from './order-tables.ts';
import { openResponse, readExpiry } from './sealed-response.ts';
import { type VoucherKeys } from './voucher-keys.ts';

type OrderRow = Selectable<OrdersTable>;

/** Query for the company's orders, including deleted ones; empty if the person has no access to the shop. */
export function selectOwnOrders(db: Kysely<Database>, actor: Actor) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where((eb) => eb.lit(hasShop(actor)));
}

/**
 * True if the person may see the vendor's response. A voucher's number and password are worth money, so only the owners
 * and the person who ordered may see them. An operator who views the app as one of these people can't see it.
 */
function canSeeResponse(row: OrderRow, { role, userId, isReadOnly }: Actor): boolean {
  return !isReadOnly && (isOwner(role) || row.user_id === userId);
}

/** Maps a row to the wire format for a list, without the vendor's response (security 8). */
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
      // Written only by `placeOrders`, after validation.
      customer: row.customer as Order['customer'],
      meta: {
        type,
        has_response: row.response !== null && canSeeResponse(row, actor),
        usable_until: readExpiry(row),
        amount: productKindOf(type) === 'top-up' ? topUpValue(row.points) : null,
      },
      contents: orderLines(row),
      reason: row.reason,
    };
  };

/** The order's lines. Written only by `placeOrders`, after validation. */
export function orderLines({ contents }: Pick<OrderRow, 'contents'>): OrderLine[] {
  return contents as OrderLine[];
}

/** Maps a row to the wire format with the vendor's response if the person may see it. */
export function orderDetailFromRow(row: OrderRow, actor: Actor, keys: VoucherKeys): OrderDetail {
  const order = orderFromRow(actor)(row);
  const response = canSeeResponse(row, actor) ? openResponse(keys, row) : null;
  return { ...order, meta: { ...order.meta, response } };
}
