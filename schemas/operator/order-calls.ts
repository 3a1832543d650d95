import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { requiredMultilineText, typedMultilineText } from '../multiline-text.ts';
import { MAX_REASON, orderFile, orderResponse } from '../order.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { vendorType } from '../vendors.ts';
import { bulkRecords, bulkStartResult, holds } from './bulk-calls.ts';
import { defineOperatorCall, revealOptions, why } from './operator-call.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineQueueCall, recordClaim } from './queue-claims.ts';
import { orderKinds, orderStates } from './order-kinds.ts';
import { defineTimelineCall } from './record-calls.ts';

const orderState = v.picklist(orderStates);
const orderKind = v.picklist(orderKinds);

const listedOrder = v.object({
  id: uuid,
  number: text(20),
  state: orderState,
  type: vendorType,
  kind: orderKind,
  points: wholeNumber,
  region: regionId,
  company: v.object({ id: uuid, name: text(200) }),
  /** Names and quantities of the ordered items. */
  goods: v.array(v.object({ name: text(200), quantity: wholeNumber })),
  created_at: moment,
  updated_at: moment,
  claimed: v.nullable(recordClaim),
});

/**
 * Recipient of an order. `readOrder` masks the values, except for the name if the operator may reveal the recipient.
 * `revealOrder` returns everything in full.
 */
const recipient = v.object({
  name: text(200),
  company_name: v.nullable(text(200)),
  email: v.nullable(text(254)),
  phone: v.nullable(text(40)),
  street: v.nullable(text(200)),
  postal_code: v.nullable(text(20)),
  city: v.nullable(text(80)),
  country: v.nullable(text(2)),
});
export type OrderRecipient = v.InferOutput<typeof recipient>;

/** The customer's texts for their own material. */
const customTexts = v.record(v.string(), v.unknown());

/** Maximum length of a vendor's order or parcel number. */
export const MAX_REFERENCE = 80;

/**
 * `possible` if a completed order can be reopened; otherwise the obstacle: the customer has the `voucher` code, or the
 * `card` is still valid.
 */
const orderReopening = v.picklist(['possible', 'voucher', 'card']);
export type OrderReopening = v.InferOutput<typeof orderReopening>;

const orderRecord = v.object({
  ...v.omit(listedOrder, ['goods']).entries,
  /** Version of the order, which is sent with actions. Another operator's decision changes it. */
  rev: wholeNumber,
  /** Reason shown to the customer. */
  reason: v.nullable(text(MAX_REASON * 2)),
  /** True if the vendor has responded. The response is worth money, so it isn't shown. */
  has_response: v.boolean(),
  /** The vendor's order or parcel number, from a file of responses. */
  reference: v.nullable(text(MAX_REFERENCE)),
  /** Null if the order isn't completed. */
  reopening: v.nullable(orderReopening),
  /** The card that was issued for the order; null for other orders, or if there is none. */
  card: v.nullable(v.object({ id: uuid, digits: text(4) })),
  /** True if the operator may reveal the recipient; the name is then unmasked. */
  can_reveal: v.boolean(),
  /** True if the data of the person who ordered was erased. Operators can’t comment then. */
  is_erased: v.boolean(),
  recipient,
  goods: v.array(
    v.object({
      name: text(200),
      attributes: text(300),
      quantity: wholeNumber,
      price: wholeNumber,
    }),
  ),
  /** Ledger entries; their signed points add up to `ledger_points`. */
  ledger: v.array(
    v.object({
      at: moment,
      event: text(60),
      points: v.pipe(v.number(), v.integer()),
    }),
  ),
  ledger_points: v.pipe(v.number(), v.integer()),
  files: v.array(orderFile),
});

const orderScope = { record: 'order', in: 'params', field: 'id' } as const;
const editOptions = { right: 'orders.edit', scope: orderScope, isAction: true } as const;
/** `rev` of the order as the operator saw it. */
const rev = wholeNumber;
const decidedOrder = v.object({ state: orderState, rev: wholeNumber });
/** Result of a decision that may be held. */
const heldOrder = v.object({
  ...decidedOrder.entries,
  /** The job that makes the decision after ten seconds; null if the decision was made immediately. */
  job: v.nullable(uuid),
});
const customerReason = v.optional(typedMultilineText(MAX_REASON));

/** Reasons why a decision failed. */
export const orderProblems = {
  /** There is no free voucher code, and the operator entered none. */
  noCode: 'no_voucher_code',
  /** Another order already has the code. */
  codeGiven: 'voucher_code_given',
  /** The customer has the voucher's code. */
  voucherGiven: 'order_voucher_given',
  /** The card of the order is still issued or active. */
  cardIssued: 'order_card_issued',
  /** A top-up can't be rejected or reported without a reason for the customer. */
  reasonNeeded: 'order_reason_needed',
  /** A card order is completed by issuing the card, with its number. */
  cardNeeded: 'order_card_needed',
  /** A job will decide the order within seconds. */
  decisionPlanned: 'order_decision_planned',
} as const;

/**
 * Shop orders. Decisions work as in the `club` command: they notify the person who ordered, a rejection gives
 * points and stock back, and every change is audited. If two operators decide differently, the second gets a
 * `conflict`, or the bulk job's row fails with the order's status as the reason.
 */
export const orderCalls = {
  listOrders: defineOperatorCall(
    {
      id: 'listOrders',
      method: 'GET',
      path: '/operator/v1/orders',
      summary: 'Lists orders by time, oldest first.',
      query: v.object({
        ...operatorListEntries,
        /** An order number, or part of a company’s name. */
        search: listSearch,
        state: v.optional(v.picklist(['open', ...orderStates])),
        kind: v.optional(orderKind),
        type: v.optional(vendorType),
        company: v.optional(uuid),
        product: v.optional(uuid),
        batch: v.optional(uuid),
        /** `1`: only open orders that are overdue. */
        overdue: v.optional(v.picklist([1])),
        from: v.optional(moment),
        until: v.optional(moment),
        /** `-at`: newest first. */
        sort: v.optional(v.picklist(['at', '-at'])),
      }),
      result: operatorListResult(listedOrder),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  listOrderedProducts: defineOperatorCall(
    {
      id: 'listOrderedProducts',
      method: 'GET',
      path: '/operator/v1/orders/products',
      summary: 'Lists shop products of the operator’s countries, for filtering orders.',
      query: v.object({ region: v.optional(regionId) }),
      result: v.object({ data: v.array(v.object({ id: uuid, name: text(200) })) }),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  readOrder: defineOperatorCall(
    {
      id: 'readOrder',
      method: 'GET',
      path: '/operator/v1/orders/{id}',
      summary: 'Returns an order with its goods, recipient, ledger lines and files.',
      params: idParams,
      result: orderRecord,
    },
    { right: 'orders.read', scope: orderScope },
  ),
  revealOrder: defineOperatorCall(
    {
      id: 'revealOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/reveal',
      summary: 'Reveals the recipient’s details, and the customer’s texts for custom goods.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({
        revealed: v.nullable(v.object({ recipient, texts: v.array(customTexts) })),
      }),
    },
    { ...revealOptions, scope: orderScope },
  ),
  claimOrders: defineQueueCall(
    { id: 'claimOrders', path: '/operator/v1/orders/claims', records: 'open orders' },
    'orders.edit',
  ),
  listOrderTimeline: defineTimelineCall(
    { id: 'listOrderTimeline', path: '/operator/v1/orders/{id}/timeline' },
    { right: 'orders.read', record: 'order' },
  ),
  approveOrder: defineOperatorCall(
    {
      id: 'approveOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/approve',
      summary: 'Marks an order as in progress at the vendor.',
      params: idParams,
      body: v.object({ rev, why }),
      result: decidedOrder,
    },
    editOptions,
  ),
  failOrder: defineOperatorCall(
    {
      id: 'failOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/fail',
      summary: 'Reports a problem; the order stays open. A top-up needs a reason.',
      params: idParams,
      body: v.object({ rev, reason: customerReason, why }),
      result: decidedOrder,
    },
    editOptions,
  ),
  completeOrder: defineOperatorCall(
    {
      id: 'completeOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/complete',
      summary:
        'Completes an order, with the vendor’s response if there is one. A voucher without a response gets the next free code. An order of a card is completed by `issueCard`.',
      params: idParams,
      body: v.object({ rev, response: v.optional(orderResponse), holds, why }),
      result: heldOrder,
    },
    { ...editOptions, plannedName: 'planOrderCompletion' },
  ),
  rejectOrder: defineOperatorCall(
    {
      id: 'rejectOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/reject',
      summary: 'Rejects an order, and returns its points and stock.',
      params: idParams,
      body: v.object({ rev, reason: v.optional(requiredMultilineText(MAX_REASON)), holds, why }),
      result: heldOrder,
    },
    { ...editOptions, plannedName: 'planOrderRejection' },
  ),
  reopenOrder: defineOperatorCall(
    {
      id: 'reopenOrder',
      method: 'POST',
      path: '/operator/v1/orders/{id}/reopen',
      summary:
        'Takes the completion of an order back: its points are reserved again, and the customer learns of a problem. Not possible for vouchers. More than 1,000 points of a company in a day need a second person.',
      params: idParams,
      body: v.object({ rev, reason: requiredMultilineText(MAX_REASON), why }),
      result: v.object({ ...decidedOrder.entries, approval: v.nullable(uuid) }),
    },
    { ...editOptions, strength: 'recent', secondPerson: 'conditional' },
  ),
  startBulkOrders: defineOperatorCall(
    {
      id: 'startBulkOrders',
      method: 'POST',
      path: '/operator/v1/orders/bulk',
      summary:
        'Decides on many orders as a job, oldest first. An order that already has the status stays unchanged. A problem or a rejection can have a reason; top-ups need one. Orders of cards can’t be completed as a job. A decision that is held leaves out orders with another planned decision.',
      body: v.object({
        orders: bulkRecords,
        decision: v.picklist(['approve', 'complete', 'fail', 'reject']),
        /** The same for all customers; only for a problem or a rejection. */
        reason: customerReason,
        holds,
        why,
      }),
      status: 201,
      result: v.object({
        ...bulkStartResult.entries,
        /** Number of orders that were left out, because they already have a planned decision. */
        planned: wholeNumber,
      }),
    },
    {
      right: 'orders.edit',
      scope: { record: 'order', in: 'body', field: 'orders', isPerRow: true },
      isAction: true,
    },
  ),
} as const;
