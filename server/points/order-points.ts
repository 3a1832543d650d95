import { type Transaction } from 'kysely';
import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { type Database } from '../db/tables.ts';
import { addLedgerEntries } from './ledger.ts';

/** An order whose points change. */
interface OrderPoints {
  readonly uuid: string;
  readonly company_id: string;
  readonly points: number;
  /** The person who ordered. */
  readonly user_id: string | null;
}

/** Ledger entries for each step of an order. */
const stepEntries = {
  reserve: [['order_reservation', 'reserved']],
  /** Releases the reservation and spends the points, so that the balance stays the same. */
  spend: [
    ['order_reservation', 'positive'],
    ['order_complete', 'negative'],
  ],
  refund: [['order_reject', 'positive']],
  /** Returns the spent points and reserves them again, so that the balance stays the same. */
  reopen: [
    ['order_complete', 'positive'],
    ['order_reservation', 'reserved'],
  ],
} as const satisfies Record<string, readonly (readonly [PointEvent, Variation])[]>;

/**
 * Adds the ledger entries for orders of one company. Skips free orders. The company must be locked.
 * @param now milliseconds since 1970
 */
export async function recordOrderPoints(
  trx: Transaction<Database>,
  step: keyof typeof stepEntries,
  orders: readonly OrderPoints[],
  now: number,
): Promise<void> {
  const paidOrders = orders.filter(({ points }) => points > 0);
  const [firstOrder] = paidOrders;
  if (!firstOrder) return;
  const entries = paidOrders.flatMap(({ uuid, points, user_id }) =>
    stepEntries[step].map(([event, variation]) => {
      return { event, points, variation, order_uuid: uuid, created_by: user_id };
    }),
  );
  const companyId = firstOrder.company_id;
  await addLedgerEntries(trx, entries, { companyId, now: new Date(now) });
}
