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

export interface TierTables {
  tier_definitions: TierDefinitionsTable;
}
