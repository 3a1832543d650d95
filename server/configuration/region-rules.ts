import { type Kysely } from 'kysely';
import { type Configuration, type RegionalSettings } from '#schemas/configuration.ts';
import { type TierProductCategory } from '#schemas/product-type.ts';
import { type RegionCode, regionCodeOf } from '#schemas/regions.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { type WarrantySettings } from '#schemas/warranty-certificate.ts';
import { type Database } from '../db/tables.ts';

/** Rules of a region, including those that aren't sent to the app. */
export interface RegionRules {
  readonly configuration: Configuration;
  readonly closingSurvey: readonly SurveyQuestion[];
  /** Additional questions for a project that was a lead. */
  readonly leadSurvey: readonly SurveyQuestion[];
  /** Points for an answered closing survey. */
  readonly surveyPoints: number;
  readonly pointsValidityMonths: number;
  /** Warranty catalogue and minimum validity of certificates. */
  readonly warranty: WarrantySettings;
}

/** Reads the region's rules. Throws if the region was never set up, which is an operator's mistake. */
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
    // The casts are safe, because write-settings.ts validates the values before it writes them.
    configuration: row.configuration as Configuration,
    closingSurvey: row.closing_survey as SurveyQuestion[],
    leadSurvey: row.lead_survey as SurveyQuestion[],
    surveyPoints: row.survey_points,
    pointsValidityMonths: row.points_validity_months,
    warranty: row.warranty as WarrantySettings,
  };
}

/** Returns the country of a company. */
export async function loadCompanyRegion(
  db: Kysely<Database>,
  companyId: string,
): Promise<RegionCode> {
  const { regions_id } = await db
    .selectFrom('companies')
    .select('regions_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return regionCodeOf(regions_id);
}

/** All product types with their tier category, sorted by type. */
export function listProductTypes(db: Kysely<Database>): Promise<TierProductCategory[]> {
  return db
    .selectFrom('product_types')
    .select(['type', 'status', 'tier_category'])
    .orderBy('type')
    .execute();
}

/** Regional rules for companies: company types, tax numbers. Throws like `getRegionRules`. */
export async function getRegionalSettings(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<RegionalSettings> {
  const settings = await findRegionalSettings(db, region);
  if (!settings) throw new Error(`The region ${region} has no row in region_settings.`);
  return settings;
}

/** Regional rules for companies; null if the region isn't set up. */
export async function findRegionalSettings(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<RegionalSettings | null> {
  const row = await db
    .selectFrom('region_settings')
    .select('regional')
    .where('region', '=', region)
    .executeTakeFirst();
  return row ? (row.regional as RegionalSettings) : null;
}
