import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Campaign } from '#schemas/campaign.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { type CountryCampaign } from '#schemas/operator/campaign-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { campaignStateOn, loadCampaigns } from './country-campaigns.ts';

/** A campaign of a country with its budget. */
type BudgetedCampaign = Pick<
  CountryCampaign,
  'region' | 'campaign' | 'state' | 'version' | 'budget'
>;

/** Returns the version of a campaign and its budget, which changes when the campaign or the budget changes. */
export function campaignVersion(campaign: Campaign, budget: number | null): string {
  const content = JSON.stringify([campaign, budget]);
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** Reads the budgets of a country's campaigns by id; omits campaigns without a budget. */
export async function loadBudgets(
  db: Kysely<Database>,
  region: RegionId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('campaign_names')
    .select(['id', 'budget'])
    .where('region', '=', regionCodeOf(region))
    .where('budget', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, budget }) => [id, Number(budget)]));
}

/**
 * Returns the country of a campaign's record, even if the campaign was removed; null if it isn't one of the given
 * countries.
 * @param record the campaign's country and id, such as `PL-double`
 */
export function campaignRegionOf(regions: readonly RegionId[], record: string): RegionId | null {
  return regions.find((each) => record.startsWith(`${regionCodeOf(each)}-`)) ?? null;
}

/**
 * Finds the country of a campaign in the operator's countries; null if there is no such campaign.
 * @param record the campaign's country and id, such as `PL-double`
 */
export async function findCampaignRegion(
  db: Kysely<Database>,
  { regions }: { readonly regions: readonly RegionId[] },
  record: string,
): Promise<RegionId | null> {
  const region = campaignRegionOf(regions, record);
  if (region === null) return null;
  const code = regionCodeOf(region);
  const campaigns = (await loadCampaigns(db, code)) ?? [];
  return campaigns.some(({ id }) => record === `${code}-${id}`) ? region : null;
}

/** Reads the campaigns of countries with their budgets. */
export async function loadBudgetedCampaigns(
  db: Kysely<Database>,
  regions: readonly RegionId[],
  now: number,
): Promise<BudgetedCampaign[]> {
  const budgetedCampaigns: BudgetedCampaign[] = [];
  for (const region of regions) {
    const code = regionCodeOf(region);
    const campaigns = (await loadCampaigns(db, code)) ?? [];
    if (campaigns.length === 0) continue;
    const budgets = await loadBudgets(db, region);
    const today = dayIn(code, now);
    for (const campaign of campaigns) {
      const budget = budgets.get(campaign.id) ?? null;
      const state = campaignStateOn(today, campaign);
      budgetedCampaigns.push({
        region,
        campaign,
        state,
        version: campaignVersion(campaign, budget),
        budget,
      });
    }
  }
  return budgetedCampaigns;
}

interface Figures {
  readonly region: RegionId;
  readonly id: string;
  readonly products: string | number;
  readonly points: string | number;
}

/** Adds the products and points of campaigns, read from the ledger's daily sums and the scans. */
export async function addCampaignFigures(
  db: Kysely<Database>,
  campaigns: readonly BudgetedCampaign[],
): Promise<CountryCampaign[]> {
  if (campaigns.length === 0) return [];
  const keys = JSON.stringify(
    campaigns.map(({ region, campaign: { id } }) => ({ region, campaign: id })),
  );
  const requestedCampaigns = sql`json_to_recordset(${keys}::json) as requested(region integer, campaign text)`;
  const bookedFigures = await sql<Figures>`
    select requested.region, requested.campaign as id, 0 as products, sum(sums.points)::bigint as points
    from ${requestedCampaigns} inner join (
      select region_id, campaign, points from ledger_days where campaign <> ''
      union all select region_id, campaign, points from ledger_changes where campaign <> ''
    ) as sums on sums.region_id = requested.region and sums.campaign = requested.campaign
    group by 1, 2`.execute(db);
  // Only open projects are added: points of closed projects are already in the ledger, and lost projects earn none.
  const openStatuses = sql.join([
    projectStatus.inProgress,
    projectStatus.scheduled,
    projectStatus.inReview,
  ]);
  const counts = await sql<Figures>`
    select requested.region, requested.campaign as id, count(*)::bigint as products,
      coalesce(sum((scans.campaign ->> 'points')::integer)
        filter (where projects.status in (${openStatuses})), 0)::bigint as points
    from ${requestedCampaigns} inner join scans on scans.region_id = requested.region
        and scans.campaign ->> 'id' = requested.campaign and scans.campaign is not null
      inner join projects on projects.uuid = scans.projects_id
    where not scans.deleted and scans.flag <> 'rejected'
    group by 1, 2`.execute(db);
  const createKey = (region: RegionId, id: string) => `${region} ${id}`;
  const indexByKey = (rows: readonly Figures[]) =>
    new Map(rows.map((row) => [createKey(row.region, row.id), row]));
  const [bookedByKey, countedByKey] = [indexByKey(bookedFigures.rows), indexByKey(counts.rows)];
  return campaigns.map((entry) => {
    const key = createKey(entry.region, entry.campaign.id);
    return {
      ...entry,
      products: Number(countedByKey.get(key)?.products ?? 0),
      booked: Number(bookedByKey.get(key)?.points ?? 0),
      promised: Number(countedByKey.get(key)?.points ?? 0),
    };
  });
}
