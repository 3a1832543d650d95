import * as v from 'valibot';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';

/** Parts of a country's setup, in the order in which they are set up. */
const setupParts = [
  'settings',
  'registration_surveys',
  'product_types',
  'points',
  'tiers',
  'serials',
  'shop',
  'news',
  'product_guide',
  'second_person',
] as const;
export type SetupPart = (typeof setupParts)[number];

/** The checklist of a country's setup. Companies can register in a country once it has settings. */
export const countryCalls = {
  readLaunchChecklist: defineOperatorCall(
    {
      id: 'readLaunchChecklist',
      method: 'GET',
      path: '/operator/v1/country/checklist',
      summary: 'Lists the parts of a country’s setup, and which of them are done.',
      query: v.object({ region: regionId }),
      result: v.object({
        parts: v.array(
          v.object({
            part: v.picklist(setupParts),
            is_done: v.boolean(),
            /** False for a part that the app works without. */
            is_required: v.boolean(),
          }),
        ),
      }),
    },
    { right: 'settings.read', scope: 'list' },
  ),
} as const;
