import { type Transaction } from 'kysely';
import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { addLedgerEntries } from './ledger.ts';

/** An order whose points are booked. */
interface Ordered {
  readonly uuid: string;
  readonly company_id: string;
  readonly points: number;
  /** Who ordered. */
  readonly user_id: string | null;
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
export async function bookOrderPoints(
  trx: Transaction<Database>,
  what: keyof typeof bookings,
  orders: readonly Ordered[],
  now: number,
): Promise<void> {
  const paid = orders.filter(({ points }) => points > 0);
  const [any] = paid;
  if (!any) return;
  const entries = paid.flatMap(({ uuid, points, user_id }) =>
    bookings[what].map(([event, variation]) => {
      return { event, points, variation, order_uuid: uuid, created_by: user_id };
    }),
  );
  const companyId = any.company_id;
  const firstRev = await nextRevs(trx, companyId, entries.length);
  await addLedgerEntries(trx, entries, { companyId, firstRev, now: new Date(now) });
}
