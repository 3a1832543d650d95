import type { Configuration } from '#schemas/configuration.ts';
import { productRules } from '#src/features/scan/capture/product-rules.ts';

const configuration: Configuration = {
  region: 'PL',
  manufacturer_domain: 'skylight.example',
  generic_regions: ['RO'],
  sizes: ['MK06', 'MK04'],
  variants: ['2070', '3066'],
  requires_tag_photo: [{ year: '24', factory: 'A', variant: '3066' }],
  product_points: { GGL: 100, SRH: 40 },
  project_life_days: 90,
  product_survey: [
    {
      question_id: 1,
      kind: 'single',
      text: { en: 'Where was it installed?' },
      optional: false,
      answers: [{ answer_id: 11, text: { en: 'On a new window' } }],
      min: null,
      max: null,
      step: null,
      limit: null,
      parent_answer_id: null,
    },
  ],
};
const categories = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'SRH', status: 'internal', tier_category: 4 },
  { type: 'OLD', status: 'retired', tier_category: 2 },
] as const;

/** Rules of a Polish owner, and of an owner in a region with generic labels. */
export const rules = productRules({ role: 3, region: 'PL' }, configuration, categories);
export const genericRules = productRules({ role: 3, region: 'RO' }, configuration, categories);
export const decorRules = productRules({ role: 7, region: 'PL' }, configuration, categories);
