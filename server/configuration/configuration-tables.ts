import { type ColumnType, type Generated, type RawBuilder } from 'kysely';
import type { TierProductCategory } from '#schemas/product-type.ts';
import type { RegionId } from '#schemas/regions.ts';

/** Settings of one country. The jsonb columns have the shapes of `#schemas/configuration.ts`. */
interface RegionSettingsTable {
  /** The region's code. */
  region: string;
  /** `RegionalSettings` */
  regional: unknown;
  /** `Configuration` */
  configuration: unknown;
  /** `SurveyQuestion[]`: questions asked when closing a project. */
  closing_survey: unknown;
  /** `SurveyQuestion[]`: additional questions if the project came from a lead. */
  lead_survey: Generated<unknown>;
  /** `WarrantySettings` */
  warranty: Generated<unknown>;
  welcome_points: number;
  /** True if new companies get leads once they request them. */
  accepts_leads: Generated<boolean>;
  /** Extra points for an answered closing survey; 0 for none. */
  survey_points: number;
  /** Validity of points in months. */
  points_validity_months: number;
}

/** A change to a country's settings and the time when it takes effect. The jsonb columns map fields to values. */
interface SettingsVersionsTable {
  uuid: string;
  /** Order in which versions were created. */
  seq: Generated<number>;
  region_id: RegionId;
  state: 'planned' | 'active' | 'cancelled';
  source: 'console' | 'setup';
  starts_at: Date;
  changes: ColumnType<unknown, RawBuilder<unknown>, never>;
  /** The values that this version replaced. For a planned version, the values when it was planned. */
  before: ColumnType<unknown, RawBuilder<unknown>, RawBuilder<unknown>>;
  created_by: string | null;
  created_at: Date;
}

/** Product types with their tier category. */
interface ProductTypesTable {
  type: string;
  status: TierProductCategory['status'];
  tier_category: TierProductCategory['tier_category'];
}

/** Names of all campaigns that ever existed; ledger entries need them after a campaign is removed from the settings. */
interface CampaignNamesTable {
  region: string;
  id: string;
  /** `TranslatedText` */
  name_translated: unknown;
  /** Budget of the campaign in points, above which the console warns; null for no limit. */
  budget: Generated<number | null>;
}

export interface ConfigurationTables {
  campaign_names: CampaignNamesTable;
  region_settings: RegionSettingsTable;
  settings_versions: SettingsVersionsTable;
  product_types: ProductTypesTable;
}
