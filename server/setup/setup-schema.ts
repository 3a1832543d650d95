import * as v from 'valibot';
import { tierProductCategory, tierCategory } from '#schemas/product-type.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { surveyQuestion } from '#schemas/survey.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { regionSettings, survey } from '../configuration/write-settings.ts';

/*
 * A country's setup, as an operator writes it: the JSON files of a folder, each with some of these keys.
 */

const { regional, configuration, ...grants } = regionSettings.entries;

/** Settings of the country, without fields that follow from `region`. */
const settings = v.object({
  company: v.omit(regional, ['region', 'regions_id']),
  configuration: v.omit(configuration, [
    'region',
    // Stored beside the configuration, and added when the app asks for it.
    'warranty_minimum_months',
    'survey_points',
    'closing_survey',
    'lead_survey',
  ]),
  ...grants,
});

/** Levels of a tier category: the products of a year where each starts, and its extra points. */
const tier = v.object({
  tier_category: tierCategory,
  levels: v.pipe(
    v.array(v.object({ from: v.pipe(wholeNumber, v.maxValue(TIER_CAP - 1)), points: wholeNumber })),
    v.minLength(1),
    v.maxLength(20),
    v.check(
      (levels) =>
        levels[0]?.from === 0 &&
        levels.every(({ from }, index) => index === 0 || from > (levels[index - 1]?.from ?? 0)),
      'The levels must start at 0 and rise.',
    ),
  ),
});
export type TierLevels = v.InferOutput<typeof tier>;

const registrationSurvey = v.pipe(v.array(surveyQuestion), survey);

export const setupSchema = v.object({
  region: regionCode,
  settings: v.optional(settings),
  /** Product types of all countries; types that aren't listed stay. */
  product_types: v.optional(v.array(tierProductCategory)),
  tiers: v.optional(v.array(tier)),
  /** Questions at registration, for all countries. */
  registration_surveys: v.optional(
    v.object({ regular: registrationSurvey, decor: registrationSurvey }),
  ),
});
/** A validated setup. Parts that are missing stay as they are. */
export type Setup = v.InferOutput<typeof setupSchema>;
