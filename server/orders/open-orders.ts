import { type Kysely } from 'kysely';
import { isOrderInProgress, type OrderStatus, orderStatuses } from '#schemas/order.ts';
import { type Database } from '../db/tables.ts';

const names = Object.entries(orderStatuses);

/** Lists open orders, oldest first, one per line, without personal data. */
export async function listOpenOrders(db: Kysely<Database>): Promise<string[]> {
  const inProgress = Object.values(orderStatuses).filter(isOrderInProgress);
  const rows = await db
    .selectFrom('orders')
    .select(['uuid', 'number', 'type', 'status', 'points', 'created_at'])
    .where('status', 'in', inProgress)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .execute();
  return rows.map(({ uuid, number, type, status, points, created_at }) =>
    [uuid, number, created_at.toISOString(), type, statusName(status), `${points} points`].join(
      '  ',
    ),
  );
}

function statusName(status: OrderStatus): string {
  return names.find(([, value]) => value === status)?.[0] ?? String(status);
}
