import { type Kysely } from 'kysely';
import { type Configuration, type RegionalSettings } from '#schemas/configuration.ts';
import { type TierProductCategory } from '#schemas/product-type.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { type WarrantySettings } from '#schemas/warranty-certificate.ts';
import { type Database } from '../db/tables.ts';

/** What holds in a region beyond the configuration that the app is told. */
export interface RegionRules {
  readonly configuration: Configuration;
  readonly closingSurvey: readonly SurveyQuestion[];
  /** What a project that was a lead is asked beside that. */
  readonly leadSurvey: readonly SurveyQuestion[];
  /** Points for an answered closing survey; 0 for none. */
  readonly surveyPoints: number;
  readonly pointsValidityMonths: number;
  /** What certificates may cover, and for how long they are good at least. */
  readonly warranty: WarrantySettings;
}

/** The region's rules. Throws when the region was never set up: an operator's mistake, not a caller's. */
export async function getRegionRules(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<RegionRules> {
  const row = await db
    .selectFrom('region_settings')
    .select([
      'configuration',
      'closing_survey',
      'lead_survey',
      'survey_points',
      'points_validity_months',
      'warranty',
    ])
    .where('region', '=', region)
    .executeTakeFirst();
  if (!row) throw new Error(`The region ${region} has no row in region_settings.`);
  return {
    // All were checked against their schemas when they were written (write-settings.ts).
    configuration: row.configuration as Configuration,
    closingSurvey: row.closing_survey as SurveyQuestion[],
    leadSurvey: row.lead_survey as SurveyQuestion[],
    surveyPoints: row.survey_points,
    pointsValidityMonths: row.points_validity_months,
    warranty: row.warranty as WarrantySettings,
  };
}

/** Every product type with its tier category, by type. */
export function listProductTypes(db: Kysely<Database>): Promise<TierProductCategory[]> {
  return db
    .selectFrom('product_types')
    .select(['type', 'status', 'tier_category'])
    .orderBy('type')
    .execute();
}

/** What differs in the region for companies: types, tax numbers. Throws like `regionRules`. */
export async function getRegionalSettings(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<RegionalSettings> {
  const row = await db
    .selectFrom('region_settings')
    .select('regional')
    .where('region', '=', region)
    .executeTakeFirst();
  if (!row) throw new Error(`The region ${region} has no row in region_settings.`);
  return row.regional as RegionalSettings;
}
