import { type Transaction } from 'kysely';
import { type CardStatus } from '#schemas/club-card.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AutomaticEvent, notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';

type OperatorServices = Pick<Services, 'db' | 'clock'>;

/**
 * Records a card issued to a company by post, and notifies its people. Throws `not_found` if the company
 * doesn't exist or can't have a card, and `conflict` if the number was already issued.
 */
export function issueCard(
  companyId: string,
  serialNumber: string,
  { db, clock }: OperatorServices,
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
    const issuedCard = await trx
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
    if (!issuedCard) throw new ApiFailure('conflict');
    await notifyCompany(trx, companyId, 'card_issued', now);
  });
}

/** Notification sent for each new card status. */
const statusEvents = { ACTIVE: 'card_active', BLOCKED: 'card_blocked' } as const satisfies Partial<
  Record<CardStatus, AutomaticEvent>
>;

/**
 * Records that the provider activated or blocked a card. Idempotent. Throws `not_found` for an unknown number, and
 * `conflict` for a closed card. Also throws `conflict` if the card would be activated while the company has another
 * issued or active card, or isn't allowed to have one.
 */
export function setCardStatus(
  serialNumber: string,
  status: keyof typeof statusEvents,
  { db, clock }: OperatorServices,
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
    const changedCard = await trx
      .updateTable('club_cards')
      .set({ status, updated_at: new Date(now) })
      .where('serial_number', '=', serialNumber)
      .where('status', '<>', status)
      .returning('serial_number')
      .executeTakeFirst();
    if (changedCard) await notifyCompany(trx, card.company_id, statusEvents[status], now);
  });
}

/** Notifies the company's people who manage the card. */
function notifyCompany(
  trx: Transaction<Database>,
  companyId: string,
  event: AutomaticEvent,
  now: number,
) {
  return notify(trx, companyId, { event, meta: {}, values: { subject: '' }, now });
}
