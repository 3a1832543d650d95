import { type CardStatus } from '#schemas/club-card.ts';

/** Issued cards, each for one company. */
interface ClubCardsTable {
  /** The ten digits on the card. */
  serial_number: string;
  company_id: string;
  status: CardStatus;
  /** When the company registered the card; null before that. */
  registered_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface CardTables {
  club_cards: ClubCardsTable;
}
