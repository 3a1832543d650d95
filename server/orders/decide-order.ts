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
  MAX_REASON,
  orderPhaseOf,
} from '#schemas/order.ts';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { requiredMultilineText } from '#schemas/multiline-text.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { loadCompanyRegion } from '../configuration/region-rules.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type TemplateContent } from '../messages/templates/message-templates.ts';
import { notify } from '../notifications/notify.ts';
import { recordOrderPoints } from '../points/order-points.ts';
import { type Services } from '../services.ts';
import { lockVariants, adjustStock } from '../shop/stock.ts';
import { removeFromBatch } from './order-batches.ts';
import { orderLines } from './order-row.ts';
import { type OrdersTable } from './order-tables.ts';
import { sealResponse } from './sealed-response.ts';
import { lockSealingState } from './sealing-state.ts';
import { claimVoucherCode, reserveVoucherCode } from './voucher-codes.ts';
import { type VoucherKeys } from './voucher-keys.ts';

/** An operator's decisions with the resulting status and notification. */
const decisions = {
  approve: { status: orderStatuses.approved, event: 'order_approved' },
  fail: { status: orderStatuses.failed, event: 'order_failed' },
  complete: { status: orderStatuses.positive, event: 'order_complete' },
  reject: { status: orderStatuses.negative, event: 'order_rejected' },
} as const satisfies Record<string, { status: OrderStatus; event: NotificationEvent }>;
export type Decision = keyof typeof decisions;
export const decisionNames = Object.keys(decisions) as Decision[];

/** Status of an order after a decision. */
export function decisionStatus(decision: Decision): OrderStatus {
  return decisions[decision].status;
}

export interface DecisionInput {
  readonly decision: Decision;
  readonly response?: OrderResponse;
  /** Reason for rejection or failure, shown to the customer. */
  readonly reason?: string | undefined;
}

/**
 * Moves an open order to its next status and notifies the person who ordered.
 * - `complete` spends the reserved points and stores the vendor's response. A voucher without a response gets the next
 *   stored code.
 * - `reject` returns the points and the stock.
 * Rejecting or failing a top-up requires a reason, which is emailed to that person (spec 2 §8). Idempotent.
 * Throws `not_found`, `conflict` if the order already ended with a different decision or needs a card's number, and
 * `invalid_input` if there is no code left for a voucher. Throws a `ValiError` if the response or the reason is invalid.
 */
export async function decideOrder(
  uuid: string,
  input: DecisionInput,
  services: Pick<Services, 'db' | 'clock' | 'voucherKeys'>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    await applyDecision(trx, await lockOrder(trx, uuid), input, services);
  });
}

interface AppliedDecision extends DecisionInput {
  /** True if the card of the order is issued in the same transaction. */
  readonly issuesCard?: boolean | undefined;
}

/**
 * Decides a locked order. See `decideOrder`.
 * @returns false if the order already has the status, so nothing changed
 */
export async function applyDecision(
  trx: Transaction<Database>,
  order: LockedOrder,
  { decision, response, reason, issuesCard = false }: AppliedDecision,
  { clock, voucherKeys }: Pick<Services, 'clock' | 'voucherKeys'>,
): Promise<boolean> {
  const now = clock.now();
  const { status } = decisions[decision];
  if (order.status === status) return false;
  if (!isOrderInProgress(order.status)) throw new ApiFailure('conflict');
  // Without the card's number, the company couldn't register the card.
  if (decision === 'complete' && productKindOf(order.type) === 'card' && !issuesCard)
    throw new ApiFailure('conflict', { details: { reason: orderProblems.cardNeeded } });
  const storedReason = parseReason({ decision, reason });
  const vendorResponse =
    decision === 'complete'
      ? await loadVendorResponse(trx, order, { response, now, voucherKeys })
      : null;
  await trx
    .updateTable('orders')
    .set({
      status,
      rev: await nextRev(trx, order.company_id),
      op_id: randomUUID(),
      updated_at: new Date(now),
      reason: storedReason,
      ...(vendorResponse !== null && {
        response: toJsonb(
          (await lockSealingState(trx)) === 'clear'
            ? vendorResponse
            : sealResponse(voucherKeys, order.uuid, vendorResponse),
        ),
      }),
    })
    .where('uuid', '=', order.uuid)
    .execute();
  if (decision === 'fail') await removeFromBatch(trx, order.uuid, now);
  const phase = orderPhaseOf(status);
  if (phase === 'done') await recordOrderPoints(trx, 'spend', [order], now);
  if (phase === 'rejected') {
    await recordOrderPoints(trx, 'refund', [order], now);
    await returnStock(trx, order, now);
  }
  await announceDecision(trx, order, { decision, reason: storedReason }, now);
  return true;
}

/**
 * Notifies the person who ordered, and sends the email. Throws a `ValiError` if the email requires a reason that is
 * missing.
 */
export async function announceDecision(
  trx: Transaction<Database>,
  order: LockedOrder,
  { decision, reason }: { readonly decision: Decision; readonly reason: string | null },
  now: number,
): Promise<void> {
  const email = buildEmail(order, { decision, ...(reason !== null && { reason }) });
  if (order.user_id === null) return;
  await notify(trx, order.company_id, {
    event: decisions[decision].event,
    meta: { order_uuid: order.uuid },
    values: { subject: order.number, reason: reason ?? undefined },
    recipientId: order.user_id,
    now,
  });
  if (email === null) return;
  const message = { ...email, records: [order.uuid] };
  await enqueueMessage(trx, [{ installerId: order.user_id }], message, now);
}

export type LockedOrder = Selectable<OrdersTable>;

/** Loads the order and locks its company. Throws `not_found`. */
export async function lockOrder(trx: Transaction<Database>, uuid: string): Promise<LockedOrder> {
  const query = trx
    .selectFrom('orders')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('deleted', '=', false);
  const order = await query.executeTakeFirst();
  if (!order) throw new ApiFailure('not_found');
  await lockCompany(trx, order.company_id);
  return query.executeTakeFirstOrThrow();
}

const noCodeMessage =
  'There are no codes left for this voucher. Pass the vendor’s answer with --input FILE, or store codes with `club setup apply`.';

/**
 * Returns the response that the operator passed. For a voucher without a response, claims and returns the next stored
 * code. For any other order without a response, returns null. Throws `invalid_input` if there is no code left for a
 * voucher, and a `ValiError` if the response is invalid.
 */
async function loadVendorResponse(
  trx: Transaction<Database>,
  order: LockedOrder,
  {
    response,
    now,
    voucherKeys,
  }: {
    readonly response: OrderResponse | undefined;
    readonly now: number;
    readonly voucherKeys: VoucherKeys;
  },
): Promise<OrderResponse | null> {
  const operatorResponse = response === undefined ? null : v.parse(orderResponse, response);
  if (productKindOf(order.type) !== 'digital') return operatorResponse;
  const region = await loadCompanyRegion(trx, order.company_id);
  if (operatorResponse !== null) {
    await reserveVoucherCode(trx, voucherKeys, { uuid: order.uuid, region }, operatorResponse);
    return operatorResponse;
  }
  const code = await claimVoucherCode(trx, voucherKeys, { ...order, region }, now);
  if (code === null) {
    const reason = orderProblems.noCode;
    const error = {
      code: 'invalid_input',
      field: 'input',
      message: noCodeMessage,
      reason,
    } as const;
    throw new ApiFailure('invalid_input', { errors: [error] });
  }
  return v.parse(orderResponse, code);
}

/** Schema of a reason. */
const reasonText = requiredMultilineText(MAX_REASON);

/**
 * Returns the reason for a rejection or failure; null for other decisions, or if no reason was given. Throws a
 * `ValiError` if the reason is invalid.
 */
function parseReason({
  decision,
  reason,
}: Pick<DecisionInput, 'decision' | 'reason'>): string | null {
  const needsReason = decision === 'reject' || decision === 'fail';
  return needsReason && reason !== undefined ? v.parse(reasonText, reason) : null;
}

/** Returns the email to send; null if the in-app notification suffices. */
function buildEmail(
  { type, number, points }: LockedOrder,
  { decision, reason }: Pick<DecisionInput, 'decision' | 'reason'>,
): TemplateContent | null {
  const isTopUp = productKindOf(type) === 'top-up';
  const needsReason = decision === 'reject' || decision === 'fail';
  if (isTopUp && needsReason) {
    const data = { number, points, reason: v.parse(reasonText, reason) };
    return {
      template: 'top_up_refused',
      data: { ...data, is_final: orderPhaseOf(decisions[decision].status) === 'rejected' },
    };
  }
  if (decision !== 'complete' && decision !== 'reject') return null;
  return {
    template: 'order_decided',
    data: { decision, number, points, reason: reason ?? null },
  };
}

/** Returns the ordered items to stock. */
async function returnStock(
  trx: Transaction<Database>,
  order: LockedOrder,
  now: number,
): Promise<void> {
  const quantities = new Map(
    orderLines(order).map(({ variantGuid, quantity }) => [variantGuid, quantity]),
  );
  const region = await loadCompanyRegion(trx, order.company_id);
  // Products that have left the shop have no stock to return to.
  const variants = await lockVariants(trx, region, [...quantities.keys()]);
  await adjustStock(trx, region, new Map([...quantities].filter(([uuid]) => variants.has(uuid))), {
    reason: 'order_rejected',
    orders: Object.fromEntries([...quantities.keys()].map((uuid) => [uuid, order.uuid])),
    now,
  });
}
