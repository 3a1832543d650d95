/** The lines of the points sheet: a booking each, and one for all bookings of an order. Pure. */
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import type { OrderStanding } from '#schemas/order.ts';

/** All that was booked for one order. */
export interface OrderLine {
  readonly kind: 'order';
  /** The order's. */
  readonly uuid: string;
  /** Of its newest booking, by which it is placed. */
  readonly created_at: string;
  readonly status: OrderStanding;
  /** What it takes from the balance as it stands now: nothing once it was turned down. */
  readonly points: number;
  /** Newest first, as they were given. */
  readonly parts: readonly LedgerDocument[];
}

interface EntryLine {
  readonly kind: 'entry';
  readonly uuid: string;
  readonly created_at: string;
  readonly entry: LedgerDocument;
}

export type LedgerLine = OrderLine | EntryLine;

/**
 * Entries as lines; an order stands where its newest booking does. Where only the newest bookings of an order
 * were read, its line says the same.
 * @param entries newest first
 */
export function toLedgerLines(entries: readonly LedgerDocument[]): LedgerLine[] {
  const parts = new Map<string, LedgerDocument[]>();
  const lines: (EntryLine | string)[] = [];
  for (const entry of entries) {
    const { uuid, created_at, order_uuid: order } = entry;
    const known = order === null ? undefined : parts.get(order);
    if (order === null) lines.push({ kind: 'entry', uuid, created_at, entry });
    else if (known) known.push(entry);
    else {
      parts.set(order, [entry]);
      lines.push(order);
    }
  }
  return lines.map((line) =>
    typeof line === 'string' ? orderLine(line, parts.get(line) ?? []) : line,
  );
}

function orderLine(uuid: string, parts: readonly LedgerDocument[]): OrderLine {
  const [newest] = parts;
  if (!newest) throw new Error('An order without a booking has no line.');
  const status = statusOf(parts);
  // Every booking of an order is about all of its points.
  const points = status === 'turned_down' ? 0 : -Math.abs(signedPoints(newest));
  return { kind: 'order', uuid, created_at: newest.created_at, status, points, parts };
}

/** Where an order stands, by what was booked for it: the end of a reservation comes with what became of it. */
function statusOf(parts: readonly LedgerDocument[]): OrderStanding {
  if (parts.some(({ event }) => event === 'order_reject')) return 'turned_down';
  const isOver = parts.some(
    ({ event, variation }) =>
      event === 'order_complete' || (event === 'order_reservation' && variation === 'positive'),
  );
  return isOver ? 'done' : 'worked_on';
}
