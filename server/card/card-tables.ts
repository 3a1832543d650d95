import { type Generated, type GeneratedAlways } from 'kysely';
import { type CardStatus } from '#schemas/club-card.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Issued cards, each for one company. */
interface ClubCardsTable {
  uuid: Generated<string>;
  /** The ten digits on the card. */
  serial_number: string;
  last_digits: GeneratedAlways<string>;
  company_id: string;
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  /**
   * The shop order for the card. Null if the card wasn't ordered in the shop, was issued by a command, or was closed so
   * that the order can have another card.
   */
  order_uuid: Generated<string | null>;
  status: CardStatus;
  /** When the company registered the card; null before that. */
  registered_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Incremented by a trigger with each change. */
  rev: GeneratedAlways<number>;
}

export interface CardTables {
  club_cards: ClubCardsTable;
}
