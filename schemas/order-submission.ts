import * as v from 'valibot';
import { MAX_ORDER_LINES, MAX_QUANTITY } from './cart.ts';
import { checkoutCustomer } from './checkout.ts';
import { deliveryType } from './delivery.ts';
import { customInput, order } from './order.ts';
import { uuid, wholeNumberBetween, wholeNumber } from './primitives.ts';
import { vendorType } from './vendors.ts';

/** A line as it is ordered: `price` is what the person was shown; another one now is refused. Left out: the price as it is. */
const orderedLine = v.object({
  /** The variant's id. */
  uuid,
  quantity: wholeNumberBetween(1, MAX_QUANTITY),
  price: v.optional(wholeNumber),
});

/** One vendor's part. No variant stands in it twice. */
export const vendorOrder = v.object({
  type: vendorType,
  order: v.pipe(
    v.array(orderedLine),
    v.minLength(1),
    v.maxLength(MAX_ORDER_LINES),
    v.check((lines) => new Set(lines.map((line) => line.uuid.toLowerCase())).size === lines.length),
  ),
});
export type VendorOrder = v.InferOutput<typeof vendorOrder>;

/** Left out: to the company that the address names, else to the person; nowhere, where nothing is brought. */
const wantedDelivery = v.optional(deliveryType);

/** `POST /v1/order`: one product, ordered by itself. */
export const orderSubmission = v.object({
  ...vendorOrder.entries,
  delivery: wantedDelivery,
  customer: checkoutCustomer,
  /** Of a custom product. */
  data: v.optional(customInput),
});
export type OrderSubmission = v.InferOutput<typeof orderSubmission>;

/** `POST /v1/order/multi`: the cart. One order for each vendor, and all of them or none. */
export const multiOrderSubmission = v.object({
  orders: v.pipe(
    v.array(vendorOrder),
    v.minLength(1),
    v.maxLength(25),
    v.check((orders) => new Set(orders.map(({ type }) => type)).size === orders.length),
  ),
  delivery: wantedDelivery,
  customer: checkoutCustomer,
});
export type MultiOrderSubmission = v.InferOutput<typeof multiOrderSubmission>;

/** What has been placed, and the points that the company has left. */
export const placedOrders = v.object({
  data: v.array(order),
  company_points: v.pipe(v.number(), v.integer()),
});
export type PlacedOrders = v.InferOutput<typeof placedOrders>;

/** At most this many bytes of a file (spec 2 §5). */
export const MAX_ORDER_FILE_BYTES = 10_000_000;
/** What a file may be (spec 2 §5): a picture, a drawing, a page, or an archive of such. */
export const orderFileTypes = [
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'application/pdf',
  'application/postscript',
  'application/eps',
  'application/illustrator',
  'application/zip',
  'application/x-zip-compressed',
  'image/tiff',
  'image/vnd.adobe.photoshop',
  'application/x-photoshop',
] as const;
