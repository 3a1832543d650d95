import { type RegionCode } from '#schemas/regions.ts';
import { type TierCategory } from '#schemas/product-type.ts';

/** The levels of a tier category in one country. */
export interface TierDefinitionsTable {
  id: number;
  region: RegionCode;
  tier_category: TierCategory;
  /** `TierBracket[]` */
  brackets: unknown;
}

/** The levels of a tier category in one country, by the first year that they count for. */
export interface TierLaddersTable {
  region: RegionCode;
  tier_category: TierCategory;
  /** By UTC; 0 of the first ladder that is known. */
  from_year: number;
  /** `TierBracket[]` */
  brackets: unknown;
}

export interface TierTables {
  tier_definitions: TierDefinitionsTable;
  tier_ladders: TierLaddersTable;
}
