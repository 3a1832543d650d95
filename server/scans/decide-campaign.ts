import { campaignScanTime, findBestCampaign, type CampaignProduct } from '#schemas/campaign.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type ScanState } from './scan-row.ts';

/** When the server received a batch, and how wrong the device's clock was then. */
export interface Receipt {
  /** ISO */
  readonly now: string;
  /** Device's clock minus server's, in milliseconds; null if unknown. */
  readonly clockError: number | null;
}

/** The campaign that counts for a scan, and the scan time by which it was chosen. */
type CampaignDecision = Pick<ScanState, 'campaign' | 'campaign_time'>;

/**
 * Decides which campaign counts for a scan that is saved (docs/behaviour/campaigns.md). Pure. A later change keeps the
 * promised points, even if the campaign was stopped or edited since. If the product type changes, the campaign is
 * decided again with the times of the first save. If a scan gets its first serial number, it is decided as if it were
 * received now: otherwise a placeholder without one would reserve the campaign's points for any later product.
 * @param product with the points of its type and level
 * @param serial serial number, null if it has none
 * @param time device's time of the scan, in milliseconds since 1970
 */
export function decideCampaign(
  { serial, ...product }: CampaignProduct & { readonly serial: string | null },
  time: number,
  stored: ScanState | undefined,
  { campaigns = [], region }: Configuration,
  { now, clockError }: Receipt,
): CampaignDecision {
  const wasPlaceholder = stored?.serial_number === null && serial !== null;
  if (stored?.type === product.type && !wasPlaceholder) {
    return { campaign: stored.campaign, campaign_time: stored.campaign_time };
  }
  const receivedAt = Date.parse(stored && !wasPlaceholder ? stored.created_at : now);
  const scannedAt = stored
    ? (stored.campaign_time ?? receivedAt)
    : campaignScanTime(time, receivedAt, clockError);
  const best = findBestCampaign(campaigns, product, { scannedAt, receivedAt }, region);
  return {
    campaign: best && { id: best.campaign.id, points: best.points },
    campaign_time: scannedAt,
  };
}
