import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { type PublicConfiguration, type RegionalSettings } from '#schemas/configuration.ts';
import { regions, type RegionCode } from '#schemas/regions.ts';
import { singlePage } from '../db/bounded-list.ts';
import { type Handlers } from '../http/handler.ts';
import { loadRegistrationSurveys } from '../registration/registration-surveys.ts';
import { hasShop } from '../shop/has-shop.ts';
import { selectVisibleCategories } from '../shop/product-row.ts';
import { listProductTypes, getRegionRules } from './region-rules.ts';

/** Devices receive a campaign for this many days after its end, because products may arrive late. */
const CAMPAIGN_DAYS = 90;

/** Configuration that the app loads first: countries, rules and product types. */
export const configurationHandlers = {
  async getPublicConfiguration(_input, { db }) {
    const rows = await db
      .selectFrom('region_settings')
      .select(['region', 'regional', 'welcome_points'])
      .orderBy('region')
      .execute();
    // The casts are safe, because only write-settings.ts writes these rows, and it validates them.
    const behaviours: PublicConfiguration['behaviours'] = {};
    for (const { region, welcome_points } of rows) {
      behaviours[region as RegionCode] = { welcome_points };
    }
    return {
      regional_settings: rows.map(({ regional }) => regional as RegionalSettings),
      behaviours,
      registration_surveys: await loadRegistrationSurveys(db),
    };
  },

  async getConfiguration({ actor }, { db, clock }) {
    const rules = await getRegionRules(db, actor.region);
    const oldestDay = addDays(dayIn(actor.region, clock.now()), -CAMPAIGN_DAYS);
    const { configuration, closingSurvey, leadSurvey, surveyPoints, warranty } = rules;
    const { campaigns = [] } = configuration;
    const guide = await db
      .selectFrom('product_guides')
      .select('version')
      .where('region', '=', actor.region)
      .executeTakeFirst();
    return {
      ...configuration,
      campaigns: campaigns.filter(({ until }) => until >= oldestDay),
      warranty_minimum_months: warranty.minimum_months,
      closing_survey: [...closingSurvey],
      lead_survey: [...leadSurvey],
      survey_points: surveyPoints,
      ...(guide && { product_guide: guide.version }),
      ...(hasShop(actor) && {
        shop_category_order: (await selectVisibleCategories(db, actor.region).execute()).map(
          ({ uuid }) => uuid,
        ),
      }),
    };
  },

  listRegions: () => {
    const data = regions.map(({ id, code, dialCode }) => ({ id, code, dial_code: dialCode }));
    return Promise.resolve(singlePage(data));
  },

  async listTierProductCategories(_input, { db }) {
    const data = await listProductTypes(db);
    return singlePage(data);
  },
} satisfies Partial<Handlers>;
