import * as v from 'valibot';
import { campaign, MAX_CAMPAIGNS } from './campaign.ts';
import { countryLinks } from './country-links.ts';
import { translatedText, uuid, wholeNumber } from './primitives.ts';
import { rejectionCode } from './product-rejection.ts';
import { regionCode, regionId } from './regions.ts';
import { type SurveyQuestion, surveyQuestion } from './survey.ts';

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

/** Settings of a country (spec 1 §3). `flags`: 1 VAT required, 2 company id required, 4 warranty. */
export const regionalSettings = v.object({
  region: regionCode,
  regions_id: regionId,
  company_types: v.array(companyType),
  flags: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
  company_type_state: requirement,
  vat_field: translatedText,
  company_id_field: translatedText,
  /** Questions for owners who register a main company; if missing, the shared questions apply. */
  registration_questions: v.optional(v.array(surveyQuestion)),
  /** Like `registration_questions`, for decor companies. */
  decor_registration_questions: v.optional(v.array(surveyQuestion)),
  /** Pages that differ from those of the manufacturer's site. */
  links: v.optional(countryLinks),
});
export type RegionalSettings = v.InferOutput<typeof regionalSettings>;

/** `GET /v1/config/public`: configuration for visitors who aren't signed in. */
export const publicConfiguration = v.object({
  regional_settings: v.array(regionalSettings),
  behaviours: v.record(regionCode, v.object({ welcome_points: wholeNumber })),
  /** Shared questions, for countries that don't define any; missing from old cached copies. */
  registration_surveys: v.optional(
    v.object({ regular: v.array(surveyQuestion), decor: v.array(surveyQuestion) }),
  ),
});
export type PublicConfiguration = v.InferOutput<typeof publicConfiguration>;

/** Returns the registration questions of a country: its own, otherwise the shared ones. */
export function registrationQuestions(
  settings: RegionalSettings,
  sharedQuestions: PublicConfiguration['registration_surveys'],
  isDecor: boolean,
): readonly SurveyQuestion[] {
  const countryQuestions = isDecor
    ? settings.decor_registration_questions
    : settings.registration_questions;
  return countryQuestions ?? (isDecor ? sharedQuestions?.decor : sharedQuestions?.regular) ?? [];
}

/** A data plate photo is required if year, factory and variant match (spec 1 §5). */
const tagPhotoRule = v.object({
  year: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2}$/)),
  factory: v.pipe(v.string(), v.regex(/^[A-Z0-9]$/)),
  variant: v.pipe(v.string(), v.maxLength(12)),
});
export type TagPhotoRule = v.InferOutput<typeof tagPhotoRule>;

/** A reason for rejecting a product, or for requesting a new photo of it. */
const rejectionReason = v.object({
  code: rejectionCode,
  text_translated: translatedText,
  /** True if a new photo can resolve the rejection. */
  allows_new_photo: v.boolean(),
});
export type RejectionReason = v.InferOutput<typeof rejectionReason>;

/** `GET /v1/config`: the rules of the user's region. Devices also use this call to check for maintenance. */
export const configuration = v.object({
  region: regionCode,
  /** Text that every genuine label contains. */
  manufacturer_domain: v.pipe(v.string(), v.minLength(4), v.maxLength(100)),
  /** Regions whose labels may lack the second half of the serial number. */
  generic_regions: v.array(regionCode),
  /** Sizes in addition to the built-in ones, and all variants. */
  sizes: v.array(v.pipe(v.string(), v.maxLength(12))),
  variants: v.array(v.pipe(v.string(), v.maxLength(12))),
  requires_tag_photo: v.array(tagPhotoRule),
  /** Points for one product, by its type. */
  product_points: v.record(v.pipe(v.string(), v.maxLength(12)), wholeNumber),
  /** Minimum validity of a warranty certificate, in months; missing from old cached copies. */
  warranty_minimum_months: v.optional(wholeNumber),
  /** Days until an open project expires. */
  project_life_days: wholeNumber,
  /** Points for an answered closing survey; missing from old cached copies. */
  survey_points: v.optional(wholeNumber),
  /** Value of a point in hundredths of the region's currency. If set, statements also show money. */
  point_value: v.optional(wholeNumber),
  /**
   * The country's own reasons for rejecting a product. If missing, the built-in ones apply, whose texts are in
   * the app.
   */
  rejection_reasons: v.optional(v.array(rejectionReason)),
  /** Current, upcoming and past campaigns; missing from old cached copies. */
  campaigns: v.optional(v.pipe(v.array(campaign), v.maxLength(MAX_CAMPAIGNS))),
  /** Version of the country's product guide; missing if it has none. */
  product_guide: v.optional(v.pipe(v.string(), v.maxLength(16))),
  /**
   * Ids of the shop's visible categories, in display order; missing from old cached copies, and if there is no
   * shop.
   */
  shop_category_order: v.optional(v.array(uuid)),
  /** Maximum team size (spec 2 §9); unlimited if missing. */
  team_limit: v.optional(v.object({ owners: wholeNumber, installers: wholeNumber })),
  /** Question about products in tier categories 2, 4 and 5. */
  product_survey: v.array(surveyQuestion),
  /** Closing survey of a new project, for projects created offline. */
  closing_survey: v.optional(v.array(surveyQuestion)),
  /** Extra closing questions for a project that came from a lead. */
  lead_survey: v.optional(v.array(surveyQuestion)),
});
export type Configuration = v.InferOutput<typeof configuration>;
