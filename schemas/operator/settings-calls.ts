import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { configuration, regionalSettings } from '../configuration.ts';
import { day, moment, text, uuid, wholeNumber, wholeNumberBetween } from '../primitives.ts';
import { tierProductCategory } from '../product-type.ts';
import { regionCode, regionId } from '../regions.ts';
import { surveyQuestion } from '../survey.ts';
import { warrantySettings } from '../warranty-certificate.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { listFields } from './setting-lists.ts';

/** Maximum number of changes in one action. */
const MAX_CHANGES = 100;
/** Maximum length of a value as JSON, such as company types with their texts in all languages. */
const MAX_VALUE_LENGTH = 500_000;
/** Maximum number of days ahead that a version can start. */
export const MAX_START_DAYS = 730;
/** Reason for `invalid_input`: the version would start before today, or too far ahead. */
export const START_OUT_OF_RANGE = 'start_out_of_range';
/** Reason for `conflict`: another version of the same list is scheduled, and one would undo the other. */
export const VERSION_PLANNED = 'version_planned';
/**
 * Reasons for `invalid_input` when company types change: no type would be left although one is required, or companies
 * still have a type that would be removed.
 */
export const COMPANY_TYPES_MISSING = 'company_types_missing';
export const COMPANY_TYPE_USED = 'company_type_used';
/** Reason for `invalid_input`: two entries of a list have the same id. */
export const ENTRY_TWICE = 'entry_twice';
/** Reason for `invalid_input`: the product type doesn't exist. */
export const UNKNOWN_TYPE = 'unknown_type';

/** The points of a product type are also a field. Its name is this prefix, followed by the type. */
export const POINTS_FIELD_PREFIX = 'configuration.product_points.';

const codes = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(12), v.regex(/^[^\s,;]+$/))),
  v.maxLength(300),
  v.check((list) => new Set(list).size === list.length),
);

/** Rules for data plates that need a photo. */
const tagPhotos = v.pipe(
  v.array(
    v.object({
      year: v.pipe(v.string(), v.maxLength(2), v.regex(/^[A-Z0-9]{2}$/)),
      factory: v.pipe(v.string(), v.maxLength(1), v.regex(/^[A-Z0-9]$/)),
      variant: v.pipe(v.string(), v.maxLength(12), v.regex(/^[^\s,;]+$/)),
    }),
  ),
  v.maxLength(300),
);

/** Settings that the console can change, with a schema for the values of each. The names are paths in the settings. */
export const settingFields = {
  welcome_points: wholeNumberBetween(0, 1_000_000),
  survey_points: wholeNumberBetween(0, 1_000_000),
  points_validity_months: wholeNumberBetween(1, 240),
  'configuration.point_value': v.nullable(wholeNumberBetween(1, 1_000_000)),
  'configuration.project_life_days': wholeNumberBetween(1, 3650),
  'warranty.minimum_months': wholeNumberBetween(0, 240),
  'configuration.team_limit': v.nullable(
    v.object({ owners: wholeNumberBetween(1, 1000), installers: wholeNumberBetween(0, 10_000) }),
  ),
  accepts_leads: v.boolean(),
  'regional.flags': wholeNumberBetween(0, 7),
  'regional.company_type_state': regionalSettings.entries.company_type_state,
  'configuration.manufacturer_domain': configuration.entries.manufacturer_domain,
  'configuration.sizes': codes,
  'configuration.variants': codes,
  'configuration.generic_regions': v.pipe(v.array(regionCode), v.maxLength(16)),
  'configuration.requires_tag_photo': tagPhotos,
  ...listFields,
} as const;
export type SettingField = keyof typeof settingFields;

/** True for the name of a setting, including a product type's points. */
export const isSetting = (field: string): boolean =>
  Object.hasOwn(settingFields, field) || field.startsWith(POINTS_FIELD_PREFIX);

const change = <const Field extends SettingField>(field: Field) =>
  v.object({
    field: v.literal(field),
    /** The value that the operator saw, as JSON; any other value is a conflict. */
    before: v.pipe(v.string(), v.maxLength(MAX_VALUE_LENGTH), v.parseJson()),
    value: settingFields[field],
  });

const settingChange = v.variant('field', [
  change('welcome_points'),
  change('survey_points'),
  change('points_validity_months'),
  change('configuration.point_value'),
  change('configuration.project_life_days'),
  change('warranty.minimum_months'),
  change('configuration.team_limit'),
  change('accepts_leads'),
  change('regional.flags'),
  change('regional.company_type_state'),
  change('configuration.manufacturer_domain'),
  change('configuration.sizes'),
  change('configuration.variants'),
  change('configuration.generic_regions'),
  change('configuration.requires_tag_photo'),
  change('regional.vat_field'),
  change('regional.company_id_field'),
  change('regional.company_types'),
  change('regional.registration_questions'),
  change('regional.decor_registration_questions'),
  change('regional.links'),
  change('configuration.rejection_reasons'),
  change('configuration.product_survey'),
  change('closing_survey'),
  change('lead_survey'),
  change('warranty.catalogue'),
]);
export type SettingChange = v.InferInput<typeof settingChange>;

/** The current settings. */
const countrySettings = v.object({
  regional: regionalSettings,
  configuration: v.omit(configuration, ['campaigns']),
  closing_survey: v.array(surveyQuestion),
  lead_survey: v.array(surveyQuestion),
  warranty: warrantySettings,
  welcome_points: wholeNumber,
  accepts_leads: v.boolean(),
  survey_points: wholeNumber,
  points_validity_months: wholeNumber,
});
export type CountrySettings = v.InferOutput<typeof countrySettings>;

const version = v.object({
  id: uuid,
  region: regionId,
  state: v.picklist(['planned', 'active', 'cancelled']),
  /** `setup`: written by a country's setup files. */
  source: v.picklist(['console', 'setup']),
  starts_at: moment,
  created_at: moment,
  /** Name of the operator; null if changed by the setup. */
  operator: v.nullable(text(100)),
  changes: v.array(v.object({ field: text(120), before: v.unknown(), value: v.unknown() })),
});

const productValue = v.object({
  ...tierProductCategory.entries,
  /** Null if the country gives no points for the type. */
  points: v.nullable(wholeNumber),
  /** Time when the value took effect; null if that was before the first version. */
  since: v.nullable(moment),
  planned: v.array(v.object({ points: v.nullable(wholeNumber), starts_at: moment })),
});

/** First day of a version, in the country's time zone. If that is today, the version starts immediately. */
const starts_on = day;

/**
 * Settings of a country and their versions. A version takes effect automatically when it starts, and can't be
 * changed afterwards. Saved products keep their points.
 */
export const settingsCalls = {
  readCountrySettings: defineOperatorCall(
    {
      id: 'readCountrySettings',
      method: 'GET',
      path: '/operator/v1/country/settings',
      summary: 'Returns a country’s current settings; null if the country has none.',
      query: v.object({ region: regionId }),
      result: v.object({
        settings: v.nullable(countrySettings),
        today: day,
        /**
         * Number for a new company type: higher than any in the country's settings or used by its companies.
         */
        next_company_type: wholeNumber,
        /** Registration questions for countries that don't define any. */
        shared_questions: v.object({
          regular: v.array(surveyQuestion),
          decor: v.array(surveyQuestion),
        }),
        /** The operator's countries whose settings a new country can copy; empty if the country has settings. */
        open_regions: v.array(regionId),
      }),
    },
    { right: 'settings.read', scope: 'list' },
  ),
  listProductValues: defineOperatorCall(
    {
      id: 'listProductValues',
      method: 'GET',
      path: '/operator/v1/country/product-values',
      summary:
        'Lists the points of each product type, with the time when they took effect and planned changes.',
      query: v.object({ region: regionId }),
      result: v.object({
        data: v.array(productValue),
        today: day,
        /** False for a country whose settings must be written before it can have points. */
        has_settings: v.boolean(),
      }),
    },
    { right: 'settings.read', scope: 'list' },
  ),
  listSettingsVersions: defineOperatorCall(
    {
      id: 'listSettingsVersions',
      method: 'GET',
      path: '/operator/v1/country/versions',
      summary: 'Lists versions of settings with each changed value, latest start first.',
      query: v.object(operatorListEntries),
      result: operatorListResult(version),
    },
    { right: 'settings.read', scope: 'list' },
  ),
  createSettings: defineOperatorCall(
    {
      id: 'createSettings',
      method: 'POST',
      path: '/operator/v1/country/first-settings',
      summary:
        'Opens a country with its first settings. Needs no second person, because no company depends on them.',
      body: v.object({ region: regionId, settings: v.object(settingFields), why }),
      /** Id of the first version. */
      result: v.object({ version: uuid }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true },
  ),
  changeSettings: defineOperatorCall(
    {
      id: 'changeSettings',
      method: 'POST',
      path: '/operator/v1/country/settings',
      summary: 'Changes settings from a given day: all of them or none. Needs a second person.',
      body: v.object({
        region: regionId,
        changes: v.pipe(
          v.array(settingChange),
          v.minLength(1),
          v.maxLength(MAX_CHANGES),
          v.check((list) => new Set(list.map(({ field }) => field)).size === list.length),
        ),
        starts_on,
        why,
      }),
      /** Null if the version was created immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'always' },
  ),
  changeProductValues: defineOperatorCall(
    {
      id: 'changeProductValues',
      method: 'POST',
      path: '/operator/v1/country/product-values',
      summary:
        'Changes the points of product types from a given day: all of them or none. Needs a second person, unless the change starts today in a country without companies.',
      body: v.object({
        region: regionId,
        values: v.pipe(
          v.array(
            v.object({
              type: tierProductCategory.entries.type,
              /** The value that the operator saw; any other value is a conflict. */
              before: v.nullable(wholeNumber),
              points: v.nullable(wholeNumberBetween(0, 1_000_000)),
            }),
          ),
          v.minLength(1),
          v.maxLength(MAX_CHANGES),
          v.check((list) => new Set(list.map(({ type }) => type)).size === list.length),
        ),
        starts_on,
        why,
      }),
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'conditional' },
  ),
  cancelSettingsVersion: defineOperatorCall(
    {
      id: 'cancelSettingsVersion',
      method: 'POST',
      path: '/operator/v1/country/versions/{id}/cancel',
      summary: 'Cancels a version that hasn’t started. Needs a second person.',
      params: idParams,
      body: v.object({ why }),
      /** Null if the version was cancelled immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    {
      right: 'settings.edit',
      scope: { record: 'settings_version', in: 'params', field: 'id' },
      isAction: true,
      secondPerson: 'always',
    },
  ),
} as const;
