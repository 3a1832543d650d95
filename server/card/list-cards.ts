import { sql } from 'kysely';
import { type CardStatus } from '#schemas/club-card.ts';
import { type ListedCard } from '#schemas/operator/card-calls.ts';
import { type cardStates } from '#schemas/operator/list-choices.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { isOrderInProgress, orderStatuses } from '#schemas/order.ts';
import { createNameFormatter } from '../companies/personal-data.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage, type selectPageKeys } from '../console/region-page.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { matchCompanies } from '../orders/list-operator-orders.ts';
import { anyUuid } from '../scans/any-of.ts';

type CardQuery = OperatorInput<typeof operatorCalls.listCards>['query'];
type CardState = (typeof cardStates)[number];

const stateOfStatus: Readonly<Record<CardStatus, CardState>> = {
  ISSUED: 'issued',
  ACTIVE: 'active',
  BLOCKED: 'blocked',
  EXPIRED: 'expired',
  CLOSED: 'closed',
};

/** Name of a card's state in the console. */
export const cardStateOf = (status: CardStatus): CardState => stateOfStatus[status];

/**
 * Lists cards, or open orders for cards. By default, cards are sorted newest first, and orders are sorted oldest first.
 */
export const listCards: OperatorHandler<typeof operatorCalls.listCards> = async (
  { query, operator },
  { db },
) => {
  const idOf = ({ id }: ListedCard) => id;
  const page =
    query.state === 'requested'
      ? await readRegionPage(db, operator, query, requestList(query, operator), {
          load: loadRequests,
          idOf,
        })
      : await readRegionPage(db, operator, query, cardList(query, operator), {
          load: loadCards,
          idOf,
        });
  return { data: [...page.rows], meta: page.meta };
};

const isDigits = (search: string) => /^\d+$/.test(search);

/** Cards in index order. Exported for the query-plan test. */
export function cardList(
  { state, search = '', sort = '-at' }: Pick<CardQuery, 'state' | 'search' | 'sort'>,
  operator: Pick<OperatorActor, 'regions'>,
): Parameters<typeof selectPageKeys<'club_cards'>>[2] {
  const status = Object.entries(stateOfStatus).find(([, name]) => name === state)?.[0];
  const conditions = [
    ...(status === undefined ? [] : [sql<boolean>`status = ${sql.lit(status)}`]),
    // Only the last digits are compared: a search by the whole number would let an operator test guessed numbers.
    ...(isDigits(search) ? [sql<boolean>`last_digits = ${search}`] : []),
  ];
  return {
    table: 'club_cards',
    keys: ['created_at', 'uuid'],
    isDescending: sort === '-at',
    where: (rows) => rows.where(joinConditions(conditions)),
    ...matchCompanies(operator, 'club_cards', search),
  };
}

const openStatuses = Object.values(orderStatuses).filter(isOrderInProgress);

/** Open orders of cards in index order. Exported for the query-plan test. */
export function requestList(
  { search = '', sort = 'at' }: Pick<CardQuery, 'search' | 'sort'>,
  operator: Pick<OperatorActor, 'regions'>,
): Parameters<typeof selectPageKeys<'orders'>>[2] {
  const conditions = [
    // Literals, so that PostgreSQL can use the index of open orders.
    sql<boolean>`status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`,
    sql<boolean>`type = 'EDENRED_CARD'`,
    ...(isDigits(search)
      ? [sql<boolean>`uuid = (select uuid from orders where number = ${search})`]
      : []),
  ];
  return {
    table: 'orders',
    keys: ['created_at', 'uuid'],
    isDescending: sort === '-at',
    where: (rows) => rows.where('deleted', '=', false).where(joinConditions(conditions)),
    ...matchCompanies(operator, 'orders', search),
  };
}

/** Formats the names in the list. Their surnames are always shortened. */
const formatName = createNameFormatter(false);

async function loadCards(ids: readonly string[], queries: ScopedQueries): Promise<ListedCard[]> {
  const rows = await selectCards(queries).where('club_cards.uuid', '=', anyUuid(ids)).execute();
  return rows.map((row) => ({
    id: row.uuid,
    state: cardStateOf(row.status),
    digits: row.last_digits,
    order_number: row.order_number,
    company: { id: row.company_id, name: row.company_name },
    person: formatName({ name: row.person_name, surname: row.person_surname }),
    region: row.region_id,
    created_at: row.created_at.toISOString(),
    registered_at: row.registered_at?.toISOString() ?? null,
  }));
}

/**
 * Selects cards with their company, their order, and the person who placed the order. Omits the cards' full numbers.
 */
export function selectCards(queries: ScopedQueries) {
  return queries
    .selectFrom('club_cards')
    .innerJoin('companies', 'companies.id', 'club_cards.company_id')
    .leftJoin('orders', 'orders.uuid', 'club_cards.order_uuid')
    .leftJoin('installers', 'installers.id', 'orders.user_id')
    .select(['club_cards.uuid', 'club_cards.status', 'club_cards.last_digits', 'club_cards.rev'])
    .select(['club_cards.company_id', 'club_cards.region_id', 'club_cards.order_uuid'])
    .select(['club_cards.created_at', 'club_cards.updated_at', 'club_cards.registered_at'])
    .select(['companies.name as company_name', 'orders.number as order_number'])
    .select(['installers.name as person_name', 'installers.surname as person_surname'])
    .select(
      sql<boolean>`coalesce(companies.edenred_card = club_cards.serial_number, false)`.as(
        'is_current',
      ),
    );
}

async function loadRequests(ids: readonly string[], queries: ScopedQueries): Promise<ListedCard[]> {
  const rows = await queries
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .leftJoin('installers', 'installers.id', 'orders.user_id')
    .select(['orders.uuid', 'orders.number', 'orders.company_id', 'orders.region_id'])
    .select(['orders.created_at', 'companies.name as company_name'])
    .select(['installers.name', 'installers.surname'])
    .where('orders.uuid', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    id: row.uuid,
    state: 'requested',
    digits: null,
    order_number: row.number,
    company: { id: row.company_id, name: row.company_name },
    person: formatName(row),
    region: row.region_id,
    created_at: row.created_at.toISOString(),
    registered_at: null,
  }));
}
