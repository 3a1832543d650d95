import { TOP_UPS_PER_PAGE } from '#schemas/club-card.ts';
import { type Handlers } from '../http/handler.ts';
import { cardDetails, requireCardCompany } from './card-details.ts';
import { registerCard } from './register-card.ts';
import { topUpHistory } from './top-up-history.ts';

/** The card of a company and what was moved onto it. A top-up itself is an order. */
export const cardHandlers = {
  async clubCard({ params, actor }, { db }) {
    await requireCardCompany(db, actor, params.id);
    return cardDetails(db, actor.companyId);
  },

  clubCardHistory({ query, actor }, services) {
    const { page = 1, limit = TOP_UPS_PER_PAGE } = query;
    return topUpHistory(actor, { page, limit }, services);
  },

  async verifyClubCard({ params, body, actor }, services) {
    await requireCardCompany(services.db, actor, params.id);
    return registerCard(body.card_serial_number, actor, services);
  },
} satisfies Partial<Handlers>;
