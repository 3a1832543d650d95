import * as v from 'valibot';
import { cardVerification, clubCard, topUp } from '../club-card.ts';
import { defineCall, idParams, listEntries, listResult } from './call.ts';

/** The company's club card (spec 2 §7). A top-up is an order (`order-calls.ts`). */
export const cardCalls = {
  getClubCard: defineCall({
    id: 'getClubCard',
    method: 'GET',
    path: '/v1/club-card/{id}',
    summary: 'Get the status of the company’s club card, by company id.',
    params: idParams,
    result: clubCard,
  }),
  listClubCardTopUps: defineCall({
    id: 'listClubCardTopUps',
    method: 'GET',
    path: '/v1/club-card/history',
    summary: 'List the top-ups of the company’s club card, newest first.',
    query: v.object({ page: listEntries.page, limit: listEntries.limit }),
    result: listResult(topUp),
  }),
  registerClubCard: defineCall({
    id: 'registerClubCard',
    method: 'PATCH',
    path: '/v1/club-card/{id}',
    summary: 'Register the company’s club card by its number. Idempotent.',
    params: idParams,
    body: cardVerification,
    result: clubCard,
    errors: ['card_not_found', 'card_registered'],
  }),
};
