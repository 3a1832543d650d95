import { randomUUID } from 'node:crypto';
import { type Selectable, type Transaction } from 'kysely';
import * as v from 'valibot';
import type { NotificationEvent } from '#schemas/notification.ts';
import {
  isOrderInProgress,
  type OrderResponse,
  orderResponse,
  type OrderStatus,
  orderStatuses,
  REASON_MAX,
  standingOf,
} from '#schemas/order.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { kindOf } from '#schemas/vendors.ts';
import { typedParagraph } from '#schemas/paragraphs.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type TemplateContent } from '../messages/templates/message-templates.ts';
import { notify } from '../notifications/notify.ts';
import { bookOrderPoints } from '../points/order-points.ts';
import { type Services } from '../services.ts';
import { lockVariants, adjustStock } from '../shop/stock.ts';
import { orderLines } from './order-row.ts';
import { type OrdersTable } from './order-tables.ts';

/** What an operator decides, and where the order stands then. */
const decisions = {
  approve: { status: orderStatuses.approved, event: 'order_approved' },
  fail: { status: orderStatuses.failed, event: 'order_failed' },
  complete: { status: orderStatuses.positive, event: 'order_complete' },
  reject: { status: orderStatuses.negative, event: 'order_rejected' },
} as const satisfies Record<string, { status: OrderStatus; event: NotificationEvent }>;
export type Decision = keyof typeof decisions;
export const decisionNames = Object.keys(decisions) as Decision[];

interface DecisionInput {
  readonly decision: Decision;
  readonly response?: OrderResponse;
  /** Why it is rejected or has failed, as its person reads it. */
  readonly reason?: string | undefined;
}

/**
 * Takes an order that is worked on a step further; its person is told. Complete: the reserved points are
 * spent, and what the vendor answered is kept; a digital product needs that. Reject: points and stock come
 * back. A top-up that is rejected or has failed needs the reason, which its person is told by e-mail (spec
 * 2 §8). The same decision again changes nothing.
 * Throws `not_found`, `conflict` for an order that was decided otherwise, and valibot's error for an
 * answer or a reason that is none.
 */
export async function decideOrder(
  uuid: string,
  { decision, response, reason }: DecisionInput,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const { status, event } = decisions[decision];
  const now = clock.now();
  await transact(db, async (trx) => {
    const order = await holdOrder(trx, uuid);
    if (order.status === status) return;
    if (!isOrderInProgress(order.status)) throw new ApiFailure('conflict');
    const why = reasonOf({ decision, reason });
    const mail = mailOf(order, { decision, ...(why !== null && { reason: why }) });
    const answered = decision === 'complete' ? answerOf(order, response) : null;
    await trx
      .updateTable('orders')
      .set({
        status,
        rev: await nextRev(trx, order.company_id),
        op_id: randomUUID(),
        updated_at: new Date(now),
        reason: why,
        ...(answered !== null && { response: toJsonb(answered) }),
      })
      .where('uuid', '=', order.uuid)
      .execute();
    const standing = standingOf(status);
    if (standing === 'done') await bookOrderPoints(trx, 'spend', [order], now);
    if (standing === 'turned_down') {
      await bookOrderPoints(trx, 'giveBack', [order], now);
      await putBack(trx, order, now);
    }
    if (order.user_id === null) return;
    await notify(trx, order.company_id, {
      event,
      meta: { order_uuid: order.uuid },
      values: { subject: order.number, reason: why ?? undefined },
      to: order.user_id,
      now,
    });
    if (mail !== null) await enqueueMessage(trx, [{ installerId: order.user_id }], mail, now);
  });
}

type HeldOrder = Selectable<OrdersTable>;

/** The order as it stands, with its company locked. Throws `not_found`. */
async function holdOrder(trx: Transaction<Database>, uuid: string): Promise<HeldOrder> {
  const find = trx
    .selectFrom('orders')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('deleted', '=', false);
  const found = await find.executeTakeFirst();
  if (!found) throw new ApiFailure('not_found');
  await lockCompany(trx, found.company_id);
  return find.executeTakeFirstOrThrow();
}

function answerOf({ type }: HeldOrder, response: OrderResponse | undefined): OrderResponse | null {
  if (response === undefined && kindOf(type) !== 'digital') return null;
  return v.parse(orderResponse, response);
}

/** What an operator may give as a reason. */
const givenReason = typedParagraph(REASON_MAX);

/** Why it was turned down or takes longer; of every other decision there is no reason. Throws valibot's error. */
function reasonOf({ decision, reason }: Pick<DecisionInput, 'decision' | 'reason'>): string | null {
  const isRefused = decision === 'reject' || decision === 'fail';
  return isRefused && reason !== undefined ? v.parse(givenReason, reason) : null;
}

/** The e-mail about it; null for what is only told in the app: that the vendor has it, or takes longer. */
function mailOf(
  { type, number, points }: HeldOrder,
  { decision, reason }: Pick<DecisionInput, 'decision' | 'reason'>,
): TemplateContent | null {
  const isTopUp = kindOf(type) === 'top-up';
  const isRefused = decision === 'reject' || decision === 'fail';
  if (isTopUp && isRefused) {
    const data = { number, points, reason: v.parse(givenReason, reason) };
    return {
      template: 'top_up_refused',
      data: { ...data, is_final: standingOf(decisions[decision].status) === 'turned_down' },
    };
  }
  if (decision !== 'complete' && decision !== 'reject') return null;
  return {
    template: 'order_decided',
    data: { decision, number, points, reason: reason ?? null },
  };
}

/** The pieces are there again for everybody. */
async function putBack(trx: Transaction<Database>, order: HeldOrder, now: number): Promise<void> {
  const pieces = new Map(
    orderLines(order).map(({ variantGuid, quantity }) => [variantGuid, quantity]),
  );
  const region = await regionOf(trx, order.company_id);
  // What is not sold any more has no stock to go back to.
  const held = await lockVariants(trx, region, [...pieces.keys()]);
  await adjustStock(trx, region, new Map([...pieces].filter(([uuid]) => held.has(uuid))), now);
}

async function regionOf(trx: Transaction<Database>, companyId: string): Promise<RegionCode> {
  const { regions_id } = await trx
    .selectFrom('companies')
    .select('regions_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const region = regions.find(({ id }) => id === regions_id);
  if (!region) throw new Error(`There is no region ${regions_id}.`);
  return region.code;
}
