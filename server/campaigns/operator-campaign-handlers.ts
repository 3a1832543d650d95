import { type Kysely } from 'kysely';
import { type Campaign } from '#schemas/campaign.ts';
import {
  BUDGET_WARNING_PERCENT,
  type CountryCampaign,
  fromCampaignInput,
} from '#schemas/operator/campaign-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type TranslatedText } from '#schemas/primitives.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { chosenRegions, requireRegion } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  addCampaignFigures,
  findCampaignRegion,
  loadBudgetedCampaigns,
} from './campaign-figures.ts';
import { changeCampaign, findProblems, startCampaign, stopCampaign } from './change-campaigns.ts';
import { loadCampaignCountry, planCampaigns } from './country-campaigns.ts';
import { estimateCampaign } from './estimate-campaign.ts';

const listCampaigns: OperatorHandler<typeof operatorCalls.listCampaigns> = async (
  { query: { region, state, near_budget }, operator },
  { db, clock },
) => {
  const budgetedCampaigns = await loadBudgetedCampaigns(
    db,
    chosenRegions(operator, region),
    clock.now(),
  );
  const matchingCampaigns = budgetedCampaigns.filter(
    (campaign) =>
      (state === undefined || campaign.state === state) &&
      // An ended campaign costs nothing more.
      (near_budget === undefined || (campaign.budget !== null && campaign.state !== 'ended')),
  );
  const campaigns = await addCampaignFigures(db, matchingCampaigns);
  const data = campaigns
    .filter((campaign) => near_budget === undefined || isNearBudget(campaign))
    .toSorted(compareByEnd);
  return { data, meta: { next: null, total: data.length } };
};

/** True if the booked and promised points nearly reach the budget, or exceed it. */
const isNearBudget = ({ budget, booked, promised }: CountryCampaign) =>
  budget !== null && (booked + promised) * 100 >= budget * BUDGET_WARNING_PERCENT;

function compareByEnd({ campaign: a }: CountryCampaign, { campaign: b }: CountryCampaign): number {
  if (a.until !== b.until) return a.until > b.until ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

const listCampaignNames: OperatorHandler<typeof operatorCalls.listCampaignNames> = async (
  { query: { region }, operator },
  { db },
) => {
  requireRegion(operator, region);
  const rows = await db
    .selectFrom('campaign_names')
    .select(['id', 'name_translated'])
    .where('region', '=', regionCodeOf(region))
    .orderBy('id')
    .execute();
  // The cast is safe, because only `writeCampaignNames` writes the names, and they are validated before.
  const data = rows.map((row) => ({
    id: row.id,
    name_translated: row.name_translated as TranslatedText,
  }));
  return { data };
};

const readCampaign: OperatorHandler<typeof operatorCalls.readCampaign> = async (
  { query: { region, id }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const budgetedCampaigns = await loadBudgetedCampaigns(db, [region], clock.now());
  const [campaign] = await addCampaignFigures(
    db,
    budgetedCampaigns.filter((entry) => entry.campaign.id === id),
  );
  if (!campaign) throw new ApiFailure('not_found');
  return campaign;
};

const listCampaignTimeline: OperatorHandler<typeof operatorCalls.listCampaignTimeline> = async (
  { params: { id }, query, operator },
  { db },
) => {
  if ((await findCampaignRegion(db, operator, id)) === null) throw new ApiFailure('not_found');
  return readTimeline(db, id, query, []);
};

const previewCampaign: OperatorHandler<typeof operatorCalls.previewCampaign> = async (
  { body: { region, campaign: input }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const campaign = fromCampaignInput(input);
  const now = clock.now();
  const problems = await listProblems(db, region, campaign, now);
  const estimates = await estimateCampaign(db, regionCodeOf(region), campaign, now);
  return { problems, estimates };
};

async function listProblems(
  db: Kysely<Database>,
  region: RegionId,
  campaign: Campaign,
  now: number,
) {
  const country = await loadCampaignCountry(db, regionCodeOf(region), now);
  if (country === null) throw new ApiFailure('not_found');
  const fields = await findProblems(db, campaign);
  return [
    ...fields.map(({ problem, path }) => ({ problem, field: path.split('.').slice(2).join('.') })),
    ...planCampaigns([campaign], country).problems.map(({ problem }) => ({ problem, field: '' })),
  ];
}

/** Campaigns in the console. */
export const operatorCampaignHandlers = {
  listCampaigns,
  listCampaignNames,
  readCampaign,
  listCampaignTimeline,
  previewCampaign,
  startCampaign,
  changeCampaign,
  stopCampaign,
} satisfies Partial<OperatorHandlers>;
