import * as v from 'valibot';
import { quantity } from './cart.ts';
import { deliveryType } from './delivery.ts';
import { multilineText, typedMultilineText } from './multiline-text.ts';
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
import { preprintedRegions } from './marketing-languages.ts';
import { flyerSubtypes, marketingTypes } from './marketing-pictures.ts';
import { replicatedEntries } from './replicated.ts';
import { MAX_VARIANT_TITLE, shopProduct } from './shop-product.ts';
import { vendorType } from './vendors.ts';
import { normaliseLink } from './web-link.ts';

/** Order statuses, by the specification's names (spec 2 §3). */
export const orderStatuses = {
  /** Points are reserved until the vendor responds. */
  pending: 1,
  /** The vendor accepted. */
  approved: 2,
  /** Done: the points are spent. */
  positive: 3,
  /** Rejected: points and stock are returned. */
  negative: 4,
  /** The vendor couldn't process the order, so it's sent again. */
  failed: 5,
} as const;
const orderStatus = v.picklist(Object.values(orderStatuses));
export type OrderStatus = v.InferOutput<typeof orderStatus>;

/**
 * Phase of an order and its points, as shown everywhere: in progress with reserved points, done with spent
 * points, or rejected with returned points. A failed order is still in progress.
 */
export type OrderPhase = 'in_progress' | 'done' | 'rejected';

const phases: Record<OrderStatus, OrderPhase> = {
  [orderStatuses.pending]: 'in_progress',
  [orderStatuses.approved]: 'in_progress',
  [orderStatuses.failed]: 'in_progress',
  [orderStatuses.positive]: 'done',
  [orderStatuses.negative]: 'rejected',
};

export function orderPhaseOf(status: OrderStatus): OrderPhase {
  return phases[status];
}

/** True while the order is in progress, which shows a notice (spec 2 §4). */
export function isOrderInProgress(status: OrderStatus): boolean {
  return orderPhaseOf(status) === 'in_progress';
}

/** Maximum length of an operator's reason for a decision. */
export const MAX_REASON = 500;

/** A file uploaded for an order, with its original name; downloaded from `/files/order/{uuid}`. */
export const orderFile = v.object({ uuid, name: text(120) });
export type OrderFile = v.InferOutput<typeof orderFile>;

/** Versions of the manufacturer's logo; see `customInput`. */
const brandLogos = ['recommended', 'default'] as const;
export type BrandLogo = (typeof brandLogos)[number];

/** A service that the company offers, with its icon. */
const service = v.object({ text: typedText(MAX_SERVICE_TEXT, 1), icon: typedText(40) });

/**
 * Input for a custom product (spec 2 §2, "Marketing-material ordering"); `marketing.ts` validates it for its
 * type.
 */
export const customInput = v.object({
  /** Type of material, filled in by the server; a type other than the product's is rejected. */
  type: v.optional(v.picklist(marketingTypes)),
  /** Only for a flyer. */
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
  /** Index of the cover image, from 0. */
  coverImage: v.optional(wholeNumberBetween(0, 20)),
  /** Region whose language the preprinted texts use. */
  language: v.optional(v.picklist(preprintedRegions)),
  logo: v.optional(v.object({ uuid, name: typedText(120) })),
  /**
   * The manufacturer's logo (spec 2 §4): `recommended` is the version that recommends the installer, and `default` is
   * the plain logo next to the installer's own.
   */
  brandLogo: v.optional(v.picklist(brandLogos)),
  note: v.optional(typedMultilineText(500)),
});
export type CustomInput = v.InferOutput<typeof customInput>;

/** Stored input, which may predate text normalisation and must stay readable. */
const storedInput = v.object({
  ...customInput.entries,
  services: v.optional(
    v.pipe(
      v.array(v.object({ text: text(MAX_SERVICE_TEXT, 1), icon: text(40) })),
      v.maxLength(MAX_SERVICES),
    ),
  ),
});

/** An order line at the time of the order. */
const orderLine = v.object({
  /** The variant's id. */
  variantGuid: uuid,
  product_uuid: uuid,
  name: shopProduct.entries.name,
  /** Attributes of the variant, such as `Size: 8`. Empty if the product had only one variant. */
  title: text(MAX_VARIANT_TITLE),
  image: shopProduct.entries.images.entries.thumbnail,
  /** Price per item, in points. */
  price: wholeNumber,
  quantity,
  /** Only for a custom product. */
  inputData: v.nullable(storedInput),
});
export type OrderLine = v.InferOutput<typeof orderLine>;

/** Recipient. Digital orders have no address. */
const orderCustomer = v.object({
  name: text(80),
  surname: text(80),
  email: v.nullable(text(254)),
  /** International format. */
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
 * A company's order from one vendor (spec 2 §3). The vendor's response (a number, a password) is only in
 * `orderDetail` and never stored on a device (security 8).
 */
export const order = v.object({
  ...replicatedEntries,
  number: text(20, 1),
  status: orderStatus,
  /** Total price. */
  points: wholeNumber,
  delivery: deliveryType,
  customer: orderCustomer,
  meta: v.object({
    type: vendorType,
    /** True if this user may fetch the vendor's response: they placed the order, or are an owner. */
    has_response: v.boolean(),
    /**
     * Time at which the voucher expires; null if there is no voucher or it doesn't expire. Visible to the whole
     * company, unlike the voucher's number.
     */
    usable_until: storedMoment,
    /** Only for a top-up: its value in the country's currency. */
    amount: v.nullable(wholeNumber),
  }),
  contents: v.array(orderLine),
  /** Reason for a rejection or a delay; null if none was given. Earlier servers don't send it. */
  reason: v.optional(v.nullable(multilineText(MAX_REASON)), null),
});
export type Order = v.InferOutput<typeof order>;

/** The vendor's response: the voucher's number, expiry, and password if it has one. */
export const orderResponse = v.object({
  number: text(80, 1),
  expiresAt: v.nullable(moment),
  password: v.nullable(text(80)),
});
/** Stored response, with lenient dates. */
const storedResponse = v.object({ ...orderResponse.entries, expiresAt: storedMoment });
export type OrderResponse = v.InferOutput<typeof orderResponse>;

/** `GET /v1/order/{id}`. Displayed but never stored. */
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
