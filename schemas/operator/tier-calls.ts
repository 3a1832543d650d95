import * as v from 'valibot';
import { text, uuid, wholeNumber, wholeNumberBetween } from '../primitives.ts';
import { tierCategory } from '../product-type.ts';
import { regionId } from '../regions.ts';
import { tierLevels } from '../tier.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Reason for `invalid_input`: only next year's levels can be changed. */
export const YEAR_STARTED = 'year_started';

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
      summary: 'Levels of each tier category of a country, by the first year they apply to.',
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
            /** Version of next year’s levels, sent with the action. */
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
        'Changes the levels of a tier category from the next year on. Needs a second person.',
      body: v.object({
        region: regionId,
        tier_category: tierCategory,
        year,
        levels: tierLevels,
        next_version: v.pipe(v.string(), v.maxLength(32)),
        why,
      }),
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'always' },
  ),
} as const;
