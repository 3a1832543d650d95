import { type Transaction } from 'kysely';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { isOrderInProgress } from '#schemas/order.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { endClaims } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { applyDecision, type DecisionInput, decisionStatus, lockOrder } from './decide-order.ts';
import { getStatusName } from './open-orders.ts';

interface DecisionContext {
  readonly services: Pick<Services, 'clock' | 'voucherKeys'>;
  readonly audit: (change: AuditedChange) => void;
  readonly issuesCard?: boolean | undefined;
}

/**
 * Decides an order in the console: like `decideOrder`, with an audit entry. Without `seenVersion`, an order that
 * already has the status stays unchanged.
 * @param seenVersion `rev` of the order that the operator saw
 * @throws ApiFailure `conflict` with the order's status as its reason if another operator decided first
 */
export async function decideByOperator(
  trx: Transaction<Database>,
  uuid: string,
  { seenVersion, ...input }: DecisionInput & { readonly seenVersion?: number | undefined },
  { services, audit, issuesCard }: DecisionContext,
): Promise<void> {
  const order = await lockOrder(trx, uuid);
  const status = decisionStatus(input.decision);
  const isOutdated = seenVersion !== undefined && order.rev !== seenVersion;
  if (isOutdated || (order.status !== status && !isOrderInProgress(order.status)))
    throw new ApiFailure('conflict', {
      details: { reason: `order_${getStatusName(order.status)}` },
    });
  const needsReason = input.decision === 'reject' || input.decision === 'fail';
  if (needsReason && productKindOf(order.type) === 'top-up' && !input.reason)
    throw new ApiFailure('invalid_input', { details: { reason: orderProblems.reasonNeeded } });
  const isChanged = await applyDecision(trx, order, { ...input, issuesCard }, services);
  if (!isChanged) return;
  // An order that stays open stays claimed, so that no other operator gets it next.
  if (!isOrderInProgress(status)) await endClaims(trx, 'order', [order.uuid]);
  audit({
    kind: 'order',
    id: order.uuid,
    region: order.region_id,
    before: { state: getStatusName(order.status) },
    after: { state: getStatusName(status) },
  });
}
