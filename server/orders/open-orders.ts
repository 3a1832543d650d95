import { type Kysely } from 'kysely';
import { isOrderInProgress, type OrderStatus, orderStatuses } from '#schemas/order.ts';
import { type Database } from '../db/tables.ts';

const statusNames = Object.entries(orderStatuses);

/** Lists open orders, oldest first, without personal data. */
export function listOpenOrders(db: Kysely<Database>) {
  const inProgress = Object.values(orderStatuses).filter(isOrderInProgress);
  return db
    .selectFrom('orders')
    .select(['uuid', 'number', 'type', 'status', 'points', 'created_at'])
    .where('status', 'in', inProgress)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .execute();
}

/** Formats an open order as one line. */
export function formatOpenOrder({
  uuid,
  number,
  type,
  status,
  points,
  created_at,
}: Awaited<ReturnType<typeof listOpenOrders>>[number]): string {
  return [
    uuid,
    number,
    created_at.toISOString(),
    type,
    getStatusName(status),
    `${points} points`,
  ].join('  ');
}

/** Returns a status's name, such as `pending`. */
export function getStatusName(status: OrderStatus): keyof typeof orderStatuses {
  const entry = statusNames.find(([, value]) => value === status);
  if (!entry) throw new Error(`The order status ${status} has no name.`);
  // Safe, because the names are the keys of the table.
  return entry[0] as keyof typeof orderStatuses;
}
