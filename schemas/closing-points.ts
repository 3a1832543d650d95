/**
 * Points added when a project is closed, computed the same way by the server and every screen
 * (docs/behaviour/projects.md).
 */
import type { PointEvent } from './ledger.ts';
import type { ScanCampaign } from './scan.ts';

/** Reasons for points that are added at closing. */
export type ClosingPointEvent = Extract<
  PointEvent,
  'project_closed' | 'campaign' | 'project_survey_completed' | 'welcome_points'
>;

export interface ClosingPointEntry {
  readonly event: ClosingPointEvent;
  readonly points: number;
  /** Id of the campaign; only for the event `campaign`. */
  readonly campaign?: string;
}

/** Points added at closing in addition to those of the products. */
export interface ClosingExtras {
  /** Points for an answered closing survey; 0 if there is none. */
  readonly surveyPoints: number;
  /** Welcome points, reserved until the company closes its first project. */
  readonly reserved: number;
}

/** Points of products, and how many of them come from each campaign. */
interface CountedPoints {
  readonly points: number;
  /** Included in `points`; one entry per campaign. */
  readonly campaigns: readonly ScanCampaign[];
}

/** Points of a project's products. Rejected products don't count. */
interface ProductPoints {
  /** Points of the valid products. */
  readonly valid: CountedPoints;
  /** Points of the valid products plus those in review. */
  readonly max: CountedPoints;
  /** True if any product is in review. */
  readonly isInReview: boolean;
}

/** Points for closing a project: those added now, and the maximum after a review. */
interface ClosingPoints {
  readonly now: readonly ClosingPointEntry[];
  /** After the review; equal to `now` if nothing is in review. */
  readonly atMost: readonly ClosingPointEntry[];
}

/** Sums the extra points of each campaign, by its id. */
export function sumByCampaign(
  scans: Iterable<{ readonly campaign?: ScanCampaign | null | undefined }>,
): ScanCampaign[] {
  const sums = new Map<string, number>();
  for (const { campaign } of scans) {
    if (campaign) sums.set(campaign.id, (sums.get(campaign.id) ?? 0) + campaign.points);
  }
  return [...sums].map(([id, points]) => ({ id, points })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Lists the ledger entries of a closed project: its products, each campaign, the survey and the welcome points. A
 * project whose products have no points gets no entries, not even for the survey. Otherwise a company could collect
 * points by closing empty projects over and over.
 * @param counted points of the products that count
 */
export function closingEntries(
  { points, campaigns }: CountedPoints,
  { surveyPoints, reserved }: ClosingExtras,
): ClosingPointEntry[] {
  if (points === 0) return [];
  const entries: ClosingPointEntry[] = [
    { event: 'project_closed', points: points - sumPoints(campaigns) },
    ...campaigns.map(({ id, points: extra }) => ({
      event: 'campaign' as const,
      points: extra,
      campaign: id,
    })),
    { event: 'project_survey_completed', points: surveyPoints },
    { event: 'welcome_points', points: reserved },
  ];
  return entries.filter((line) => line.points > 0);
}

/** Computes the points for closing a project; adds none while a product is in review. */
export function closingPoints(
  { valid, max, isInReview }: ProductPoints,
  extras: ClosingExtras,
): ClosingPoints {
  return {
    now: isInReview ? [] : closingEntries(valid, extras),
    atMost: closingEntries(isInReview ? max : valid, extras),
  };
}

export function sumPoints(entries: Iterable<{ readonly points: number }>): number {
  let sum = 0;
  for (const { points } of entries) sum += points;
  return sum;
}
