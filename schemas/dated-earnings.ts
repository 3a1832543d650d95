/** Earned points and when they were earned, for expiry and for monthly figures (docs/behaviour/points.md). */
import { type LedgerEntry, type PointEvent, signedPoints } from './ledger.ts';

/** Events that give points back. The points keep the date on which they were first earned. */
export const returningEvents: readonly PointEvent[] = [
  'order_reservation',
  'order_reject',
  'order_complete',
  'points_expired',
];

type Entry<Time> = Pick<LedgerEntry, 'event' | 'points' | 'variation' | 'project_uuid'> & {
  readonly created_at: Time;
};

interface Earning<Time> {
  /** Time of the entry. */
  readonly addedAt: Time;
  /** Null for a correction whose project isn't in the list. */
  readonly earnedAt: Time | null;
  /** Negative if a correction deducted points. */
  readonly points: number;
}

/**
 * Lists a company's earnings, without points given back. A correction gets the date on which its project earned points.
 */
export function datedEarnings<Time extends string | Date>(
  entries: readonly Entry<Time>[],
): Earning<Time>[] {
  const closings = new Map<string | null, Time>();
  for (const { event, project_uuid, created_at } of entries) {
    // A project whose products have no points of their own only has campaign entries.
    if (event === 'project_closed' || event === 'campaign') closings.set(project_uuid, created_at);
  }
  return entries.flatMap((entry): Earning<Time>[] => {
    const { event, variation, points, project_uuid, created_at: addedAt } = entry;
    if (event === 'project_correction') {
      const earnedAt = closings.get(project_uuid) ?? null;
      return [{ addedAt, earnedAt, points: signedPoints(entry) }];
    }
    const isEarning = variation === 'positive' && !returningEvents.includes(event);
    return isEarning ? [{ addedAt, earnedAt: addedAt, points }] : [];
  });
}
