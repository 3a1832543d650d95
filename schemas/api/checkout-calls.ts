import * as v from 'valibot';
import {
  MAX_ORDER_FILE_BYTES,
  multiOrderSubmission,
  orderFileTypes,
  orderSubmission,
  placedOrders,
} from '../order-submission.ts';
import { text, typedText, uuid, wholeNumber } from '../primitives.ts';
import { defineCall, IMAGE_TIMEOUT_MS, fileFields } from './call.ts';

/**
 * Reasons for rejecting an order; `field` is the path of the invalid part, such as `body.orders.0.order.2`.
 * In each case nothing was ordered, and the client can fetch the current data. `product_unavailable`: the variant isn't
 * for sale, or must be ordered another way. `material_incomplete`, `material_invalid`: problems with marketing material
 * (`marketing.ts`).
 */
export const orderErrors = [
  'in_progress',
  'key_reused',
  'product_unavailable',
  'price_changed',
  'out_of_stock',
  'insufficient_points',
  'minimum_not_reached',
  'card_registered',
  'card_pending',
  'too_few_windows',
  'card_inactive',
  'address_incomplete',
  'phone_region_mismatch',
  'invalid_phone',
  'file_not_found',
  'material_incomplete',
  'material_invalid',
] as const;

/** Ordering (spec 2 §7). Separate from the list of orders, which the app loads at every start. */
export const checkoutCalls = {
  createOrder: defineCall({
    id: 'createOrder',
    method: 'POST',
    path: '/v1/order',
    summary: 'Order a single product. Reserves its points.',
    body: orderSubmission,
    status: 201,
    result: placedOrders,
    errors: orderErrors,
    idempotent: true,
  }),
  createOrders: defineCall({
    id: 'createOrders',
    method: 'POST',
    path: '/v1/order/multi',
    summary: 'Order the contents of the cart, one order per vendor: all or none.',
    body: multiOrderSubmission,
    status: 201,
    result: placedOrders,
    errors: orderErrors,
    idempotent: true,
  }),
  uploadOrderFile: defineCall({
    id: 'uploadOrderFile',
    method: 'POST',
    path: '/v1/order/file',
    summary:
      'Upload a file for an order, before the order that refers to it. Idempotent. Stored unchanged, for download only.',
    body: {
      kind: 'file',
      field: 'file',
      fields: v.object({
        ...fileFields.entries,
        /** File name on the device. */
        name: v.optional(typedText(120, 1)),
      }),
      maxBytes: MAX_ORDER_FILE_BYTES,
      mediaTypes: orderFileTypes,
    },
    status: 201,
    result: v.object({ uuid, name: text(120), bytes: wholeNumber }),
    errors: ['hash_mismatch', 'key_reused'],
    timeoutMs: IMAGE_TIMEOUT_MS,
  }),
};
