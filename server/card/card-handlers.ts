import { TOP_UPS_PER_PAGE, type TopUp, type TopUpStatus, topUpValue } from '#schemas/club-card.ts';
import { type Handlers, type Actor } from '../http/handler.ts';
import { loadCardDetails, requireCardCompany, canHaveCard } from './card-details.ts';
import { registerCard } from './register-card.ts';
import { type Selectable } from 'kysely';
import { type OrderPhase, orderPhaseOf } from '#schemas/order.ts';
import { newestFirstPage, type Page } from '../db/list-page.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type Services } from '../services.ts';

/** A company's card and its top-ups. A top-up itself is an order. */
export const cardHandlers = {
  async getClubCard({ params, actor }, { db }) {
    await requireCardCompany(db, actor, params.id);
    return loadCardDetails(db, actor.companyId);
  },

  listClubCardTopUps({ query, actor }, services) {
    const { page = 1, limit = TOP_UPS_PER_PAGE } = query;
    return listTopUps(actor, { page, limit }, services);
  },

  async registerClubCard({ params, body, actor }, services) {
    await requireCardCompany(services.db, actor, params.id);
    return registerCard(body.card_serial_number, actor, services);
  },
} satisfies Partial<Handlers>;

/**
 * Status of a top-up by its order's status (spec 2 §3): open and failed orders are both pending.
 */
const topUpStatuses: Record<OrderPhase, TopUpStatus> = {
  in_progress: 'PENDING',
  done: 'SUCCEEDED',
  rejected: 'REJECTED',
};

/** Lists the company's top-ups, newest first; empty for people who can't have a card. */
async function listTopUps(actor: Actor, page: Page, { db }: Pick<Services, 'db'>) {
  const topUps = db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where('type', '=', 'EDENRED_CARD_TOPUP')
    .where('deleted', '=', false);
  const visibleTopUps = (await canHaveCard(db, actor))
    ? topUps
    : topUps.where((eb) => eb.lit(false));
  return newestFirstPage(db, visibleTopUps, page, topUpFromRow);
}

function topUpFromRow({ uuid, points, created_at, status }: Selectable<OrdersTable>): TopUp {
  return {
    uuid,
    amount: { points, local: topUpValue(points) },
    dateTime: created_at.toISOString(),
    status: topUpStatuses[orderPhaseOf(status)],
  };
}
