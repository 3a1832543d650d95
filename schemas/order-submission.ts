import * as v from 'valibot';
import { MAX_ORDER_LINES, MAX_QUANTITY } from './cart.ts';
import { checkoutCustomer } from './checkout.ts';
import { deliveryType } from './delivery.ts';
import { customInput, order } from './order.ts';
import { uuid, wholeNumberBetween, wholeNumber } from './primitives.ts';
import { vendorType } from './vendors.ts';

/**
 * A line of an order. `price` is the price that the user saw. If the current price is different, the order is
 * rejected. If `price` is omitted, the current price applies.
 */
const orderedLine = v.object({
  /** Id of the variant. */
  uuid,
  quantity: wholeNumberBetween(1, MAX_QUANTITY),
  price: v.optional(wholeNumber),
});

/** One vendor's part of an order; each variant occurs once. */
const vendorOrder = v.object({
  type: vendorType,
  order: v.pipe(
    v.array(orderedLine),
    v.minLength(1),
    v.maxLength(MAX_ORDER_LINES),
    v.check((lines) => new Set(lines.map((line) => line.uuid.toLowerCase())).size === lines.length),
  ),
});
export type VendorOrder = v.InferOutput<typeof vendorOrder>;

/**
 * Recipient of the order. If missing, the company receives it if the address names one, otherwise the user. Digital
 * products aren't shipped.
 */
const requestedDelivery = v.optional(deliveryType);

/** `POST /v1/order`: buys one product without the cart. */
export const orderSubmission = v.object({
  ...vendorOrder.entries,
  delivery: requestedDelivery,
  customer: checkoutCustomer,
  /** Only for a custom product. */
  data: v.optional(customInput),
});
export type OrderSubmission = v.InferOutput<typeof orderSubmission>;

/** `POST /v1/order/multi`: orders the cart, one order per vendor, all or none. */
export const multiOrderSubmission = v.object({
  orders: v.pipe(
    v.array(vendorOrder),
    v.minLength(1),
    v.maxLength(25),
    v.check((orders) => new Set(orders.map(({ type }) => type)).size === orders.length),
  ),
  delivery: requestedDelivery,
  customer: checkoutCustomer,
});
export type MultiOrderSubmission = v.InferOutput<typeof multiOrderSubmission>;

/** The placed orders, and the company's new balance. */
export const placedOrders = v.object({
  data: v.array(order),
  company_points: v.pipe(v.number(), v.integer()),
});
export type PlacedOrders = v.InferOutput<typeof placedOrders>;

/** Maximum size of a file, in bytes (spec 2 §5). */
export const MAX_ORDER_FILE_BYTES = 10_000_000;
/** Allowed media types (spec 2 §5): images, drawings, documents, or archives of them. */
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
