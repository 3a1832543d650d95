import * as v from 'valibot';
import { moment, text, uuid, wholeNumber } from './primitives.ts';
import { normaliseLine } from './normalise-text.ts';

/** Top-ups per page of the history (spec 2 §9). */
export const TOP_UPS_PER_PAGE = 5;
/** Working days until a top-up is on the card (spec 2 §9). */
export const TOP_UP_WORKING_DAYS = 3;
/** Value of one point on the card, in the country's currency (spec 2 §9). */
const CURRENCY_PER_POINT = 2;

/** Value of a top-up, in whole units of the country's currency. */
export function topUpValue(points: number): number {
  return points * CURRENCY_PER_POINT;
}

const zeroOrOne = v.picklist([0, 1]);

/** Serial number printed on a card (spec 2 §5). */
export const cardSerialNumber = v.pipe(
  v.string(),
  v.transform(normaliseLine),
  v.maxLength(10),
  v.regex(/^\d{10}$/),
);

/** Card statuses in the API (spec 2 §4). */
export const cardStatus = v.picklist(['ISSUED', 'ACTIVE', 'BLOCKED', 'EXPIRED', 'CLOSED']);
export type CardStatus = v.InferOutput<typeof cardStatus>;

/** A company's club card (spec 2 §3). */
export const clubCard = v.object({
  /** Serial number; null while no card is registered. */
  edenred_card: v.nullable(text(32)),
  /** 1 if the company is entitled to a card. */
  has_edenred_card: zeroOrOne,
  /** 1 if a card has been ordered but hasn't arrived. */
  pending_edenred_card: zeroOrOne,
  /** Null while no card is registered. */
  currentCard: v.nullable(v.object({ status: cardStatus })),
});
export type ClubCard = v.InferOutput<typeof clubCard>;

const topUpStatus = v.picklist(['SUCCEEDED', 'PENDING', 'REFUSED', 'REJECTED']);
export type TopUpStatus = v.InferOutput<typeof topUpStatus>;

/** A top-up (spec 2 §3), which is an order of a top-up product; `uuid` is the order's id. */
export const topUp = v.object({
  uuid,
  amount: v.object({ points: wholeNumber, local: wholeNumber }),
  dateTime: moment,
  status: topUpStatus,
});
export type TopUp = v.InferOutput<typeof topUp>;

/** `PATCH /v1/club-card/{id}` */
export const cardVerification = v.object({ card_serial_number: cardSerialNumber });
