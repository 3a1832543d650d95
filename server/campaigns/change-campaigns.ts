import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Transaction } from 'kysely';
import { type Campaign } from '#schemas/campaign.ts';
import { type CampaignProblem, fromCampaignInput } from '#schemas/operator/campaign-calls.ts';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import { writeBudget, writeCampaigns } from '../configuration/write-settings.ts';
import {
  type ApprovableAction,
  type RequestContext,
  runOrRequestApproval,
} from '../console/approvals.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { findCampaignConflicts } from '../setup/find-conflicts.ts';
import { loadBudgets, campaignVersion } from './campaign-figures.ts';
import {
  type CampaignPlan,
  lockCampaignCountry,
  planCampaigns,
  planCampaignEnds,
} from './country-campaigns.ts';

/** A new or changed campaign, which a second person may have to approve. */
interface CampaignRequest {
  readonly regions: readonly RegionId[];
  readonly campaign: Campaign;
  readonly budget: number | null;
  /** The campaign to change; null for a new one. */
  readonly replaces: Campaign | null;
  readonly budget_before: number | null;
}

/** Id of a campaign's record: `PL-flat-roof-2027`. */
const toRecordId = (region: RegionId, id: string) => `${regionCodeOf(region)}-${id}`;

/** Revision of a campaign that doesn't exist yet. */
const NEW_REV = 0;

/** Returns the version as a number, which approvals compare. It never equals `NEW_REV`. */
const toRev = (campaign: Campaign, budget: number | null) =>
  Number.parseInt(campaignVersion(campaign, budget).slice(0, 7), 16) + 1;

/** Locks a country's campaigns, and reads one of them with its budget. `campaign` is null if it doesn't exist. */
async function lockCampaign(trx: Transaction<Database>, region: RegionId, id: string, now: number) {
  const country = await lockCampaignCountry(trx, regionCodeOf(region), now);
  if (country === null) throw new ApiFailure('not_found');
  const campaign = country.campaigns.find((current) => current.id === id) ?? null;
  const budget = campaign ? ((await loadBudgets(trx, region)).get(id) ?? null) : null;
  return { country, campaign, budget };
}

/** Adds a campaign, or requests approval. */
export const startCampaign: OperatorHandler<typeof operatorCalls.startCampaign> = async (
  { body: { region, campaign: input, budget, why }, operator, audit, runAction },
  services,
) => {
  requireRegion(operator, region);
  const campaign = fromCampaignInput(input);
  return runAction(async (trx) => {
    const now = services.clock.now();
    const { country, campaign: current } = await lockCampaign(trx, region, campaign.id, now);
    if (current !== null)
      throw new ApiFailure('conflict', { details: { reason: 'campaign_id_used' } });
    requireNoProblems(planCampaigns([campaign], country), await findProblems(trx, campaign));
    const before = { replaces: null, budget_before: null };
    const request: CampaignRequest = { regions: [region], campaign, budget, ...before };
    return writeOrRequestApproval(trx, 'startCampaign', request, {
      operator,
      why,
      audit,
      services,
    });
  });
};

/** Changes a campaign, or requests approval if the change could give more points. */
export const changeCampaign: OperatorHandler<typeof operatorCalls.changeCampaign> = async (
  { body: { region, campaign: input, budget, version, why }, operator, audit, runAction },
  services,
) => {
  requireRegion(operator, region);
  const campaign = fromCampaignInput(input);
  return runAction(async (trx) => {
    const now = services.clock.now();
    const lockedCampaign = await lockCampaign(trx, region, campaign.id, now);
    if (
      lockedCampaign.campaign === null ||
      campaignVersion(lockedCampaign.campaign, lockedCampaign.budget) !== version
    )
      throw new ApiFailure('conflict');
    requireNoProblems(
      planCampaigns([campaign], lockedCampaign.country),
      await findProblems(trx, campaign),
    );
    const before = { replaces: lockedCampaign.campaign, budget_before: lockedCampaign.budget };
    const request: CampaignRequest = { regions: [region], campaign, budget, ...before };
    return writeOrRequestApproval(trx, 'changeCampaign', request, {
      operator,
      why,
      audit,
      services,
    });
  });
};

/** Ends a campaign today; one that hasn't started is removed. */
export const stopCampaign: OperatorHandler<typeof operatorCalls.stopCampaign> = async (
  { body: { region, id, version }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const { country, campaign, budget } = await lockCampaign(trx, region, id, clock.now());
    if (campaign === null || campaignVersion(campaign, budget) !== version)
      throw new ApiFailure('conflict');
    const plan = planCampaignEnds([id], country);
    const stoppedCampaign = plan.campaigns.find((current) => current.id === id) ?? null;
    if (isDeepStrictEqual(stoppedCampaign, campaign)) throw createFailure('campaign_ended');
    await writeCampaigns(trx, regionCodeOf(region), plan.campaigns);
    const record = { kind: 'campaign', id: toRecordId(region, id), region };
    audit({
      ...record,
      before: { until: campaign.until },
      after: { until: stoppedCampaign?.until ?? null },
    });
    return { is_removed: stoppedCampaign === null };
  });
};

/** Finds problems in a campaign's fields. */
export async function findProblems(db: Kysely<Database>, campaign: Campaign) {
  const types = new Set((await listProductTypes(db)).map(({ type }) => type));
  return findCampaignConflicts([campaign], types, '');
}

function createFailure(reason: CampaignProblem): ApiFailure {
  return new ApiFailure('invalid_input', { details: { reason } });
}

function requireNoProblems(
  { problems }: CampaignPlan,
  conflicts: readonly { readonly problem: CampaignProblem }[],
): void {
  const [first] = [...conflicts, ...problems];
  if (first) throw createFailure(first.problem);
}

/**
 * True if a change could cost more points: a longer period, a higher reward or one of another kind, other products or
 * levels, or a larger budget.
 */
function isExtension(
  request: Pick<CampaignRequest, 'campaign' | 'budget' | 'replaces' | 'budget_before'>,
): boolean {
  const { campaign: next, replaces: before } = request;
  if (before === null) return true;
  const isLonger =
    next.from < before.from || next.until > before.until || next.grace_days > before.grace_days;
  const getScope = ({ types, tier_categories, levels }: Campaign) => [
    types,
    tier_categories,
    levels,
  ];
  const hasOtherScope = !isDeepStrictEqual(getScope(next), getScope(before));
  const { budget, budget_before } = request;
  const hasLargerBudget = budget_before !== null && (budget === null || budget > budget_before);
  return isLonger || hasOtherScope || hasLargerBudget || isHigher(next.reward, before.reward);
}

function isHigher(next: Campaign['reward'], before: Campaign['reward']): boolean {
  if (next.kind === 'points' && before.kind === 'points') return next.points > before.points;
  if (next.kind === 'factor' && before.kind === 'factor') return next.percent > before.percent;
  return true;
}

async function writeOrRequestApproval(
  trx: Transaction<Database>,
  act: SecondPersonCallId,
  body: CampaignRequest,
  context: RequestContext,
) {
  const { regions, campaign } = body;
  const [region] = regions;
  if (region === undefined) throw new ApiFailure('not_found');
  const { approval } = await runOrRequestApproval(
    trx,
    campaignApproval,
    {
      ...{ act, body, record: { kind: 'campaign', id: toRecordId(region, campaign.id) } },
      approval: isExtension(body) ? 'if_possible' : 'none',
      summary: { campaign: campaign.id },
    },
    context,
  );
  return { approval };
}

/** Approval of a campaign. The approval becomes void if the campaign was changed or can no longer start. */
export const campaignApproval: ApprovableAction<CampaignRequest> = {
  right: 'settings.edit',
  readRev: async (trx, _id, { regions, campaign }, now) => {
    const [region] = regions;
    if (region === undefined) return null;
    const current = await lockCampaign(trx, region, campaign.id, now);
    if (planCampaigns([campaign], current.country).problems.length > 0) return null;
    return current.campaign === null ? NEW_REV : toRev(current.campaign, current.budget);
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { body: { regions, campaign, budget }, services, audit }) => {
    for (const region of regions) {
      const before = await lockCampaign(trx, region, campaign.id, services.clock.now());
      const plan = planCampaigns([campaign], before.country);
      requireNoProblems(plan, []);
      await writeCampaigns(trx, regionCodeOf(region), plan.campaigns);
      await writeBudget(trx, regionCodeOf(region), campaign.id, budget);
      audit({
        ...{ kind: 'campaign', id: toRecordId(region, campaign.id), region },
        before: before.campaign && { ...before.campaign, budget: before.budget },
        after: { ...campaign, budget },
      });
    }
  },
};
