import { type Selectable } from 'kysely';
import { type TopUp, type TopUpStatus, topUpValue } from '#schemas/club-card.ts';
import { orderStatuses, type OrderStatus } from '#schemas/order.ts';
import { newestPage, type Page } from '../db/list-page.ts';
import { type Actor } from '../http/handler.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type Services } from '../services.ts';
import { mayHaveCard } from './card-details.ts';

/** How an order's status is called on the card (spec 2 §3): failed is what the provider is asked again. */
const statuses: Record<OrderStatus, TopUpStatus> = {
  [orderStatuses.pending]: 'PENDING',
  [orderStatuses.approved]: 'PENDING',
  [orderStatuses.positive]: 'SUCCEEDED',
  [orderStatuses.negative]: 'REJECTED',
  [orderStatuses.failed]: 'REFUSED',
};

/** The company's top-ups, newest first; none for people who may have no card. */
export async function topUpHistory(actor: Actor, page: Page, { db }: Pick<Services, 'db'>) {
  const own = db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where('type', '=', 'EDENRED_CARD_TOPUP')
    .where('deleted', '=', false);
  const theirs = (await mayHaveCard(db, actor)) ? own : own.where((eb) => eb.lit(false));
  return newestPage(db, theirs, page, topUpFromRow);
}

function topUpFromRow({ uuid, points, created_at, status }: Selectable<OrdersTable>): TopUp {
  return {
    uuid,
    amount: { points, local: topUpValue(points) },
    dateTime: created_at.toISOString(),
    status: statuses[status],
  };
}
