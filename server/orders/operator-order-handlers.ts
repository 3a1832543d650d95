import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { recordPlans } from '../console/held-actions.ts';
import {
  type OperatorHandler,
  type OperatorHandlers,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { requireUnclaimed } from '../console/record-claims.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { decideByOperator } from './decide-by-operator.ts';
import {
  decisionActions,
  decisionPlanned,
  holdDecision,
  lockPlannedOrders,
} from './hold-decision.ts';
import { type DecisionInput } from './decide-order.ts';
import { claimOrders, listOrderedProducts, listOrders } from './list-operator-orders.ts';
import { getStatusName } from './open-orders.ts';
import { type OrderRowInput } from './order-bulk-actions.ts';
import { reopenOrder } from './reopen-order.ts';
import { listOrderTimeline, readOrder, revealOrder } from './read-operator-order.ts';

interface DecisionCall extends Pick<
  OperatorInput<OperatorCall>,
  'audit' | 'operator' | 'runAction'
> {
  readonly params: { readonly id: string };
  readonly body: {
    readonly rev: number;
    readonly why: string;
    readonly holds?: boolean | undefined;
  };
}

/** Decides an order as an action. */
function decide(input: DecisionCall, services: Services, decision: DecisionInput) {
  const { params, body, operator, audit, runAction } = input;
  const { rev: seenVersion } = body;
  const id = params.id.toLowerCase();
  const claimer = { kind: 'order', operatorId: operator.operatorId };
  return runAction(async (trx) => {
    await requireUnclaimed(trx, claimer, id, services.clock.now());
    const seenDecision = { ...decision, seenVersion };
    let job: string | null = null;
    if (body.holds) job = await holdDecision(trx, id, seenDecision, { ...input, services });
    else await decideByOperator(trx, id, seenDecision, { services, audit });
    const { status, rev } = await trx
      .selectFrom('orders')
      .select(['status', 'rev'])
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    return { state: getStatusName(status), rev, job };
  });
}

const startBulkOrders: OperatorHandler<typeof operatorCalls.startBulkOrders> = (
  { body: { orders, decision, reason, holds, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const plannedOrders = holds ? await lockPlannedOrders(trx, orders) : new Set<string>();
    const allRows = await trx
      .selectFrom('orders')
      .select(['uuid', 'number', 'type', 'region_id', 'rev'])
      .where('uuid', '=', anyUuid(orders))
      .orderBy('created_at')
      .orderBy('uuid')
      .execute();
    const rows = allRows.filter(({ uuid }) => !plannedOrders.has(uuid));
    if (rows.length === 0) throw decisionPlanned();
    const hasReason = decision === 'fail' || decision === 'reject';
    // Otherwise each of these rows would fail, and a retry couldn't add the reason.
    if (hasReason && !reason && rows.some(({ type }) => productKindOf(type) === 'top-up'))
      throw new ApiFailure('invalid_input', { details: { reason: orderProblems.reasonNeeded } });
    const input: OrderRowInput | undefined = hasReason && reason ? { reason } : undefined;
    const job = {
      act: decisionActions[decision],
      why,
      dueAt: holds ? services.clock.now() + HOLD_MS : undefined,
      regions: rows.map(({ region_id }) => region_id),
      rows: rows.map(({ uuid, number, rev }) => ({
        recordId: uuid,
        label: number,
        // An order that changes while the decision is held or paused keeps its status.
        input: holds ? { ...input, seenVersion: rev } : input,
      })),
    };
    const result = await startBulkJob(trx, job, { operator, services, audit });
    if (holds) {
      const records = rows.map(({ uuid: id, region_id: region }) => ({
        ...{ record: { kind: 'order', id }, region },
      }));
      await recordPlans(trx, job.act, records, { operator, why, services });
    }
    return { ...result, planned: plannedOrders.size };
  });

export const operatorOrderHandlers = {
  listOrders,
  listOrderedProducts,
  claimOrders,
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
  reopenOrder,
  startBulkOrders,
} satisfies Partial<OperatorHandlers>;
