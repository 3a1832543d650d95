import * as v from 'valibot';
import { bulkRecords, bulkStartResult } from './bulk-calls.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Decisions that can be made about many orders at once. */
const bulkDecision = v.picklist(['approve']);

/** The right to decide on selected orders, all of which must be in the operator's countries. */
const editSelected = {
  right: 'orders.edit',
  scope: { record: 'order', in: 'body', field: 'orders' },
  isAct: true,
} as const;

/**
 * Orders of the shop. An act uses the same decision as the command `club`: the person who ordered is notified, points and
 * stock are returned by a rejection, and every change is in the audit. Two operators can't decide differently: the second
 * gets a `conflict`, or the row of a job fails, with the order's status as the reason.
 */
export const orderCalls = {
  startBulkOrders: defineOperatorCall(
    {
      id: 'startBulkOrders',
      method: 'POST',
      path: '/operator/v1/orders/bulk',
      summary:
        'Decides on many orders as a job, oldest first. An order that has the status already stays unchanged.',
      body: v.object({
        /** Up to 10,000 orders. */
        orders: bulkRecords,
        decision: bulkDecision,
        /** Kept in the audit with each order. */
        why,
      }),
      // The orders themselves are decided on within seconds; `getBulkJob` has the progress.
      status: 201,
      result: bulkStartResult,
    },
    editSelected,
  ),
} as const;
