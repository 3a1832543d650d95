import { sql, type Transaction } from 'kysely';
import { HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type AuditedChange, type OperatorActor } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { decideByOperator } from './decide-by-operator.ts';
import { type DecisionInput, lockOrder } from './decide-order.ts';
import { hasNoPlannedDecision } from './list-operator-orders.ts';
import { type OrderRowInput } from './order-bulk-actions.ts';

/** Bulk action for each decision. */
export const decisionActions = {
  approve: 'approveOrder',
  complete: 'completeOrder',
  fail: 'failOrder',
  reject: 'rejectOrder',
} as const;

interface HoldContext {
  readonly body: { readonly why: string };
  readonly operator: OperatorActor;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

/**
 * Delays a decision for ten seconds, as a job with one row, because it can't be undone later. Stopping the job
 * undoes it without a trace for the customer.
 * @returns the job's id
 * @throws ApiFailure as `decideByOperator`, if the decision isn't possible now; `conflict` if one is already planned
 */
export async function holdDecision(
  trx: Transaction<Database>,
  id: string,
  { decision, ...input }: DecisionInput & { readonly seenVersion: number },
  { body: { why }, operator, services, audit }: HoldContext,
): Promise<string> {
  // Locked before the savepoint, because rolling back to it releases later locks.
  const { number, region_id } = await lockOrder(trx, id);
  if ((await lockPlannedOrders(trx, [id])).size > 0) throw decisionPlanned();
  // Tried first, so that the operator sees a failure in the dialog.
  await sql`savepoint held_decision`.execute(trx);
  await decideByOperator(trx, id, { decision, ...input }, { services, audit: () => undefined });
  await sql`rollback to savepoint held_decision`.execute(trx);
  const row: OrderRowInput = input;
  const { job } = await startBulkJob(
    trx,
    {
      ...{ act: decisionActions[decision], why, regions: [region_id] },
      dueAt: services.clock.now() + HOLD_MS,
      rows: [{ recordId: id, label: number, input: row }],
    },
    { operator, services, audit },
  );
  return job;
}

export const decisionPlanned = () =>
  new ApiFailure('conflict', { details: { reason: orderProblems.decisionPlanned } });

/**
 * Locks orders, so that no other decision is planned for them meanwhile. With two planned decisions, undoing one would
 * leave the other.
 * @returns the orders that already have a planned decision
 */
export async function lockPlannedOrders(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  await trx
    .selectFrom('orders')
    .select('uuid')
    .where('uuid', '=', anyUuid(ids))
    .orderBy('uuid')
    .forUpdate()
    .execute();
  const plannedOrders = await trx
    .selectFrom('orders')
    .select('uuid')
    .where('uuid', '=', anyUuid(ids))
    .where(({ not }) => not(hasNoPlannedDecision))
    .execute();
  return new Set(plannedOrders.map(({ uuid }) => uuid));
}
