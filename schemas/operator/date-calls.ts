import * as v from 'valibot';
import { day, text, translatedText } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';

/** Number of days ahead for which dates are listed. The next turn of the year is always listed. */
export const DATES_AHEAD_DAYS = 42;
/** Maximum number of dates. */
export const MAX_DATES = 200;

const dateKind = v.picklist([
  /** Old points expire. */
  'points_expire',
  /** Levels start to count the products of a new year. */
  'levels_start',
  'settings_start',
  'campaign_start',
  'campaign_end',
  'content_published',
  'product_shown',
  'product_hidden',
]);
export type DateKind = v.InferOutput<typeof dateKind>;

const upcomingDate = v.object({
  kind: dateKind,
  /** In the country's time zone; for the turn of the year, in UTC. */
  day,
  region: regionId,
  /** Id of the campaign, article, product or version; null for the turn of the year. */
  record: v.nullable(text(60)),
  /** Name of the record, if it has one. */
  title: v.nullable(translatedText),
});
export type UpcomingDate = v.InferOutput<typeof upcomingDate>;

/** Calls for the dates in the coming weeks on which something starts or ends. */
export const dateCalls = {
  listUpcomingDates: defineOperatorCall(
    {
      id: 'listUpcomingDates',
      method: 'GET',
      path: '/operator/v1/dates',
      summary:
        'Lists dates in the next six weeks and at the next turn of the year, earliest first. Only includes dates of records that the operator may read.',
      query: v.object({ region: v.optional(regionId) }),
      result: v.object({ data: v.array(upcomingDate) }),
    },
    { right: null, scope: 'list' },
  ),
} as const;
