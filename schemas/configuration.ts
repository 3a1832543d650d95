import * as v from 'valibot';
import { translatedText, wholeNumber } from './primitives.ts';
import { regionCode, regionId } from './regions.ts';
import { surveyQuestion } from './survey.ts';

/** 0 disabled, 1 shown and optional, 2 required (spec 1 §9). */
const requirement = v.picklist([0, 1, 2]);

const companyType = v.object({
  id: wholeNumber,
  name_translated: translatedText,
  disclaimer_state: requirement,
  declaration_state: requirement,
  disclaimer_translated: translatedText,
  declaration_translated: translatedText,
});

/** What differs by country (spec 1 §3). `flags`: 1 VAT required, 2 company id required, 4 warranty. */
export const regionalSettings = v.object({
  region: regionCode,
  regions_id: regionId,
  company_types: v.array(companyType),
  flags: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
  company_type_state: requirement,
  vat_field: translatedText,
  company_id_field: translatedText,
});
export type RegionalSettings = v.InferOutput<typeof regionalSettings>;

/** `GET /v1/config/public`: what the app needs before anybody has signed in. */
export const publicConfiguration = v.object({
  regional_settings: v.array(regionalSettings),
  behaviours: v.record(regionCode, v.object({ welcome_points: wholeNumber })),
  /** What owners are asked when they register; a copy that a device kept may lack it. */
  registration_surveys: v.optional(
    v.object({ regular: v.array(surveyQuestion), decor: v.array(surveyQuestion) }),
  ),
});
export type PublicConfiguration = v.InferOutput<typeof publicConfiguration>;

/** A tag photo is asked for when year, factory and variant match (spec 1 §5). */
export const tagPhotoRule = v.object({
  year: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2}$/)),
  factory: v.pipe(v.string(), v.regex(/^[A-Z0-9]$/)),
  variant: v.pipe(v.string(), v.maxLength(12)),
});
export type TagPhotoRule = v.InferOutput<typeof tagPhotoRule>;

/** `GET /v1/config`: the rules of the person's region; also the maintenance probe. */
export const configuration = v.object({
  region: regionCode,
  /** The text a label must contain to be the manufacturer's. */
  manufacturer_domain: v.pipe(v.string(), v.minLength(4), v.maxLength(100)),
  /** Regions where a label may lack the second half of its serial number. */
  generic_regions: v.array(regionCode),
  /** Sizes beside the built-in ones, and all variants. */
  sizes: v.array(v.pipe(v.string(), v.maxLength(12))),
  variants: v.array(v.pipe(v.string(), v.maxLength(12))),
  requires_tag_photo: v.array(tagPhotoRule),
  /** Points for one product, by its type. */
  product_points: v.record(v.pipe(v.string(), v.maxLength(12)), wholeNumber),
  /** How long a warranty certificate is good for at least; a copy that a device kept may lack it. */
  warranty_minimum_months: v.optional(wholeNumber),
  /** How long an open project lives. */
  project_life_days: wholeNumber,
  /** Points for an answered closing survey; a copy that a device kept may lack it. */
  survey_points: v.optional(wholeNumber),
  /** How many people a team may have (spec 2 §9); without it as many as there are. */
  team_limit: v.optional(v.object({ owners: wholeNumber, installers: wholeNumber })),
  /** The question asked of products in the tier categories 2, 4 and 5. */
  product_survey: v.array(surveyQuestion),
  /** What a new project will be asked when it closes, for those that are made without the server. */
  closing_survey: v.optional(v.array(surveyQuestion)),
  /** What a project that was a lead is asked beside that. */
  lead_survey: v.optional(v.array(surveyQuestion)),
});
export type Configuration = v.InferOutput<typeof configuration>;
