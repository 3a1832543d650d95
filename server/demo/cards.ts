import { type Transaction } from 'kysely';
import { type CardStatus } from '#schemas/club-card.ts';
import { type Database } from '../db/tables.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { COMPANY_AGE, DAY } from './history-base.ts';

interface DemoCard {
  readonly serialNumber: string;
  readonly status: CardStatus;
  readonly isRegistered: boolean;
}

/**
 * The cards that were sent to companies: one is used, one is still to be activated, one is still in its
 * envelope. A company that is not here may have one and has none.
 */
export const demoCards = {
  nowak: { serialNumber: '4810024601', status: 'ACTIVE', isRegistered: true },
  ionescu: { serialNumber: '4010024602', status: 'ISSUED', isRegistered: true },
  bondar: { serialNumber: '3810024603', status: 'ISSUED', isRegistered: false },
} as const satisfies Partial<Record<DemoCompanyKey, DemoCard>>;

export async function insertDemoCards(trx: Transaction<Database>, now: Date): Promise<void> {
  const sent = new Date(now.getTime() - COMPANY_AGE * DAY);
  const cards: [string, DemoCard][] = Object.entries(demoCards);
  for (const [key, { serialNumber, status, isRegistered }] of cards) {
    const { id } = demoCompanies[key as DemoCompanyKey];
    await trx
      .insertInto('club_cards')
      .values({
        serial_number: serialNumber,
        company_id: id,
        status,
        registered_at: isRegistered ? sent : null,
        created_at: sent,
        updated_at: sent,
      })
      .execute();
    if (!isRegistered) continue;
    await trx
      .updateTable('companies')
      .set({ edenred_card: serialNumber })
      .where('id', '=', id)
      .execute();
  }
}
