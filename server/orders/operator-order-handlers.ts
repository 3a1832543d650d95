import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import {
  type OperatorHandler,
  type OperatorHandlers,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { decideByOperator } from './decide-by-operator.ts';
import { type DecisionInput } from './decide-order.ts';
import { listOrderedProducts, listOrders, nameOf } from './list-operator-orders.ts';
import { type BulkReason } from './order-bulk-actions.ts';
import { listOrderTimeline, readOrder, revealOrder } from './read-operator-order.ts';

interface DecisionCall extends Pick<OperatorInput<OperatorCall>, 'audit' | 'runAction'> {
  readonly params: { readonly id: string };
  readonly body: { readonly rev: number };
}

/** Decides an order as an action. */
function decide(
  { params: { id }, body: { rev: seenVersion }, audit, runAction }: DecisionCall,
  services: Services,
  input: DecisionInput,
) {
  return runAction(async (trx) => {
    await decideByOperator(trx, id, { ...input, seenVersion }, { services, audit });
    const { status, rev } = await trx
      .selectFrom('orders')
      .select(['status', 'rev'])
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    return { state: nameOf(status), rev };
  });
}

/** Bulk action for each bulk decision. */
const bulkDecisions = {
  approve: 'approveOrder',
  complete: 'completeOrder',
  fail: 'failOrder',
  reject: 'rejectOrder',
} as const;

const startBulkOrders: OperatorHandler<typeof operatorCalls.startBulkOrders> = (
  { body: { orders, decision, reason, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .select(['uuid', 'number', 'type', 'region_id'])
      .where('uuid', '=', anyUuid(orders))
      .orderBy('created_at')
      .orderBy('uuid')
      .execute();
    const hasReason = decision === 'fail' || decision === 'reject';
    // Otherwise each of these rows would fail, and a retry couldn't add the reason.
    if (hasReason && !reason && rows.some(({ type }) => productKindOf(type) === 'top-up'))
      throw new ApiFailure('invalid_input', { details: { reason: orderProblems.reasonNeeded } });
    const input: BulkReason | undefined = hasReason && reason ? { reason } : undefined;
    const job = {
      act: bulkDecisions[decision],
      why,
      regions: rows.map(({ region_id }) => region_id),
      rows: rows.map(({ uuid, number }) => ({ recordId: uuid, label: number, input })),
    };
    return startBulkJob(trx, job, { operator, services, audit });
  });

export const operatorOrderHandlers = {
  listOrders,
  listOrderedProducts,
  readOrder,
  revealOrder,
  listOrderTimeline,
  approveOrder: (input, services) => decide(input, services, { decision: 'approve' }),
  failOrder: (input, services) =>
    decide(input, services, { decision: 'fail', reason: input.body.reason }),
  completeOrder: (input, services) => {
    const { response } = input.body;
    return decide(input, services, { decision: 'complete', ...(response && { response }) });
  },
  rejectOrder: (input, services) =>
    decide(input, services, { decision: 'reject', reason: input.body.reason }),
  startBulkOrders,
} satisfies Partial<OperatorHandlers>;
