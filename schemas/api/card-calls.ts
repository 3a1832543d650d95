import * as v from 'valibot';
import { cardVerification, clubCard, topUp } from '../club-card.ts';
import { defineCall, idParams, listEntries, listResult } from './call.ts';

/** The company's club card (spec 2 §7). A top-up is an order (`order-calls.ts`). */
export const cardCalls = {
  clubCard: defineCall({
    id: 'clubCard',
    method: 'GET',
    path: '/v1/club-card/{id}',
    summary: "How the company's card stands, by the company's id.",
    params: idParams,
    result: clubCard,
  }),
  clubCardHistory: defineCall({
    id: 'clubCardHistory',
    method: 'GET',
    path: '/v1/club-card/history',
    summary: "The top-ups of the company's card, newest first.",
    query: v.object({ page: listEntries.page, limit: listEntries.limit }),
    result: listResult(topUp),
  }),
  verifyClubCard: defineCall({
    id: 'verifyClubCard',
    method: 'PATCH',
    path: '/v1/club-card/{id}',
    summary:
      'Register the card that has come, by its serial number; the same one again changes nothing.',
    params: idParams,
    body: cardVerification,
    result: clubCard,
    errors: ['card_not_found', 'card_registered'],
  }),
};
