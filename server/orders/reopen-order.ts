import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { toClubCardState } from '#schemas/card-status.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderProblems, type OrderReopening } from '#schemas/operator/order-calls.ts';
import { MAX_POINTS_WITHOUT_APPROVAL } from '#schemas/operator/point-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { type RegionId } from '#schemas/regions.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { cardStateOf } from '../card/list-cards.ts';
import {
  type ApprovableAction,
  runOrRequestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { nextRev } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { recordOrderPoints } from '../points/order-points.ts';
import { announceDecision, type LockedOrder, lockOrder } from './decide-order.ts';
import { getStatusName } from './open-orders.ts';
import { removeFromBatch } from './order-batches.ts';

type ReopenedOrder = Pick<LockedOrder, 'company_id' | 'status' | 'type'>;

/**
 * Returns whether a completed order can be reopened, or what prevents it; null if the order isn't completed. An order
 * for a voucher can't be reopened, because the customer may have used the code. Nor can an order for a card be reopened
 * while the company has a valid card.
 */
export async function findReopening(
  db: Kysely<Database>,
  { company_id, status, type }: ReopenedOrder,
): Promise<OrderReopening | null> {
  if (status !== orderStatuses.positive) return null;
  const kind = productKindOf(type);
  if (kind === 'digital') return 'voucher';
  if (kind !== 'card') return 'possible';
  // All of the company's cards are checked, because a replacement issued by an earlier version doesn't refer to the
  // order.
  const cards = await db
    .selectFrom('club_cards')
    .select('status')
    .where('company_id', '=', company_id)
    .execute();
  return cards.some((card) => toClubCardState(card.status) !== 'inactive') ? 'card' : 'possible';
}

const reopeningProblems = {
  voucher: orderProblems.voucherGiven,
  card: orderProblems.cardIssued,
} as const;

async function requireReopenable(trx: Transaction<Database>, order: LockedOrder): Promise<void> {
  const reopening = await findReopening(trx, order);
  if (reopening === 'possible') return;
  const reason =
    reopening === null ? `order_${getStatusName(order.status)}` : reopeningProblems[reopening];
  throw new ApiFailure('conflict', { details: { reason } });
}

interface Reopening {
  /** Shown to the customer. */
  readonly reason: string;
  readonly now: number;
  readonly audit: (change: AuditedChange) => void;
}

/**
 * Reopens a completed order that is locked. Its points are reserved again, and the customer is notified of a problem.
 * The order can then be completed again, or rejected, which returns points and stock.
 */
async function applyReopening(
  trx: Transaction<Database>,
  order: LockedOrder,
  { reason, now, audit }: Reopening,
): Promise<void> {
  await requireReopenable(trx, order);
  await trx
    .updateTable('orders')
    .set({
      status: orderStatuses.failed,
      rev: await nextRev(trx, order.company_id),
      op_id: randomUUID(),
      updated_at: new Date(now),
      reason,
      response: null,
    })
    .where('uuid', '=', order.uuid)
    .execute();
  await closeCard(trx, order, now, audit);
  await removeFromBatch(trx, order.uuid, now);
  await recordOrderPoints(trx, 'reopen', [order], now);
  await announceDecision(trx, order, { decision: 'fail', reason }, now);
  audit({
    kind: 'order',
    id: order.uuid,
    region: order.region_id,
    before: { state: getStatusName(order.status) },
    after: { state: getStatusName(orderStatuses.failed) },
  });
}

/** Closes an order's blocked card, so that it can't be unblocked. Another card can then be issued for the order. */
async function closeCard(
  trx: Transaction<Database>,
  order: LockedOrder,
  now: number,
  audit: (change: AuditedChange) => void,
): Promise<void> {
  const card = await trx
    .selectFrom('club_cards')
    .select(['uuid', 'status', 'region_id'])
    .where('order_uuid', '=', order.uuid)
    .executeTakeFirst();
  if (card === undefined) return;
  await trx
    .updateTable('club_cards')
    .set({ order_uuid: null, status: 'CLOSED', updated_at: new Date(now) })
    .where('uuid', '=', card.uuid)
    .execute();
  audit({
    kind: 'card',
    id: card.uuid,
    region: card.region_id,
    before: { state: cardStateOf(card.status) },
    after: { state: cardStateOf('CLOSED') },
  });
}

/**
 * True if a second person must approve the reopening, because a rejection could then return more points than the limit.
 * The points of the company's orders that were reopened within the last day count too.
 */
async function isAboveLimit(
  trx: Transaction<Database>,
  { company_id, points }: LockedOrder,
  now: number,
): Promise<boolean> {
  const { sum } = await trx
    .selectFrom('ledger')
    .select(sql<number>`coalesce(sum(points), 0)::integer`.as('sum'))
    .where('company_id', '=', company_id)
    // Only a reopened order adds such a line.
    .where('event', '=', 'order_complete')
    .where('variation', '=', 'positive')
    .where('created_at', '>', new Date(now - SPLIT_WINDOW_MS))
    .executeTakeFirstOrThrow();
  return sum + points > MAX_POINTS_WITHOUT_APPROVAL;
}

/** A reopening that a second person must approve. */
interface ReopeningRequest {
  readonly regions: readonly RegionId[];
  readonly points: number;
  readonly reason: string;
}

/** Reopens a completed order, or requests approval. */
export const reopenOrder: OperatorHandler<typeof operatorCalls.reopenOrder> = (
  { params: { id }, body: { rev, reason, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const order = await lockOrder(trx, id);
    if (order.rev !== rev)
      throw new ApiFailure('conflict', {
        details: { reason: `order_${getStatusName(order.status)}` },
      });
    await requireReopenable(trx, order);
    const { points, region_id: region } = order;
    const isLarge = await isAboveLimit(trx, order, services.clock.now());
    const { approval } = await runOrRequestApproval(
      trx,
      reopeningApproval,
      {
        ...{ act: 'reopenOrder', record: { kind: 'order', id: order.uuid } },
        body: { regions: [region], points, reason },
        approval: isLarge ? 'if_possible' : 'none',
        summary: { points },
      },
      { operator, why, audit, services },
    );
    const current = await lockOrder(trx, id);
    return { state: getStatusName(current.status), rev: current.rev, approval };
  });

/** Approval of a reopening. It becomes void if the order changes in the meantime. */
export const reopeningApproval: ApprovableAction<ReopeningRequest> = {
  right: 'orders.edit',
  readRev: async (trx, id) => (await lockOrder(trx, id)).rev,
  regionsOf: ({ regions }) => regions,
  run: async (trx, { recordId, body: { reason }, services, audit }) => {
    const order = await lockOrder(trx, recordId);
    await applyReopening(trx, order, { reason, now: services.clock.now(), audit });
  },
};
