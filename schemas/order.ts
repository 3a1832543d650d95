import * as v from 'valibot';
import { quantity } from './cart.ts';
import { deliveryType } from './delivery.ts';
import { multilineText, typedMultilineText } from './paragraphs.ts';
import {
  moment,
  storedMoment,
  newestFirst,
  text,
  typedText,
  uuid,
  wholeNumberBetween,
  wholeNumber,
} from './primitives.ts';
import { MAX_SERVICES, MAX_SERVICE_TEXT, textLimits } from './marketing-fields.ts';
import { marketingLanguages } from './marketing-languages.ts';
import { flyerSubtypes, marketingTypes } from './marketing-pictures.ts';
import { replicatedEntries } from './replicated.ts';
import { shopProduct } from './shop-product.ts';
import { vendorType } from './vendors.ts';
import { normaliseLink } from './web-link.ts';

/**
 * Where an order stands (spec 2 §3). Pending: the points are reserved, the vendor is asked. Approved: the
 * vendor has it. Failed: the vendor could not take it, and is asked again. Positive: done, the points are
 * spent. Negative: refused, the points and the stock are back.
 */
export const orderStatuses = {
  pending: 1,
  approved: 2,
  positive: 3,
  negative: 4,
  failed: 5,
} as const;
export const orderStatus = v.picklist(Object.values(orderStatuses));
export type OrderStatus = v.InferOutput<typeof orderStatus>;

/**
 * What an order's status says of it and of its points, wherever either is told: worked on, and they are
 * reserved; done, and they are spent; turned down, and they are back. One that has failed is worked on.
 */
export type OrderPhase = 'worked_on' | 'done' | 'turned_down';

const phases: Record<OrderStatus, OrderPhase> = {
  [orderStatuses.pending]: 'worked_on',
  [orderStatuses.approved]: 'worked_on',
  [orderStatuses.failed]: 'worked_on',
  [orderStatuses.positive]: 'done',
  [orderStatuses.negative]: 'turned_down',
};

export function orderPhaseOf(status: OrderStatus): OrderPhase {
  return phases[status];
}

/** Whether it is still being worked on: a processing notice is shown (spec 2 §4). */
export function isOrderInProgress(status: OrderStatus): boolean {
  return orderPhaseOf(status) === 'worked_on';
}

/** The longest reason that an operator gives for a decision on an order. */
export const MAX_REASON = 500;

/** A file that was sent for an order, by the name it had: downloaded from `/files/order/{uuid}`. */
export const orderFile = v.object({ uuid, name: text(120) });
export type OrderFile = v.InferOutput<typeof orderFile>;

/** The manufacturer's mark on what is made: see `customInput`. */
export const brandLogos = ['recommended', 'default'] as const;
export type BrandLogo = (typeof brandLogos)[number];

/** One line of what a company does, with its picture. */
const service = v.object({ text: typedText(MAX_SERVICE_TEXT, 1), icon: typedText(40) });

/**
 * What a custom product is made with (spec 2 §2, "Marketing-material ordering"); `marketing.ts` judges it by its
 * type.
 */
export const customInput = v.object({
  /** Which material, filled in by the server; another one than the product's is refused. */
  type: v.optional(v.picklist(marketingTypes)),
  /** Of a flyer. */
  subtype: v.optional(v.picklist(flyerSubtypes)),
  name: v.optional(typedText(textLimits.name)),
  surname: v.optional(typedText(textLimits.surname)),
  companyName: v.optional(typedText(textLimits.companyName)),
  addressLine1: v.optional(typedText(textLimits.addressLine1)),
  addressLine2: v.optional(typedText(textLimits.addressLine2)),
  addressLine3: v.optional(typedText(textLimits.addressLine3)),
  link: v.optional(v.pipe(typedText(textLimits.link), v.transform(normaliseLink))),
  phone: v.optional(typedText(textLimits.phone)),
  email: v.optional(typedText(textLimits.email)),
  shortDescription: v.optional(typedText(textLimits.shortDescription)),
  longDescription: v.optional(typedText(textLimits.longDescription)),
  services: v.optional(v.pipe(v.array(service), v.maxLength(MAX_SERVICES))),
  /** Which of the cover pictures, from 0. */
  coverImage: v.optional(wholeNumberBetween(0, 20)),
  /** Of the words that are printed on it in any case: a region of `marketingLanguages`. */
  language: v.optional(v.picklist(marketingLanguages)),
  logo: v.optional(v.object({ uuid, name: typedText(120) })),
  /** The manufacturer's mark: as it recommends an installer, or plain beside a logo of their own (spec 2 §4). */
  brandLogo: v.optional(v.picklist(brandLogos)),
  note: v.optional(typedMultilineText(500)),
});
export type CustomInput = v.InferOutput<typeof customInput>;

/** The same as it is read back: what was stored before texts had a normal form stays readable. */
const storedInput = v.object({
  ...customInput.entries,
  services: v.optional(
    v.pipe(
      v.array(v.object({ text: text(MAX_SERVICE_TEXT, 1), icon: text(40) })),
      v.maxLength(MAX_SERVICES),
    ),
  ),
});

/** A line of an order as it was when it was placed. */
export const orderLine = v.object({
  /** The variant's id. */
  variantGuid: uuid,
  product_uuid: uuid,
  name: shopProduct.entries.name,
  /** The variant's beside it; empty where the product had only one. */
  title: text(300),
  image: shopProduct.entries.images.entries.thumbnail,
  /** Of one piece, in points. */
  price: wholeNumber,
  quantity,
  /** Of a custom product. */
  inputData: v.nullable(storedInput),
});
export type OrderLine = v.InferOutput<typeof orderLine>;

/** Whom it is for. Of what is not delivered there is no address. */
export const orderCustomer = v.object({
  name: text(80),
  surname: text(80),
  email: v.nullable(text(254)),
  /** In international form. */
  phone: v.nullable(text(20)),
  country: v.nullable(text(2)),
  street: v.nullable(text(160)),
  house_number: v.nullable(text(20)),
  city: v.nullable(text(80)),
  postal_code: v.nullable(text(16)),
  company_name: v.nullable(text(160)),
});
export type OrderCustomer = v.InferOutput<typeof orderCustomer>;

/**
 * An order of the company's (spec 2 §3), of one vendor. What it brought (a number, a password) is in
 * `orderDetail` alone: it is never kept on a device (security 8).
 */
export const order = v.object({
  ...replicatedEntries,
  number: text(20, 1),
  status: orderStatus,
  /** What it costs in all. */
  points: wholeNumber,
  delivery: deliveryType,
  customer: orderCustomer,
  meta: v.object({
    type: vendorType,
    /** Whether the vendor's answer can be fetched, by whoever asks: who ordered it, and the owners. */
    has_response: v.boolean(),
    /**
     * Until when the voucher that it brought can be used; null where it brought none, or one without an end. The
     * whole company is told, unlike the voucher's number.
     */
    usable_until: storedMoment,
    /** Of a top-up: what it is worth in the country's currency. */
    amount: v.nullable(wholeNumber),
  }),
  contents: v.array(orderLine),
  /** Why it was turned down or takes longer; null where no reason was given. An earlier server says none. */
  reason: v.optional(v.nullable(multilineText(MAX_REASON)), null),
});
export type Order = v.InferOutput<typeof order>;

/** What the vendor has answered: a voucher's number, until when it is good, and its password if it has one. */
export const orderResponse = v.object({
  number: text(80, 1),
  expiresAt: v.nullable(moment),
  password: v.nullable(text(80)),
});
/** The same as it is read back. */
const storedResponse = v.object({ ...orderResponse.entries, expiresAt: storedMoment });
export type OrderResponse = v.InferOutput<typeof orderResponse>;

/** `GET /v1/order/{id}`. Never stored, only shown. */
export const orderDetail = v.object({
  ...order.entries,
  meta: v.object({ ...order.entries.meta.entries, response: v.nullable(storedResponse) }),
});
export type OrderDetail = v.InferOutput<typeof orderDetail>;

export const orderDocument = v.object({
  ...v.omit(order, ['deleted']).entries,
  newest_first: newestFirst,
});
export type OrderDocument = v.InferOutput<typeof orderDocument>;
