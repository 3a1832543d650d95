import * as v from 'valibot';
import { campaignId } from './campaign.ts';
import { newestFirst, translatedText, uuid, wholeNumber } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

/**
 * Reasons for a ledger entry: the point reasons that have labels in spec 1 §3, and the reasons for points from
 * projects.
 */
export const pointEvents = [
  'project_closed',
  'project_correction',
  'campaign',
  'survey',
  'welcome_points',
  'filling_out_profile',
  'project_survey_completed',
  'order_reservation',
  'order_reject',
  'order_complete',
  'other',
  'installers_promotion_1',
  'installers_promotion_2',
  'installers_promotion_3',
  'installers_promotion_4',
  'trainings',
  'prioritisation_of_response_time',
  'satisfaction_score',
  'online_training_participation',
  'points_expired',
] as const;
const pointEvent = v.picklist(pointEvents);
export type PointEvent = v.InferOutput<typeof pointEvent>;

export const variation = v.picklist(['positive', 'negative', 'reserved', 'expired']);
export type Variation = v.InferOutput<typeof variation>;

/** A campaign with its name at the time of the entry. */
const ledgerCampaign = v.object({ id: campaignId, name_translated: translatedText });
export type LedgerCampaign = v.InferOutput<typeof ledgerCampaign>;

/** One user's share of an entry. */
const ledgerShare = v.object({
  /** Id of the user. */
  uuid,
  /** Change of the balance, signed. */
  points: v.pipe(v.number(), v.integer()),
});
export type LedgerShare = v.InferOutput<typeof ledgerShare>;

/** Entry of a company's points ledger, which is append-only. */
export const ledgerEntry = v.object({
  ...replicatedEntries,
  event: pointEvent,
  /** Always positive; `variation` gives the sign. */
  points: wholeNumber,
  variation,
  /** The closed project; null for other entries. */
  project_uuid: v.nullable(uuid),
  /** The order; null for other entries. */
  order_uuid: v.nullable(uuid),
  /** Only for the event `campaign`; null for other entries. Older servers don't send it. */
  campaign: v.optional(v.nullable(ledgerCampaign)),
  /**
   * Shares of the users who earned or spent the points (docs/behaviour/points.md). The rest belongs to the company.
   * Staff only get their own share. Older servers don't send this field.
   */
  people: v.optional(v.array(ledgerShare)),
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntry>;

export const ledgerDocument = v.object({
  ...v.omit(ledgerEntry, ['deleted']).entries,
  campaign: v.nullable(ledgerCampaign),
  /** Null until the next pull, if an older app without this field stored the entry. */
  people: v.nullable(v.array(ledgerShare)),
  newest_first: newestFirst,
});
export type LedgerDocument = v.InferOutput<typeof ledgerDocument>;

/** Change of the balance: negative for reserved, negative and expired entries. */
export function signedPoints(entry: { points: number; variation: Variation }): number {
  return entry.variation === 'positive' ? entry.points : -entry.points;
}

/** Sum of the ledger (docs/behaviour/points.md). */
export function ledgerBalance(entries: Iterable<{ points: number; variation: Variation }>): number {
  let sum = 0;
  for (const entry of entries) sum += signedPoints(entry);
  return sum;
}

/** `GET /v1/company/points/{id}` (spec 1 §3; spec 2 §3, "Company"). */
export const pointsSummary = v.object({
  company_points: v.pipe(v.number(), v.integer()),
  projects: v.object({ in_prog: wholeNumber }),
  points: v.object({
    to_expire: wholeNumber,
    /** Points that aren't part of the balance until the company is verified. Missing from old cached copies. */
    reserved: v.optional(wholeNumber),
  }),
  scans: v.object({
    current_year: wholeNumber,
    /** Scans of this year whose project is closed (spec 2 §3); missing from old cached copies. */
    completed: v.optional(wholeNumber),
    /** Valid windows of this year, needed for a club card (spec 2 §5); missing from old cached copies. */
    windows: v.optional(wholeNumber),
  }),
});
export type PointsSummary = v.InferOutput<typeof pointsSummary>;
