import { type Generated } from 'kysely';
import type { TierProductCategory } from '#schemas/product-type.ts';

/** What holds in one country. The jsonb columns have the shapes of `#schemas/configuration.ts`. */
export interface RegionSettingsTable {
  /** The region's code. */
  region: string;
  /** `RegionalSettings` */
  regional: unknown;
  /** `Configuration` */
  configuration: unknown;
  /** `SurveyQuestion[]`: what a project is asked when it closes. */
  closing_survey: unknown;
  /** `SurveyQuestion[]`: what it is asked beside that when it was a lead. */
  lead_survey: Generated<unknown>;
  /** `WarrantySettings` */
  warranty: Generated<unknown>;
  welcome_points: number;
  /** Whether a company that registers gets leads, as soon as it says that it wants them. */
  accepts_leads: Generated<boolean>;
  /** Booked beside a project's points when its survey was answered; 0 for none. */
  survey_points: number;
  /** After so many months points expire. */
  points_validity_months: number;
}

/** Every product type with its tier category. */
export interface ProductTypesTable {
  type: string;
  status: TierProductCategory['status'];
  tier_category: TierProductCategory['tier_category'];
}

export interface ConfigurationTables {
  region_settings: RegionSettingsTable;
  product_types: ProductTypesTable;
}
