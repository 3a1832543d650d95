import { type BodyOf } from '#schemas/api/call.ts';
import { type settingsCalls } from '#schemas/operator/settings-calls.ts';

/** Valid first settings of a country. */
export const firstValues: BodyOf<typeof settingsCalls.createSettings>['settings'] = {
  welcome_points: 500,
  survey_points: 25,
  points_validity_months: 24,
  'configuration.point_value': null,
  'configuration.project_life_days': 60,
  'warranty.minimum_months': 6,
  'configuration.team_limit': { owners: 2, installers: 8 },
  accepts_leads: true,
  'regional.flags': 2,
  'regional.company_type_state': 2,
  'configuration.manufacturer_domain': 'skylight.example',
  'configuration.sizes': ['CK02', 'MK04'],
  'configuration.variants': ['2070'],
  'configuration.generic_regions': ['RS'],
  'configuration.requires_tag_photo': [{ year: '19', factory: 'C', variant: '2070' }],
  'regional.vat_field': { en: 'VAT number', lt: 'PVM kodas' },
  'regional.company_id_field': { en: 'Company number', lt: 'Įmonės kodas' },
  'regional.company_types': [
    {
      id: 1,
      name_translated: { en: 'Roofer', lt: 'Stogdengys' },
      ...{ disclaimer_state: 0, disclaimer_translated: {} },
      ...{ declaration_state: 2, declaration_translated: { en: 'We follow the instructions.' } },
    },
  ],
  'regional.registration_questions': [
    {
      ...{ question_id: 7001, kind: 'single', text: { en: 'How many people work with you?' } },
      ...{ optional: false, min: null, max: null, step: null, limit: null, parent_answer_id: null },
      answers: [
        { answer_id: 7002, text: { en: 'Up to 5' } },
        { answer_id: 7003, text: { en: 'More than 5' } },
      ],
    },
  ],
  'regional.decor_registration_questions': null,
  'regional.links': { terms: 'https://club.lt.example/taisykles' },
  'configuration.rejection_reasons': null,
  'configuration.product_survey': [],
  closing_survey: [],
  lead_survey: [],
  'warranty.catalogue': [],
};
