import * as v from 'valibot';
import { multilineText } from '#schemas/multiline-text.ts';
import { MAX_REASON, orderResponse } from '#schemas/order.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { type BulkAction } from '../console/bulk-action.ts';
import { requireUnclaimed } from '../console/record-claims.ts';
import { decideByOperator } from './decide-by-operator.ts';
import { type Decision } from './decide-order.ts';

/** Input for each row of a bulk problem or rejection, or of a held decision. */
const rowInput = v.object({
  reason: v.optional(multilineText(MAX_REASON)),
  response: v.optional(orderResponse),
  /** `rev` of the order that the operator saw. */
  seenVersion: v.optional(wholeNumber),
});
export type OrderRowInput = v.InferOutput<typeof rowInput>;

const decide = (decision: Decision): BulkAction => ({
  right: 'orders.edit',
  recordKind: 'order',
  run: async (trx, { recordId, operator, input, services, audit }) => {
    const { response, ...values } = input === null ? {} : v.parse(rowInput, input);
    const claimer = { kind: 'order', operatorId: operator.operatorId };
    await requireUnclaimed(trx, claimer, recordId, services.clock.now());
    const decided = { decision, ...values, ...(response && { response }) };
    await decideByOperator(trx, recordId, decided, { services, audit });
  },
});

/** Decisions that can be applied to many orders. A voucher gets the next free code. */
export const orderBulkActions: Readonly<Record<string, BulkAction>> = {
  approveOrder: decide('approve'),
  completeOrder: decide('complete'),
  failOrder: decide('fail'),
  rejectOrder: decide('reject'),
};
