import { type Selectable } from 'kysely';
import { type TopUp, type TopUpStatus, topUpValue } from '#schemas/club-card.ts';
import { type OrderStanding, standingOf } from '#schemas/order.ts';
import { newestFirstPage, type Page } from '../db/list-page.ts';
import { type Actor } from '../http/handler.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type Services } from '../services.ts';
import { mayHaveCard } from './card-details.ts';

/** How an order is called on the card (spec 2 §3): what is worked on is pending there, also when it has failed. */
const statuses: Record<OrderStanding, TopUpStatus> = {
  worked_on: 'PENDING',
  done: 'SUCCEEDED',
  turned_down: 'REJECTED',
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
  return newestFirstPage(db, theirs, page, topUpFromRow);
}

function topUpFromRow({ uuid, points, created_at, status }: Selectable<OrdersTable>): TopUp {
  return {
    uuid,
    amount: { points, local: topUpValue(points) },
    dateTime: created_at.toISOString(),
    status: statuses[standingOf(status)],
  };
}
