import { type RegionCode } from '#schemas/regions.ts';
import { type TierCategory } from '#schemas/product-type.ts';

/** Current brackets of a tier category in a country. */
interface TierDefinitionsTable {
  id: number;
  region: RegionCode;
  tier_category: TierCategory;
  /** `TierBracket[]` */
  brackets: unknown;
}

/** Brackets of a tier category in a country, by the first year to which they apply. */
interface TierLaddersTable {
  region: RegionCode;
  tier_category: TierCategory;
  /** First year (UTC); 0 for the first known brackets. */
  from_year: number;
  /** `TierBracket[]` */
  brackets: unknown;
}

export interface TierTables {
  tier_definitions: TierDefinitionsTable;
  tier_ladders: TierLaddersTable;
}
