import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { vendorType } from '../vendors.ts';
import { defineOperatorCall, revealOptions, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { orderKinds } from './order-kinds.ts';

/** Maximum number of orders in a batch; the rest go into the next one. */
export const MAX_BATCH_ORDERS = 2000;
/** Maximum number of orders with personal data that can be downloaded in a day without a second person. */
export const MAX_ORDERS_WITHOUT_APPROVAL = 500;
/** Hours during which an approved file can be downloaded. */
export const RELEASE_HOURS = 24;

const kind = v.picklist(orderKinds);

const listedBatch = v.object({
  id: uuid,
  number: wholeNumber,
  region: regionId,
  type: vendorType,
  kind,
  created_by: v.object({ id: uuid, name: text(100) }),
  created_at: moment,
  orders: wholeNumber,
  points: wholeNumber,
  /** Numbers of orders by result, which add up to `orders`. A failed order can be in a later batch. */
  open: wholeNumber,
  completed: wholeNumber,
  failed: wholeNumber,
  rejected: wholeNumber,
});
export type ListedBatch = v.InferOutput<typeof listedBatch>;

/** Reasons for `conflict`. */
export const batchProblems = {
  /** Every approved order of the vendor is already in a batch. */
  noOrders: 'batch_no_orders',
  /** The operator has already requested this file. */
  waiting: 'batch_waiting',
} as const;

/**
 * Batches of approved orders for their vendor. An order stays in its batch unless a problem with the order is reported.
 * Once the order is approved again, it can be in another batch.
 */
export const orderBatchCalls = {
  listOrderBatches: defineOperatorCall(
    {
      id: 'listOrderBatches',
      method: 'GET',
      path: '/operator/v1/order-batches',
      summary: 'Lists batches of orders for vendors by creation.',
      query: v.object({
        ...operatorListEntries,
        /** `-at`: newest first, the default. */
        sort: v.optional(v.picklist(['at', '-at'])),
        type: v.optional(vendorType),
        /** Id of a single batch. */
        batch: v.optional(uuid),
      }),
      result: operatorListResult(listedBatch),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  listUnbatchedOrders: defineOperatorCall(
    {
      id: 'listUnbatchedOrders',
      method: 'GET',
      path: '/operator/v1/order-batches/unbatched',
      summary: 'Counts approved orders that aren’t in a batch, by country and vendor.',
      query: v.object({ region: v.optional(regionId) }),
      result: v.object({
        data: v.array(
          v.object({
            region: regionId,
            type: vendorType,
            kind,
            orders: wholeNumber,
            points: wholeNumber,
          }),
        ),
      }),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  createOrderBatch: defineOperatorCall(
    {
      id: 'createOrderBatch',
      method: 'POST',
      path: '/operator/v1/order-batches',
      summary:
        'Creates a batch of a country’s approved orders from one vendor that aren’t in a batch yet: up to 2,000, oldest first.',
      body: v.object({ region: regionId, type: vendorType, why }),
      status: 201,
      result: listedBatch,
    },
    { right: 'orders.edit', scope: 'none', isAction: true },
  ),
  downloadOrderBatch: defineOperatorCall(
    {
      id: 'downloadOrderBatch',
      method: 'POST',
      path: '/operator/v1/order-batches/{id}/download',
      summary:
        'Returns the CSV file for the vendor, without orders that were rejected or have failed. More than 500 orders with personal data within a day need a second person.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({
        /**
         * The requested approval; null if the file was returned. Once approved, the same call returns the file.
         */
        approval: v.nullable(uuid),
        /** Null while an approval is pending, and in the response to a repeated request. */
        file: v.nullable(v.object({ name: text(100), csv: v.string() })),
      }),
    },
    {
      ...revealOptions,
      scope: { record: 'order_batch', in: 'params', field: 'id' },
      secondPerson: 'conditional',
    },
  ),
} as const;
