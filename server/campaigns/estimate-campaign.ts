import { type Kysely, sql } from 'kysely';
import { addDays, addMonths, dayIn, startOfDay, startOfUtcDay } from '#schemas/calendar-day.ts';
import { type Campaign, findBestCampaign } from '#schemas/campaign.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type CampaignEstimate } from '#schemas/operator/campaign-calls.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { bracketAt } from '#schemas/tier.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import { type Database } from '../db/tables.ts';
import { getYearStart } from '../points/points-expiry.ts';
import { loadYearlyBrackets } from '../tiers/load-brackets.ts';

/** Maximum length of an estimated period, in days. Longer campaigns are estimated from one year. */
const MAX_DAYS = 366;

interface Period {
  readonly from: string;
  readonly until: string;
}

/** Accepted products of an earlier period with the same type, points and level. */
interface ProductGroup {
  readonly type: string;
  /** Points for one product, without the points of a campaign. */
  readonly points: number;
  /**
   * Number of the category's products that the company installed earlier that year; null if the campaign is for all
   * levels.
   */
  readonly before: number | null;
  readonly year: number;
  readonly products: number;
}

/**
 * Estimates the extra points that a campaign alone would have given in two past periods (`getEarlierPeriods`), from
 * their accepted products.
 */
export async function estimateCampaign(
  db: Kysely<Database>,
  region: RegionCode,
  campaign: Campaign,
  now: number,
): Promise<CampaignEstimate[]> {
  const estimates: CampaignEstimate[] = [];
  const findLevel = await createLevelReader(db, region);
  const types = await listProductTypes(db);
  const at = startOfDay(region, campaign.from);
  for (const period of getEarlierPeriods(campaign, dayIn(region, now))) {
    let [products, points] = [0, 0];
    for (const group of await loadGroups(db, region, period, campaign.levels !== null)) {
      const category = findTierCategory(types, group.type);
      const level =
        category === undefined || group.before === null
          ? null
          : findLevel(category, group.year, group.before);
      const product = { type: group.type, category, level, points: group.points };
      const bestCampaign = findBestCampaign(
        [campaign],
        product,
        { scannedAt: at, receivedAt: at },
        region,
      );
      if (bestCampaign === null) continue;
      products += group.products;
      points += bestCampaign.points * group.products;
    }
    estimates.push({ ...period, products, points });
  }
  return estimates;
}

/**
 * Returns two past periods of the campaign's length: the one that ended yesterday, and the campaign's own period moved
 * back by whole years.
 */
export function getEarlierPeriods({ from, until }: Period, today: string): Period[] {
  const length = (startOfUtcDay(until) - startOfUtcDay(from)) / DAY_MS + 1;
  const days = Math.min(MAX_DAYS, length);
  const latestPeriod = { from: addDays(today, -days), until: addDays(today, -1) };
  let years = 1;
  while (addMonths(until, -12 * years) >= today) years += 1;
  const lastDay = addMonths(until, -12 * years);
  return [latestPeriod, { from: addDays(lastDay, 1 - days), until: lastDay }];
}

async function createLevelReader(db: Kysely<Database>, region: RegionCode) {
  const findBrackets = await loadYearlyBrackets(db, region);
  return (category: Parameters<typeof findBrackets>[0], year: number, before: number) => {
    const brackets = findBrackets(category, year);
    return brackets ? bracketAt(brackets, before).level : null;
  };
}

async function loadGroups(
  db: Kysely<Database>,
  region: RegionCode,
  { from, until }: Period,
  dependsOnLevel: boolean,
): Promise<readonly ProductGroup[]> {
  const start = new Date(startOfDay(region, from));
  const end = new Date(startOfDay(region, addDays(until, 1)));
  // Levels count from the start of the year in UTC.
  const earliest = dependsOnLevel ? getYearStart(start.getTime()) : start;
  const year = sql`extract(year from created_at at time zone 'UTC')::integer`;
  const before = dependsOnLevel
    ? sql`(row_number() over (
        partition by company_id, tier_category, ${year} order by created_at, uuid) - 1)::integer`
    : sql`null::integer`;
  const { rows } = await sql<ProductGroup & { readonly products: string | number }>`
    select type, points, before, year, count(*)::bigint as products
    from (
      select type, flag, created_at, ${year} as year, ${before} as before,
        points - coalesce((campaign ->> 'points')::integer, 0) as points
      from scans left join product_types using (type)
      where region_id = ${regionIdOf(region)} and not deleted and flag <> 'rejected'
        and created_at >= ${earliest} and created_at < ${end}
    ) as dated
    where created_at >= ${start} and flag = 'valid'
    group by 1, 2, 3, 4`.execute(db);
  return rows.map((row) => ({ ...row, products: Number(row.products) }));
}
