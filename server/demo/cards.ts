import { type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type CardStatus } from '#schemas/club-card.ts';
import { type Database } from '../db/tables.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';

/** A demo company's club card. */
export interface DemoCard {
  readonly serialNumber: string;
  readonly status: CardStatus;
  /**
   * Number of days between the card's issue and the loading of the demo. A card is issued after its order has been
   * completed.
   */
  readonly issuedAge: number;
  /** Number of days between the card's registration and the loading of the demo; null if it isn't registered yet. */
  readonly registeredAge: number | null;
}

/** One card in use, one to be activated and one not yet registered. Other companies have no card. */
export const demoCards = {
  nowak: { serialNumber: '4810024601', status: 'ACTIVE', issuedAge: 98, registeredAge: 95 },
  ionescu: { serialNumber: '4010024602', status: 'ISSUED', issuedAge: 27, registeredAge: 24 },
  bondar: { serialNumber: '3810024603', status: 'ISSUED', issuedAge: 9, registeredAge: null },
} as const satisfies Partial<Record<DemoCompanyKey, DemoCard>>;

export async function insertDemoCards(trx: Transaction<Database>, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const cards: [string, DemoCard][] = Object.entries(demoCards);
  for (const [key, { serialNumber, status, issuedAge, registeredAge }] of cards) {
    const { id } = demoCompanies[key as DemoCompanyKey];
    await trx
      .insertInto('club_cards')
      .values({
        serial_number: serialNumber,
        company_id: id,
        status,
        registered_at: registeredAge === null ? null : daysAgo(registeredAge),
        created_at: daysAgo(issuedAge),
        updated_at: daysAgo(registeredAge ?? issuedAge),
      })
      .execute();
    if (registeredAge === null) continue;
    await trx
      .updateTable('companies')
      .set({ edenred_card: serialNumber })
      .where('id', '=', id)
      .execute();
  }
}
