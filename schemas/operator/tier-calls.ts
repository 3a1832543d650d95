import * as v from 'valibot';
import { text, uuid, wholeNumber, wholeNumberBetween } from '../primitives.ts';
import { tierCategory } from '../product-type.ts';
import { regionId } from '../regions.ts';
import { tierLevels } from '../tier.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Reason for `invalid_input`: only next year's levels can be changed. */
export const YEAR_STARTED = 'year_started';
/** Reason for `invalid_input`: products already count this year, so first levels can only start next year. */
export const PRODUCTS_COUNTED = 'products_counted';

const year = wholeNumberBetween(2000, 2200);

/**
 * Levels of tier categories by year. The levels of past years never change. For the current year, a category's first
 * levels can only be added or corrected.
 */
export const tierCalls = {
  listTierLadders: defineOperatorCall(
    {
      id: 'listTierLadders',
      method: 'GET',
      path: '/operator/v1/country/tiers',
      summary: 'Lists the levels of a country’s tier categories, by the first year they apply to.',
      query: v.object({ region: regionId }),
      result: v.object({
        /** The current year. Like the years of all levels, it’s in UTC. */
        year,
        data: v.array(
          v.object({
            tier_category: tierCategory,
            ladders: v.array(
              v.object({
                /** First year to which the levels apply; 0 for the first known levels. */
                from_year: wholeNumber,
                levels: v.array(v.object({ from: wholeNumber, points: wholeNumber })),
              }),
            ),
            /** True if this year’s levels are the first ones, and no product counts yet. */
            is_correctable: v.boolean(),
            /** Version of the levels, sent with the action. */
            next_version: text(32),
          }),
        ),
      }),
    },
    { right: 'settings.read', scope: 'list' },
  ),
  changeTierLadder: defineOperatorCall(
    {
      id: 'changeTierLadder',
      method: 'POST',
      path: '/operator/v1/country/tiers',
      summary:
        'Sets a tier category’s levels from next year; the category’s first levels can also start this year, and be corrected until a product counts. Needs a second person, unless first levels start this year in a country without companies.',
      body: v.object({
        region: regionId,
        tier_category: tierCategory,
        year,
        levels: tierLevels,
        /** Null for a category without levels. */
        next_version: v.nullable(v.pipe(v.string(), v.maxLength(32))),
        why,
      }),
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'conditional' },
  ),
} as const;
