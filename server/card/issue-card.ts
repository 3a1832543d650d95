import { type Transaction } from 'kysely';
import { type CardStatus } from '#schemas/club-card.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AutomaticEvent } from '../notifications/notification-texts.ts';
import { notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';

type Operating = Pick<Services, 'db' | 'clock'>;

/**
 * A card was made for a company and goes to it by post; its people are told.
 * Throws `not_found` where there is no such company or it may have no card, and `conflict` for a number
 * that was given already.
 */
export function issueCard(
  companyId: string,
  serialNumber: string,
  { db, clock }: Operating,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const company = await trx
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .where('has_edenred_card', '=', true)
      .executeTakeFirst();
    if (!company) throw new ApiFailure('not_found');
    await lockCompany(trx, companyId);
    const issued = await trx
      .insertInto('club_cards')
      .values({
        serial_number: serialNumber,
        company_id: companyId,
        status: 'ISSUED',
        registered_at: null,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .onConflict((conflict) => conflict.column('serial_number').doNothing())
      .returning('serial_number')
      .executeTakeFirst();
    if (!issued) throw new ApiFailure('conflict');
    await notifyCompany(trx, companyId, 'card_issued', now);
  });
}

/** What becomes of a card later, and what its company's people are told then. */
const told = { ACTIVE: 'card_active', BLOCKED: 'card_blocked' } as const satisfies Partial<
  Record<CardStatus, AutomaticEvent>
>;

/**
 * The provider says that a card was activated in its app, or is blocked. Said again it changes nothing.
 * Throws `not_found` for a number that was never given.
 */
export function setCardStatus(
  serialNumber: string,
  status: keyof typeof told,
  { db, clock }: Operating,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const card = await trx
      .selectFrom('club_cards')
      .select(['company_id', 'status'])
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst();
    if (!card) throw new ApiFailure('not_found');
    await lockCompany(trx, card.company_id);
    const changed = await trx
      .updateTable('club_cards')
      .set({ status, updated_at: new Date(now) })
      .where('serial_number', '=', serialNumber)
      .where('status', '<>', status)
      .returning('serial_number')
      .executeTakeFirst();
    if (changed) await notifyCompany(trx, card.company_id, told[status], now);
  });
}

/** Everybody of the company whom the card concerns is told. */
function notifyCompany(
  trx: Transaction<Database>,
  companyId: string,
  event: AutomaticEvent,
  now: number,
) {
  return notify(trx, companyId, { event, meta: {}, values: { subject: '' }, now });
}
