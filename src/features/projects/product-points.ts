/**
 * Computes the points of products that the server doesn't have yet, including points from campaigns. Also finds
 * campaigns that the server didn't count (docs/behaviour/projects.md, docs/behaviour/campaigns.md).
 */
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import {
  type Campaign,
  campaignScanTime,
  type CampaignTimes,
  findBestCampaign,
} from '#schemas/campaign.ts';
import { findTierCategory, type TierProductCategory } from '#schemas/product-type.ts';
import type { ScanCampaign, ScanDocument } from '#schemas/scan.ts';
import { bracketAt, type TierProgress } from '#schemas/tier.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';

/** Rules for a company's product points, as known on this device. */
export interface PointRules {
  /** Base points by product type. */
  readonly pointsOfType: Readonly<Record<string, number>>;
  readonly categories: readonly TierProductCategory[];
  /** The company's progress in its tiers. */
  readonly tiers: readonly TierProgress[];
  /** Past, current and upcoming campaigns of the region. */
  readonly campaigns: readonly Campaign[];
  readonly clock: RegionalClock;
  /** True if the device's clock was correct at its last contact with the server. */
  readonly isClockCorrect: boolean;
}

/** A product and the time of its scan, in milliseconds since 1970. */
type ScannedProduct = Pick<ScanDocument, 'type' | 'time'>;

export interface ProductPoints {
  /** The points in total, including those from the campaign. */
  readonly points: number;
  /** The campaign that applies, with its extra points; null if none does. */
  readonly campaign: ScanCampaign | null;
}

/**
 * Computes the points that each product would earn if the products were saved now, one after the other. A product earns
 * its type's base points, the bonus of the company's level, and the points of the campaign that was best when the
 * product was scanned. The level can rise with each product.
 * @returns the points in the order of the products
 */
export function pointsOfProducts(
  products: readonly ScannedProduct[],
  rules: PointRules,
): ProductPoints[] {
  const { pointsOfType, categories, tiers, clock, isClockCorrect } = rules;
  const { now, region } = clock;
  const today = dayIn(region, now);
  // Keep only campaigns that accept products today, because thousands of products may be unsent and on most days no
  // campaign accepts any of them.
  const campaigns = rules.campaigns.filter(
    ({ from, until, grace_days }) => from <= today && today <= addDays(until, grace_days),
  );
  const needsLevel = campaigns.some(({ levels }) => levels !== null);
  const countByCategory = new Map(
    tiers.map((tier) => [tier.tier_definition.tier_category, progressAt(tier, now) ?? 0]),
  );
  const scanTimes = new Map(tiers.map((tier) => [tier, new Array<number>()]));
  return products.map(({ type, time }) => {
    const category = findTierCategory(categories, type);
    const tier = tiers.find((candidate) => candidate.tier_definition.tier_category === category);
    const scannedAt = campaignScanTime(time, now, isClockCorrect ? 0 : null);
    const times = { scannedAt, receivedAt: now };
    let points = pointsOfType[type] ?? 0;
    let level: number | null = null;
    if (tier && category !== undefined) {
      const count = countByCategory.get(category) ?? 0;
      countByCategory.set(category, count + 1);
      points += bracketAt(tier.tier_definition.brackets, count).points;
      const earlierScanTimes = scanTimes.get(tier) ?? [];
      if (needsLevel) level = levelAt(tier, earlierScanTimes, times);
      earlierScanTimes.push(scannedAt);
    }
    const bestCampaign = findBestCampaign(
      campaigns,
      { type, category, level, points },
      times,
      region,
    );
    const campaign = bestCampaign && { id: bestCampaign.campaign.id, points: bestCampaign.points };
    return { points: points + (campaign?.points ?? 0), campaign };
  });
}

/** Returns the year of a time in UTC. Levels count the products of one such year. */
function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}

/**
 * Returns the progress in the year of the given time, as known to this device: 0 if that year is after the
 * tier's year, and null if it's before.
 */
function progressAt({ tier_definition, progress }: TierProgress, time: number): number | null {
  const tierYear = yearOf(Date.parse(tier_definition.reset_at) - 1);
  if (yearOf(time) > tierYear) return 0;
  return yearOf(time) === tierYear ? progress : null;
}

/**
 * Returns the company's level at the time of a scan, as known to this device. The level follows from the last
 * known progress, plus the products that were saved before this one and had been scanned by that time. The server also
 * knows what was saved or removed since the scan.
 * @param earlierScanTimes scan times of the products that were saved before this one
 * @returns null if the device doesn't have the progress of that year
 */
function levelAt(
  tier: TierProgress,
  earlierScanTimes: readonly number[],
  { scannedAt, receivedAt }: CampaignTimes,
): number | null {
  const progress = progressAt(tier, scannedAt);
  if (progress === null) return null;
  // A product scanned last year but saved this year counts towards this year's level.
  const counts = (time: number) =>
    scannedAt === receivedAt || (time <= scannedAt && yearOf(time) === yearOf(scannedAt));
  return bracketAt(tier.tier_definition.brackets, progress + earlierScanTimes.filter(counts).length)
    .level;
}

/**
 * A campaign that was running when the product was scanned, by the phone's clock, but that the server didn't
 * count.
 */
export interface MissedCampaign {
  readonly campaign: Campaign;
  /** `late`: received after the grace days. `clock`: received within them from a device whose clock was wrong. */
  readonly reason: 'late' | 'clock';
}

/**
 * Finds the campaign that a saved product missed. Returns null if there is none. A product can only have missed a
 * campaign if the server received the product after the campaign had ended.
 */
export function findMissedCampaign(
  product: Pick<
    ScanDocument,
    'state' | 'flag' | 'type' | 'time' | 'created_at' | 'points' | 'campaign'
  >,
  { campaigns, pointsOfType, categories, tiers, clock: { region } }: PointRules,
): MissedCampaign | null {
  const { state, flag, type, time, created_at, points } = product;
  if (state !== 'sent' || flag === 'rejected' || product.campaign) return null;
  const receivedOn = dayIn(region, Date.parse(created_at));
  const category = findTierCategory(categories, type);
  const tier = tiers.find(({ tier_definition }) => tier_definition.tier_category === category);
  const bonus = points - (pointsOfType[type] ?? 0);
  // The bonus shows which level applied when the product was saved, unless several levels have the same bonus.
  const [bracket, ...otherBrackets] =
    tier?.tier_definition.brackets.filter((candidate) => candidate.points === bonus) ?? [];
  const level = bracket && otherBrackets.length === 0 ? bracket.level : null;
  const missedCampaign = findBestCampaign(
    campaigns.filter(({ until }) => until < receivedOn),
    { type, category, level, points },
    { scannedAt: time, receivedAt: time },
    region,
  );
  if (!missedCampaign) return null;
  const { campaign } = missedCampaign;
  const isLate = receivedOn > addDays(campaign.until, campaign.grace_days);
  if (isLate) return { campaign, reason: 'late' };
  // For a campaign with levels, the reason may be the level at the time of the scan, which only the server knows.
  return campaign.levels === null ? { campaign, reason: 'clock' } : null;
}
