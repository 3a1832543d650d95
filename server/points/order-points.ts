import { randomUUID } from 'node:crypto';
import { type Insertable, type Transaction } from 'kysely';
import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { type LedgerTable } from './ledger-tables.ts';

/** An order whose points are booked. */
interface Ordered {
  readonly uuid: string;
  readonly company_id: string;
  readonly points: number;
}

/** What happens to an order's points; every step adds entries, none changes one. */
const bookings = {
  reserve: [['order_reservation', 'reserved']],
  /** The reservation is taken back and the points are spent: the balance stays. */
  spend: [
    ['order_reservation', 'positive'],
    ['order_complete', 'negative'],
  ],
  giveBack: [['order_reject', 'positive']],
} as const satisfies Record<string, readonly (readonly [PointEvent, Variation])[]>;

/**
 * Books the points of orders of one company, which is locked. Nothing for an order that costs nothing.
 * @param now milliseconds since 1970
 */
export async function bookOrders(
  trx: Transaction<Database>,
  what: keyof typeof bookings,
  orders: readonly Ordered[],
  now: number,
): Promise<void> {
  const entries = orders
    .filter(({ points }) => points > 0)
    .flatMap((order) => bookings[what].map(([event, variation]) => ({ order, event, variation })));
  const [any] = entries;
  if (!any) return;
  const first = await nextRevs(trx, any.order.company_id, entries.length);
  const rows = entries.map(({ order, event, variation }, at): Insertable<LedgerTable> => ({
    uuid: randomUUID(),
    company_id: order.company_id,
    rev: first + at,
    op_id: randomUUID(),
    created_at: new Date(now),
    updated_at: new Date(now),
    event,
    points: order.points,
    variation,
    project_uuid: null,
    order_uuid: order.uuid,
  }));
  await trx.insertInto('ledger').values(rows).execute();
}
