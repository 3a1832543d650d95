import * as v from 'valibot';
import { moment, text, uuid, wholeNumber } from './primitives.ts';
import { normaliseLine } from './single-line.ts';

/** Top-ups on a page of the history (spec 2 §9). */
export const TOP_UPS_PER_PAGE = 5;
/** A top-up is on the card within so many working days (spec 2 §9). */
export const TOP_UP_WORKING_DAYS = 3;
/** What a point is worth on the card, in the country's currency (spec 2 §9). */
const CURRENCY_PER_POINT = 2;

/** What a top-up of so many points is worth, in whole units of the country's currency. */
export function topUpValue(points: number): number {
  return points * CURRENCY_PER_POINT;
}

const zeroOrOne = v.picklist([0, 1]);

/** The number printed on a card (spec 2 §5). */
export const cardSerialNumber = v.pipe(
  v.string(),
  v.transform(normaliseLine),
  v.maxLength(10),
  v.regex(/^\d{10}$/),
);

/** Where a card stands (spec 2 §4): to be activated, usable, or neither. */
export const cardStatus = v.picklist(['ISSUED', 'ACTIVE', 'BLOCKED', 'EXPIRED', 'CLOSED']);
export type CardStatus = v.InferOutput<typeof cardStatus>;

/** The card of a company (spec 2 §3). */
export const clubCard = v.object({
  /** Its serial number; null while none is registered. */
  edenred_card: v.nullable(text(32)),
  /** Whether the company may have one at all. */
  has_edenred_card: zeroOrOne,
  /** Whether one is ordered that has not come. */
  pending_edenred_card: zeroOrOne,
  /** Null while none is registered. */
  currentCard: v.nullable(v.object({ status: cardStatus })),
});
export type ClubCard = v.InferOutput<typeof clubCard>;

export const topUpStatus = v.picklist(['SUCCEEDED', 'PENDING', 'REFUSED', 'REJECTED']);
export type TopUpStatus = v.InferOutput<typeof topUpStatus>;

/** One top-up (spec 2 §3): an order of a top-up product, by the order's id. */
export const topUp = v.object({
  uuid,
  amount: v.object({ points: wholeNumber, local: wholeNumber }),
  dateTime: moment,
  status: topUpStatus,
});
export type TopUp = v.InferOutput<typeof topUp>;

/** `PATCH /v1/club-card/{id}` */
export const cardVerification = v.object({ card_serial_number: cardSerialNumber });
export type CardVerification = v.InferOutput<typeof cardVerification>;
