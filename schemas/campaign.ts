/**
 * Campaigns of a country: extra points for products scanned while they run (docs/behaviour/campaigns.md). The
 * server and every screen use these rules.
 */
import * as v from 'valibot';
import { MINUTE_MS } from './durations.ts';
import { addDays, dayIn } from './calendar-day.ts';
import { day, translatedText, wholeNumberBetween } from './primitives.ts';
import { tierCategory, type TierCategory } from './product-type.ts';
import type { RegionCode } from './regions.ts';
import { tierBracket } from './tier.ts';

/** Maximum number of campaigns in a country's settings. */
export const MAX_CAMPAIGNS = 100;

/** Id of a campaign. It's never reused within a country, because ledger entries refer to it. */
export const campaignId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
/** Id of a campaign in the console and the audit, with its country: `PL-double`. */
export const campaignRecordId = v.pipe(
  v.string(),
  v.maxLength(43),
  v.regex(/^[A-Z]{2}-[a-z0-9][a-z0-9-]*$/),
);

/** Extra points per product: a percentage of its points, rounded down, or a fixed number. */
const campaignReward = v.variant('kind', [
  /** 200 doubles the points. */
  v.object({ kind: v.literal('factor'), percent: wholeNumberBetween(110, 1000) }),
  v.object({ kind: v.literal('points'), points: wholeNumberBetween(1, 100_000) }),
]);

export const campaign = v.pipe(
  v.object({
    id: campaignId,
    name_translated: translatedText,
    text_translated: translatedText,
    /** First and last day in the region's time zone. */
    from: day,
    until: day,
    /** Number of days after the end in which the server still accepts products scanned during the campaign. */
    grace_days: wholeNumberBetween(0, 60),
    /** Product types that count; null for all. */
    types: v.nullable(v.array(v.pipe(v.string(), v.maxLength(12)))),
    /** Tier categories that count; null for all. */
    tier_categories: v.nullable(v.array(tierCategory)),
    /** Company levels (in the product's category) that qualify; null for all companies. */
    levels: v.nullable(v.array(tierBracket.entries.level)),
    reward: campaignReward,
  }),
  v.check(({ from, until }) => from <= until, 'A campaign ends before it starts.'),
);
export type Campaign = v.InferOutput<typeof campaign>;

/** Facts about a product that campaigns depend on. */
export interface CampaignProduct {
  readonly type: string;
  /** Undefined for a type without category. */
  readonly category: TierCategory | undefined;
  /** The company's level in this category at the time of the scan; null if the category has no levels. */
  readonly level: number | null;
  /** Points of its type and level. */
  readonly points: number;
}

/** Times that decide which campaigns apply, in milliseconds since 1970. */
export interface CampaignTimes {
  /** Time of the scan. */
  readonly scannedAt: number;
  /** Time at which the server receives the scan; on a device, the current time. */
  readonly receivedAt: number;
}

/** A campaign that applies to a product, with its extra points. */
interface CampaignPoints {
  readonly campaign: Campaign;
  /** Extra points, on top of the product's; at least 1. */
  readonly points: number;
}

/** Finds the campaign with the most extra points (the first, if tied); null if none gives any. */
export function findBestCampaign(
  campaigns: readonly Campaign[],
  product: CampaignProduct,
  { scannedAt, receivedAt }: CampaignTimes,
  region: RegionCode,
): CampaignPoints | null {
  if (campaigns.length === 0) return null;
  const [scanDay, receiptDay] = [dayIn(region, scannedAt), dayIn(region, receivedAt)];
  let best: CampaignPoints | null = null;
  for (const candidate of campaigns) {
    if (!isRunning(candidate, scanDay, receiptDay) || !isForProduct(candidate, product)) continue;
    const points = extraPoints(candidate, product.points);
    if (points > (best?.points ?? 0)) best = { campaign: candidate, points };
  }
  return best;
}

/** Lists the campaigns running at a time, sorted by their end. */
export function listRunningCampaigns(
  campaigns: readonly Campaign[],
  now: number,
  region: RegionCode,
): Campaign[] {
  const today = dayIn(region, now);
  return campaigns
    .filter((candidate) => isRunning(candidate, today, today))
    .toSorted((a, b) => (a.until < b.until ? -1 : Number(a.until > b.until)));
}

/** True if products scanned and received on these days can qualify. */
function isRunning(
  { from, until, grace_days }: Campaign,
  scanDay: string,
  receiptDay: string,
): boolean {
  return from <= scanDay && scanDay <= until && receiptDay <= addDays(until, grace_days);
}

/** True if any campaign that accepts products with these times is limited to company levels. */
export function dependsOnLevel(
  campaigns: readonly Campaign[],
  { scannedAt, receivedAt }: CampaignTimes,
  region: RegionCode,
): boolean {
  const levelCampaigns = campaigns.filter(({ levels }) => levels !== null);
  if (levelCampaigns.length === 0) return false;
  const [scanDay, receiptDay] = [dayIn(region, scannedAt), dayIn(region, receivedAt)];
  return levelCampaigns.some((candidate) => isRunning(candidate, scanDay, receiptDay));
}

/** True if the campaign is for this product and this company. */
function isForProduct(campaign: Campaign, product: CampaignProduct): boolean {
  const { levels } = campaign;
  const { type, category, level } = product;
  const hasLevel = levels === null || (level !== null && levels.includes(level));
  return hasLevel && isForType(campaign, type, category);
}

/**
 * True if the campaign applies to a product type: if it lists the type or its category, or has neither list.
 */
export function isForType(
  { types, tier_categories }: Pick<Campaign, 'types' | 'tier_categories'>,
  type: string,
  category: TierCategory | undefined,
): boolean {
  const isForAll = types === null && tier_categories === null;
  return (
    isForAll ||
    types?.includes(type) === true ||
    (category !== undefined && tier_categories?.includes(category) === true)
  );
}

function extraPoints({ reward }: Campaign, points: number): number {
  return reward.kind === 'points'
    ? reward.points
    : Math.floor((points * reward.percent) / 100) - points;
}

/** The device's scan times are trusted if its clock differs from the server's by at most this time, in ms. */
export const MAX_CLOCK_ERROR_MS = 10 * MINUTE_MS;

/**
 * Returns the scan time to use for campaigns: the device's, or the time of receipt if the device's clock was
 * wrong at its last contact or the scan is dated in the future.
 * @param clockError device's clock minus server's at the last contact, in milliseconds; null if unknown
 */
export function campaignScanTime(
  deviceTime: number,
  receivedAt: number,
  clockError: number | null,
): number {
  const isClockCorrect = clockError !== null && Math.abs(clockError) <= MAX_CLOCK_ERROR_MS;
  return isClockCorrect && deviceTime <= receivedAt ? deviceTime : receivedAt;
}
