import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Transaction } from 'kysely';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { type Campaign, MAX_CAMPAIGNS } from '#schemas/campaign.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type CampaignProblem, type CampaignState } from '#schemas/operator/campaign-calls.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { lockCountry } from '../setup/lock-country.ts';
import { describeReusedId, findReusedIds, loadUsedCampaignIds } from './campaign-ids.ts';

/** A country with its campaigns and the current day there. */
interface CampaignCountry {
  readonly region: RegionCode;
  readonly campaigns: readonly Campaign[];
  /** Ids of all campaigns that the country has ever had. */
  readonly usedIds: ReadonlySet<string>;
  readonly today: string;
}

/** A problem with a campaign: its code, and a sentence printed by the command. */
interface FoundProblem {
  readonly problem: CampaignProblem;
  readonly text: string;
}

/**
 * The campaigns that a country would have after a change, a line of output for each requested campaign, and any
 * problems.
 */
export interface CampaignPlan {
  readonly campaigns: readonly Campaign[];
  readonly lines: readonly string[];
  readonly problems: readonly FoundProblem[];
}

/** Reads a country's campaigns; null for a country that isn't set up. */
export async function loadCampaigns(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<readonly Campaign[] | null> {
  const row = await db
    .selectFrom('region_settings')
    .select('configuration')
    .where('region', '=', region)
    .executeTakeFirst();
  // The cast is safe, because the configuration is validated before it's written (write-settings.ts).
  return row ? ((row.configuration as Configuration).campaigns ?? []) : null;
}

/** Reads the data needed to change a country's campaigns; null for a country that isn't set up. */
export async function loadCampaignCountry(
  db: Kysely<Database>,
  region: RegionCode,
  now: number,
): Promise<CampaignCountry | null> {
  const campaigns = await loadCampaigns(db, region);
  if (campaigns === null) return null;
  const usedIds = await loadUsedCampaignIds(db, region);
  return { region, campaigns, usedIds, today: dayIn(region, now) };
}

/** Locks the country's settings, as `club setup` does, and then loads the data like `loadCampaignCountry`. */
export async function lockCampaignCountry(
  trx: Transaction<Database>,
  region: RegionCode,
  now: number,
): Promise<CampaignCountry | null> {
  await lockCountry(trx, region);
  return loadCampaignCountry(trx, region, now);
}

/** Plans new and changed campaigns. */
export function planCampaigns(
  requestedCampaigns: readonly Campaign[],
  { region, campaigns, usedIds, today }: CampaignCountry,
): CampaignPlan {
  const campaignsById = new Map(
    campaigns.map((currentCampaign) => [currentCampaign.id, currentCampaign]),
  );
  const lines = requestedCampaigns.map((next) => {
    const currentCampaign = campaignsById.get(next.id);
    campaignsById.set(next.id, next);
    const isSame = isDeepStrictEqual(currentCampaign, next);
    const change = currentCampaign === undefined ? 'start' : isSame ? 'no change' : 'change';
    return `${next.id}: ${change}, ${next.from} to ${next.until}`;
  });
  const endedProblems = requestedCampaigns
    // A campaign in its grace period still counts late scans. The period may also be extended.
    .filter(({ until, grace_days }) => addDays(until, grace_days) < today)
    .map(({ id }) => ({
      problem: 'campaign_ended' as const,
      text: `${id} has already ended in ${region}, including its grace days: today is ${today} there.`,
    }));
  const startedProblems = requestedCampaigns.flatMap((next) => {
    const currentCampaign = campaigns.find(({ id }) => id === next.id);
    return currentCampaign !== undefined && losesDays(currentCampaign, next, today)
      ? [
          {
            problem: 'campaign_started' as const,
            text: `${next.id} started on ${currentCampaign.from}. Its start can’t be later, and its end can’t be in the past.`,
          },
        ]
      : [];
  });
  const usedIdProblems = findReusedIds(requestedCampaigns, campaigns, usedIds).map((id) => ({
    problem: 'campaign_id_used' as const,
    text: `${id} ${describeReusedId(region)}`,
  }));
  const excessProblems =
    campaignsById.size > MAX_CAMPAIGNS
      ? [
          {
            problem: 'too_many_campaigns' as const,
            text: `${region} has more than ${MAX_CAMPAIGNS} campaigns.`,
          },
        ]
      : [];
  return {
    campaigns: [...campaignsById.values()],
    lines,
    problems: [...endedProblems, ...startedProblems, ...usedIdProblems, ...excessProblems],
  };
}

/**
 * True if a campaign that has started would lose days on which products may have been scanned. A campaign that was
 * moved into the future could even be removed as if it had never run.
 */
function losesDays(currentCampaign: Campaign, next: Campaign, today: string): boolean {
  if (currentCampaign.from > today) return false;
  return (
    next.from > currentCampaign.from || (next.until < currentCampaign.until && next.until < today)
  );
}

/** Plans to end campaigns today; those that haven't started are removed. */
export function planCampaignEnds(
  ids: readonly string[],
  { region, campaigns, today }: CampaignCountry,
): CampaignPlan {
  const campaignsById = new Map(campaigns.map((current) => [current.id, current]));
  const lines: string[] = [];
  const problems: FoundProblem[] = [];
  for (const id of new Set(ids)) {
    const campaign = campaignsById.get(id);
    if (!campaign) {
      const text = `${id} isn’t a campaign of ${region}. \`club campaigns list\` lists them.`;
      problems.push({ problem: 'campaign_missing', text });
    } else if (campaign.from > today) {
      campaignsById.delete(id);
      lines.push(`${id}: removed, because it hasn’t started`);
    } else if (campaign.until < today) {
      lines.push(`${id}: no change, it ended on ${campaign.until}`);
    } else {
      campaignsById.set(id, { ...campaign, until: today });
      lines.push(`${id}: ends today, ${today}`);
    }
  }
  return { campaigns: [...campaignsById.values()], lines, problems };
}

/** Returns a campaign's state on a day. */
export function campaignStateOn(
  today: string,
  { from, until, grace_days }: Pick<Campaign, 'from' | 'until' | 'grace_days'>,
): CampaignState {
  if (today < from) return 'upcoming';
  if (today <= until) return 'running';
  return today <= addDays(until, grace_days) ? 'grace' : 'ended';
}
