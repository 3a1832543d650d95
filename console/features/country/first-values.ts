import {
  type CountrySettings,
  type SettingField,
  settingFields,
} from '#schemas/operator/settings-calls.ts';
import { MINIMUM_VALIDITY_MONTHS } from '#schemas/warranty-certificate.ts';
import { valueOf } from './setting-editors.tsx';

/** A value for each setting; null for none. */
export type AllValues = Readonly<Record<SettingField, unknown>>;

/**
 * Initial values for a country that isn't copied from another one. The operator still has to enter the text that
 * genuine labels contain (`configuration.manufacturer_domain`).
 */
export const neutralValues: AllValues = {
  welcome_points: 0,
  survey_points: 0,
  points_validity_months: 24,
  'configuration.point_value': null,
  'configuration.project_life_days': 90,
  'warranty.minimum_months': MINIMUM_VALIDITY_MONTHS,
  'configuration.team_limit': null,
  accepts_leads: false,
  // The company number is required.
  'regional.flags': 2,
  'regional.company_type_state': 0,
  'configuration.manufacturer_domain': '',
  'configuration.sizes': [],
  'configuration.variants': [],
  'configuration.generic_regions': [],
  'configuration.requires_tag_photo': [],
  'regional.vat_field': { en: 'VAT number' },
  'regional.company_id_field': { en: 'Company number' },
  'regional.company_types': [],
  'regional.registration_questions': null,
  'regional.decor_registration_questions': null,
  'regional.links': null,
  'configuration.rejection_reasons': null,
  'configuration.product_survey': [],
  closing_survey: [],
  lead_survey: [],
  'warranty.catalogue': [],
};

/** The values of a country's settings. */
export function allValuesOf(settings: CountrySettings): AllValues {
  const entries = (Object.keys(settingFields) as SettingField[]).map((field) => [
    field,
    valueOf(settings, field),
  ]);
  // The cast is safe, because there is an entry for each setting.
  return Object.fromEntries(entries) as AllValues;
}
