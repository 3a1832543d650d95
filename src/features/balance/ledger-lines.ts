/** Ledger lines: one per entry, and one for all entries of an order. */
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type LedgerDocument, signedPoints, type PointEvent } from '#schemas/ledger.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { OrderPhase } from '#schemas/order.ts';

/** All entries of one order. */
export interface OrderLine {
  readonly kind: 'order';
  /** The order's id. */
  readonly uuid: string;
  /** Date of the newest entry, which determines the line's position. */
  readonly created_at: string;
  readonly status: OrderPhase;
  /** Change of the balance: negative, or 0 if rejected. */
  readonly points: number;
  /** Newest first, as given. */
  readonly entries: readonly LedgerDocument[];
}

interface EntryLine {
  readonly kind: 'entry';
  readonly uuid: string;
  readonly created_at: string;
  readonly entry: LedgerDocument;
}

export type LedgerLine = OrderLine | EntryLine;

/**
 * Converts entries to lines. An order takes the position of its newest entry. The order's line is correct even if
 * its older entries haven't been loaded.
 * @param entries newest first
 */
export function toLedgerLines(entries: readonly LedgerDocument[]): LedgerLine[] {
  const entriesByOrder = new Map<string, LedgerDocument[]>();
  const lines: (EntryLine | string)[] = [];
  for (const entry of entries) {
    const { uuid, created_at, order_uuid: orderId } = entry;
    const orderEntries = orderId === null ? undefined : entriesByOrder.get(orderId);
    if (orderId === null) lines.push({ kind: 'entry', uuid, created_at, entry });
    else if (orderEntries) orderEntries.push(entry);
    else {
      entriesByOrder.set(orderId, [entry]);
      lines.push(orderId);
    }
  }
  return lines.map((line) =>
    typeof line === 'string' ? toOrderLine(line, entriesByOrder.get(line) ?? []) : line,
  );
}

function toOrderLine(uuid: string, entries: readonly LedgerDocument[]): OrderLine {
  const [newestEntry] = entries;
  if (!newestEntry) throw new Error('An order without an entry has no line.');
  const status = statusOf(entries);
  // Each entry of an order is for all of the order's points.
  const points = status === 'rejected' ? 0 : -Math.abs(signedPoints(newestEntry));
  return { kind: 'order', uuid, created_at: newestEntry.created_at, status, points, entries };
}

/** The order's status, derived from its entries: when a reservation ends, an entry with its outcome is added. */
function statusOf(entries: readonly LedgerDocument[]): OrderPhase {
  if (entries.some(({ event }) => event === 'order_reject')) return 'rejected';
  // A completion that was undone reserves the points again.
  const reservations = entries.filter(({ event }) => event === 'order_reservation');
  const openCount = reservations.reduce(
    (count, { variation }) => count + (variation === 'positive' ? -1 : 1),
    0,
  );
  return openCount > 0 ? 'in_progress' : 'done';
}

/** Points that were reserved for an order were released. The order's outcome is a separate entry. */
const reservationReleasedLabel = msg`Reserved points released`;

/** The completion of an order was undone; its points are reserved again. */
const orderReopenedLabel = msg`Order reopened`;

/** A correction took back points that had already expired, so their expiry is reversed. */
const expiryReversedLabel = msg`Expired points returned`;

/** Labels for the reasons why points change (spec 1 §3). */
export const pointEventLabels: Record<PointEvent, MessageDescriptor> = {
  project_closed: msg`Project closed`,
  project_correction: msg`Correction after review`,
  campaign: msg`Campaign`,
  survey: msg`Survey`,
  welcome_points: msg`Welcome points`,
  filling_out_profile: msg`Profile completed`,
  project_survey_completed: msg`Project survey completed`,
  order_reservation: msg`Reserved for order`,
  order_reject: msg`Order rejected`,
  order_complete: msg`Order fulfilled`,
  other: msg`Other`,
  installers_promotion_1: msg`Installer promotion 1`,
  installers_promotion_2: msg`Installer promotion 2`,
  installers_promotion_3: msg`Installer promotion 3`,
  installers_promotion_4: msg`Installer promotion 4`,
  trainings: msg`Training`,
  prioritisation_of_response_time: msg`Quick response bonus`,
  satisfaction_score: msg`Satisfaction score`,
  online_training_participation: msg`Online training attended`,
  points_expired: msg`Points expired`,
};

/** Reason of an entry. For a campaign, it's the name that the campaign had when the entry was added. */
export function reasonText(
  { event, variation, campaign }: Pick<LedgerDocument, 'event' | 'variation' | 'campaign'>,
  i18n: I18n,
): string {
  if (campaign) return textInLanguage(campaign.name_translated, i18n.locale);
  if (variation === 'positive' && event === 'order_reservation')
    return i18n._(reservationReleasedLabel);
  if (variation === 'positive' && event === 'order_complete') return i18n._(orderReopenedLabel);
  if (variation === 'positive' && event === 'points_expired') return i18n._(expiryReversedLabel);
  return i18n._(pointEventLabels[event]);
}
