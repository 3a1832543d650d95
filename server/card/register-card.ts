import { type Transaction } from 'kysely';
import { toClubCardState } from '#schemas/card-status.ts';
import { type ClubCard } from '#schemas/club-card.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { recordChange } from '../account/record-change.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { loadCardDetails, findRegisteredCard } from './card-details.ts';

/**
 * Registers the company's physical card. Idempotent (F01). Throws `card_not_found` for a number that is
 * unknown, another company's, or no longer usable: one response for all, so that numbers can't be probed.
 * Throws `card_registered` if the company has another usable card, and `too_many_requests`.
 */
export async function registerCard(
  serialNumber: string,
  actor: Actor,
  services: Services,
): Promise<ClubCard> {
  const withinLimit = await enforceLimit(services, limits.cardNumbersPerCompany, actor.companyId);
  await enforceOverallLimit(services, limits.cardNumbersOverall, withinLimit);
  const now = services.clock.now();
  return transact(services.db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const currentCard = await findRegisteredCard(trx, actor.companyId);
    if (currentCard?.serial_number !== serialNumber) {
      if (currentCard && toClubCardState(currentCard.status) !== 'inactive')
        throw new ApiFailure('card_registered');
      await claimCard(trx, actor.companyId, serialNumber, new Date(now));
      await recordChange(trx, actor, now, { subject: 'company', fields: ['edenred_card'] });
    }
    return loadCardDetails(trx, actor.companyId);
  });
}

async function claimCard(
  trx: Transaction<Database>,
  companyId: string,
  serialNumber: string,
  now: Date,
): Promise<void> {
  const claimedCard = await trx
    .updateTable('club_cards')
    .set({ registered_at: now, updated_at: now })
    .where('serial_number', '=', serialNumber)
    .where('company_id', '=', companyId)
    .where('status', 'in', ['ISSUED', 'ACTIVE'])
    .returning('serial_number')
    .executeTakeFirst();
  if (!claimedCard) {
    throw new ApiFailure('card_not_found', { field: 'body.card_serial_number' });
  }
  await trx
    .updateTable('companies')
    .set({ edenred_card: serialNumber })
    .where('id', '=', companyId)
    .execute();
}
