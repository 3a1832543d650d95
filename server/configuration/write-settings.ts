import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { campaign, type Campaign } from '#schemas/campaign.ts';
import { configuration, regionalSettings } from '#schemas/configuration.ts';
import { LEAD_QUESTION_ID } from '#schemas/lead-survey.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { tierProductCategory, type TierProductCategory } from '#schemas/product-type.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { validateSurvey, surveyQuestion } from '#schemas/survey.ts';
import { MINIMUM_VALIDITY_MONTHS, warrantySettings } from '#schemas/warranty-certificate.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';

/** A survey that can always be completed. */
export const survey = v.pipe(
  v.array(surveyQuestion),
  v.check(
    (questions) => validateSurvey(questions) === null,
    ({ input }) => `This survey can't be answered: ${validateSurvey(input)}.`,
  ),
);

/** Default for a country without warranty settings. */
const defaultWarranty = { minimum_months: MINIMUM_VALIDITY_MONTHS, catalogue: [] };

/** All settings of one country. */
export const regionSettings = v.object({
  regional: v.object({
    ...regionalSettings.entries,
    registration_questions: v.optional(survey),
    decor_registration_questions: v.optional(survey),
  }),
  configuration: v.object({ ...configuration.entries, product_survey: survey }),
  closing_survey: survey,
  /** The `lead` question, if the country has it. */
  lead_survey: v.optional(
    v.pipe(
      survey,
      v.maxLength(1),
      v.everyItem(({ question_id }) => question_id === LEAD_QUESTION_ID),
    ),
  ),
  warranty: v.optional(warrantySettings),
  welcome_points: wholeNumber,
  /** True if new companies may have leads. Otherwise, an operator enables leads for each company. */
  accepts_leads: v.optional(v.boolean()),
  survey_points: wholeNumber,
  points_validity_months: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(240)),
});
export type RegionSettings = v.InferInput<typeof regionSettings>;

/**
 * Creates or replaces the settings of one country. Omitted fields (lead survey, warranty, leads for new
 * companies) keep their values. Throws if the settings are invalid.
 */
export async function writeRegionSettings(
  db: Kysely<Database>,
  settings: RegionSettings,
): Promise<void> {
  const validSettings = v.parse(regionSettings, settings);
  const row = {
    regional: toJsonb(validSettings.regional),
    configuration: toJsonb(validSettings.configuration),
    closing_survey: toJsonb(validSettings.closing_survey),
    welcome_points: validSettings.welcome_points,
    survey_points: validSettings.survey_points,
    points_validity_months: validSettings.points_validity_months,
  };
  const { lead_survey, warranty, accepts_leads } = validSettings;
  const optionalColumns = {
    ...(lead_survey !== undefined && { lead_survey: toJsonb(lead_survey) }),
    ...(warranty !== undefined && { warranty: toJsonb(warranty) }),
    ...(accepts_leads !== undefined && { accepts_leads }),
  };
  const defaults = {
    lead_survey: toJsonb([]),
    warranty: toJsonb(defaultWarranty),
    accepts_leads: false,
  };
  await db
    .insertInto('region_settings')
    .values({ region: validSettings.regional.region, ...row, ...defaults, ...optionalColumns })
    .onConflict((conflict) => conflict.column('region').doUpdateSet({ ...row, ...optionalColumns }))
    .execute();
  await writeCampaignNames(
    db,
    validSettings.regional.region,
    validSettings.configuration.campaigns ?? [],
  );
}

/** Replaces the campaigns of a country that already has settings. */
export async function writeCampaigns(
  db: Kysely<Database>,
  region: RegionCode,
  campaigns: readonly Campaign[],
): Promise<void> {
  const validCampaigns = v.parse(v.array(campaign), campaigns);
  await db
    .updateTable('region_settings')
    .set({
      configuration: sql`jsonb_set(configuration, '{campaigns}', ${JSON.stringify(validCampaigns)}::jsonb)`,
    })
    .where('region', '=', region)
    .execute();
  await writeCampaignNames(db, region, validCampaigns);
}

/** Sets a campaign's budget in points; null for no limit. Devices don't receive it. */
export async function writeBudget(
  db: Kysely<Database>,
  region: RegionCode,
  id: string,
  budget: number | null,
): Promise<void> {
  await db
    .updateTable('campaign_names')
    .set({ budget })
    .where('region', '=', region)
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the names of campaigns. Ledger entries need the names, and may be added after a campaign was removed from the
 * settings.
 */
async function writeCampaignNames(
  db: Kysely<Database>,
  region: RegionCode,
  campaigns: readonly Pick<Campaign, 'id' | 'name_translated'>[],
): Promise<void> {
  if (campaigns.length === 0) return;
  await db
    .insertInto('campaign_names')
    .values(
      campaigns.map(({ id, name_translated }) => ({
        region,
        id,
        name_translated: toJsonb(name_translated),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'id'])
        .doUpdateSet((eb) => ({ name_translated: eb.ref('excluded.name_translated') })),
    )
    .execute();
}

/** Adds product types, or changes their status and tier category. Throws if one is invalid. */
export async function writeProductTypes(
  db: Kysely<Database>,
  types: readonly TierProductCategory[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .insertInto('product_types')
    .values(types.map((type) => v.parse(tierProductCategory, type)))
    .onConflict((conflict) =>
      conflict.column('type').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        tier_category: eb.ref('excluded.tier_category'),
      })),
    )
    .execute();
}
