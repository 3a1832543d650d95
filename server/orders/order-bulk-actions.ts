import * as v from 'valibot';
import { multilineText } from '#schemas/multiline-text.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { type BulkAction } from '../console/bulk-action.ts';
import { decideByOperator } from './decide-by-operator.ts';
import { type Decision } from './decide-order.ts';

/** Input for each row of a bulk problem or rejection. */
const bulkReason = v.object({ reason: v.optional(multilineText(MAX_REASON)) });
export type BulkReason = v.InferOutput<typeof bulkReason>;

const decide = (decision: Decision): BulkAction => ({
  right: 'orders.edit',
  recordKind: 'order',
  run: async (trx, { recordId, input, services, audit }) => {
    const { reason } = input === null ? {} : v.parse(bulkReason, input);
    await decideByOperator(trx, recordId, { decision, reason }, { services, audit });
  },
});

/** Decisions that can be applied to many orders. A voucher gets the next free code. */
export const orderBulkActions: Readonly<Record<string, BulkAction>> = {
  approveOrder: decide('approve'),
  completeOrder: decide('complete'),
  failOrder: decide('fail'),
  rejectOrder: decide('reject'),
};
