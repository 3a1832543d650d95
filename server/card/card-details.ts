import { type Kysely } from 'kysely';
import { toClubCardState } from '#schemas/card-status.ts';
import { type CardStatus, type ClubCard } from '#schemas/club-card.ts';
import { orderPhaseOf } from '#schemas/order.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { requireOwnCompany } from '../account/ownership.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** True if the person has a main company role and the company may have a card (spec 2 §6). */
export async function canHaveCard(db: Kysely<Database>, actor: Actor): Promise<boolean> {
  if (!isMainCompanyRole(actor.role)) return false;
  const company = await db
    .selectFrom('companies')
    .select('has_edenred_card')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return company.has_edenred_card;
}

/**
 * Throws `not_found` for another company's card (security 10), and for people or companies that can't have one.
 */
export async function requireCardCompany(
  db: Kysely<Database>,
  actor: Actor,
  companyId: string,
): Promise<void> {
  requireOwnCompany(actor, companyId);
  if (!(await canHaveCard(db, actor))) throw new ApiFailure('not_found');
}

/** Finds the company's registered card; undefined if none. */
export function findRegisteredCard(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('companies')
    .innerJoin('club_cards', 'club_cards.serial_number', 'companies.edenred_card')
    .select(['club_cards.serial_number', 'club_cards.status'])
    .where('companies.id', '=', companyId)
    .executeTakeFirst();
}

/** True if the company's registered card is active or awaits activation (spec 2 §4). */
export async function hasUsableCard(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const card = await findRegisteredCard(db, companyId);
  return card !== undefined && isUsable(card.status);
}

/**
 * True if a card is on its way: an open order, a completed order without an issued card, or an issued card
 * that isn't registered yet.
 */
export async function isCardPending(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const [orders, cards] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['status', 'created_at'])
      .where('company_id', '=', companyId)
      .where('type', '=', 'EDENRED_CARD')
      .where('deleted', '=', false)
      .execute(),
    db
      .selectFrom('club_cards')
      .select(['status', 'registered_at', 'created_at'])
      .where('company_id', '=', companyId)
      .execute(),
  ]);
  const isIssuedAfter = (orderedAt: Date) =>
    cards.some(({ created_at }) => created_at >= orderedAt);
  return (
    cards.some((card) => card.registered_at === null && isUsable(card.status)) ||
    orders.some(({ status, created_at }) => {
      const phase = orderPhaseOf(status);
      return phase === 'in_progress' || (phase === 'done' && !isIssuedAfter(created_at));
    })
  );
}

function isUsable(status: CardStatus): boolean {
  return toClubCardState(status) !== 'inactive';
}

/** Loads the company's card details, as the API returns them. */
export async function loadCardDetails(db: Kysely<Database>, companyId: string): Promise<ClubCard> {
  const company = await db
    .selectFrom('companies')
    .select(['edenred_card', 'has_edenred_card'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const card = await findRegisteredCard(db, companyId);
  return {
    edenred_card: company.edenred_card,
    has_edenred_card: company.has_edenred_card ? 1 : 0,
    pending_edenred_card: (await isCardPending(db, companyId)) ? 1 : 0,
    currentCard: card ? { status: card.status } : null,
  };
}

/** Throws `card_inactive` unless the company has an active card for top-ups (spec 2 §4). */
export async function requireActiveCard(db: Kysely<Database>, companyId: string): Promise<void> {
  const card = await findRegisteredCard(db, companyId);
  if (card?.status !== 'ACTIVE') throw new ApiFailure('card_inactive');
}
