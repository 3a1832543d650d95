import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { cardSerialNumber } from '../club-card.ts';
import { typedMultilineText } from '../multiline-text.ts';
import { MAX_REASON } from '../order.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { cardStates, cardViews } from './list-choices.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

const company = v.object({ id: uuid, name: text(200) });

const listedCard = v.object({
  /** Id of the card, or of the order if the card is only requested. */
  id: uuid,
  state: v.picklist(cardViews),
  /** Last digits of the number; null for a requested card. */
  digits: v.nullable(text(4)),
  /** Number of the order; null for a card that wasn't ordered in the shop. */
  order_number: v.nullable(text(20)),
  company,
  /** The person who ordered the card, with a shortened surname; null if unknown. */
  person: v.nullable(text(200)),
  region: regionId,
  created_at: moment,
  /** Time at which the company registered the card in the app. */
  registered_at: v.nullable(moment),
});
export type ListedCard = v.InferOutput<typeof listedCard>;

const cardRecord = v.object({
  id: uuid,
  state: v.picklist(cardStates),
  digits: text(4),
  order: v.nullable(v.object({ id: uuid, number: text(20) })),
  company,
  person: v.nullable(text(200)),
  region: regionId,
  created_at: moment,
  updated_at: moment,
  registered_at: v.nullable(moment),
  /** True if it's the card that the company's app shows. */
  is_current: v.boolean(),
  /** Version, sent with actions. */
  rev: wholeNumber,
});
export type CardRecord = v.InferOutput<typeof cardRecord>;

const card = { record: 'card', in: 'params', field: 'id' } as const;
const editOptions = { right: 'orders.edit', scope: card, isAction: true } as const;
const rev = wholeNumber;

/** Reasons why an action on a card failed. */
export const cardProblems = {
  /** Another card has the number. */
  numberUsed: 'card_number_used',
  /** The company isn't allowed to have a card. */
  notAllowed: 'card_not_allowed',
  /** The company already has an issued or active card. */
  hasUsable: 'card_usable',
  /** The card's state doesn't allow the action. */
  wrongState: 'card_state',
  /** The order isn't for a card, or already has one. */
  wrongOrder: 'card_order',
} as const;

/** Club cards. A complete card number is never returned, logged or audited. */
export const operatorCardCalls = {
  listCards: defineOperatorCall(
    {
      id: 'listCards',
      method: 'GET',
      path: '/operator/v1/cards',
      summary: 'Lists cards, newest first, or open orders of cards, oldest first.',
      query: v.object({
        ...operatorListEntries,
        /** The last four digits, or part of a company’s name. For requested cards: an order number. */
        search: listSearch,
        state: v.optional(v.picklist(cardViews)),
        /** `-at`: newest first. */
        sort: v.optional(v.picklist(['at', '-at'])),
      }),
      result: operatorListResult(listedCard),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  readCard: defineOperatorCall(
    {
      id: 'readCard',
      method: 'GET',
      path: '/operator/v1/cards/{id}',
      summary: 'Returns a card with its company, order and state.',
      params: idParams,
      result: cardRecord,
    },
    { right: 'orders.read', scope: card },
  ),
  listCardTimeline: defineTimelineCall(
    { id: 'listCardTimeline', path: '/operator/v1/cards/{id}/timeline' },
    { right: 'orders.read', record: 'card' },
  ),
  issueCard: defineOperatorCall(
    {
      id: 'issueCard',
      method: 'POST',
      path: '/operator/v1/companies/{id}/cards',
      summary:
        'Records a card with the number that the vendor gave, and notifies the company. An order of the card is completed.',
      params: idParams,
      body: v.object({
        number: cardSerialNumber,
        /** The order of the card; null if it wasn't ordered in the shop. */
        order: v.nullable(uuid),
        why,
      }),
      status: 201,
      result: v.object({ id: uuid }),
    },
    {
      right: 'orders.edit',
      scope: { record: 'company', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
  setCardState: defineOperatorCall(
    {
      id: 'setCardState',
      method: 'POST',
      path: '/operator/v1/cards/{id}/state',
      summary: 'Marks a card as active or blocked, and notifies the company.',
      params: idParams,
      body: v.object({
        state: v.picklist(['active', 'blocked']),
        /** Shown to the company; only for a block. */
        reason: v.optional(typedMultilineText(MAX_REASON)),
        rev,
        why,
      }),
      result: v.object({ rev: wholeNumber }),
    },
    editOptions,
  ),
  replaceCard: defineOperatorCall(
    {
      id: 'replaceCard',
      method: 'POST',
      path: '/operator/v1/cards/{id}/replace',
      summary: 'Closes a card, and records its replacement with another number.',
      params: idParams,
      body: v.object({ number: cardSerialNumber, rev, why }),
      status: 201,
      result: v.object({ id: uuid }),
    },
    editOptions,
  ),
} as const;
