import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PlainField } from './setting-editors.tsx';

/** Fields that are edited together. */
export interface SettingGroup {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly fields: readonly PlainField[];
}

/** Settings with a single control, in the order of the screen. */
export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'points',
    title: msg`Points`,
    fields: [
      'welcome_points',
      'survey_points',
      'points_validity_months',
      'configuration.point_value',
    ],
  },
  {
    id: 'companies',
    title: msg`Companies and teams`,
    fields: [
      'regional.flags',
      'regional.company_type_state',
      'accepts_leads',
      'configuration.team_limit',
    ],
  },
  {
    id: 'projects',
    title: msg`Projects and certificates`,
    fields: ['configuration.project_life_days', 'warranty.minimum_months'],
  },
  {
    id: 'labels',
    title: msg`Product labels`,
    fields: [
      'configuration.manufacturer_domain',
      'configuration.sizes',
      'configuration.variants',
      'configuration.generic_regions',
      'configuration.requires_tag_photo',
    ],
  },
];
