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
 * Holds a decision for ten seconds, as a job with one row, because nothing can take it back later. Stopping the job
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
  await requireNoPlannedDecision(trx, [id]);
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

/**
 * Locks orders, and verifies that no job will decide them. Otherwise, undoing one decision would leave the other.
 * @throws ApiFailure `conflict`
 */
export async function requireNoPlannedDecision(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  await trx
    .selectFrom('orders')
    .select('uuid')
    .where('uuid', '=', anyUuid(ids))
    .orderBy('uuid')
    .forUpdate()
    .execute();
  const plannedOrder = await trx
    .selectFrom('orders')
    .select('uuid')
    .where('uuid', '=', anyUuid(ids))
    .where(({ not }) => not(hasNoPlannedDecision))
    .limit(1)
    .executeTakeFirst();
  if (plannedOrder !== undefined)
    throw new ApiFailure('conflict', { details: { reason: orderProblems.decisionPlanned } });
}
