import { type Kysely } from 'kysely';
import { type ClubCard } from '#schemas/club-card.ts';
import { isOrderInProgress } from '#schemas/order.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { requireOwnCompany } from '../account/own.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** Cards are for the main company roles, of companies that may have one (spec 2 §6). */
export async function mayHaveCard(db: Kysely<Database>, actor: Actor): Promise<boolean> {
  if (!isMainCompanyRole(actor.role)) return false;
  const company = await db
    .selectFrom('companies')
    .select('has_edenred_card')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return company.has_edenred_card;
}

/**
 * Throws `not_found` for another company's card (security 10), and for people or companies that may have
 * none.
 */
export async function requireCardCompany(
  db: Kysely<Database>,
  actor: Actor,
  companyId: string,
): Promise<void> {
  requireOwnCompany(actor, companyId);
  if (!(await mayHaveCard(db, actor))) throw new ApiFailure('not_found');
}

/** The card that the company has registered; undefined where it has none. */
export function registeredCard(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('companies')
    .innerJoin('club_cards', 'club_cards.serial_number', 'companies.edenred_card')
    .select(['club_cards.serial_number', 'club_cards.status'])
    .where('companies.id', '=', companyId)
    .executeTakeFirst();
}

/** Whether a card is ordered and not decided on yet, or was sent and is not registered yet. */
export async function isCardPending(db: Kysely<Database>, companyId: string): Promise<boolean> {
  const orders = await db
    .selectFrom('orders')
    .select('status')
    .where('company_id', '=', companyId)
    .where('type', '=', 'EDENRED_CARD')
    .where('deleted', '=', false)
    .execute();
  if (orders.some(({ status }) => isOrderInProgress(status))) return true;
  const sent = await db
    .selectFrom('club_cards')
    .select('serial_number')
    .where('company_id', '=', companyId)
    .where('registered_at', 'is', null)
    .where('status', 'in', ['ISSUED', 'ACTIVE'])
    .executeTakeFirst();
  return sent !== undefined;
}

/** How the company's card stands, as the wire has it. */
export async function cardDetails(db: Kysely<Database>, companyId: string): Promise<ClubCard> {
  const company = await db
    .selectFrom('companies')
    .select(['edenred_card', 'has_edenred_card'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const card = await registeredCard(db, companyId);
  return {
    edenred_card: company.edenred_card,
    has_edenred_card: company.has_edenred_card ? 1 : 0,
    pending_edenred_card: (await isCardPending(db, companyId)) ? 1 : 0,
    currentCard: card ? { status: card.status } : null,
  };
}

/** Throws `card_inactive` unless the company has a card that points can be moved onto (spec 2 §4). */
export async function requireActiveCard(db: Kysely<Database>, companyId: string): Promise<void> {
  const card = await registeredCard(db, companyId);
  if (card?.status !== 'ACTIVE') throw new ApiFailure('card_inactive');
}
