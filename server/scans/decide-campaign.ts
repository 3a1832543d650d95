import {
  campaignScanTime,
  type CampaignProduct,
  type CampaignTimes,
  dependsOnLevel,
  findBestCampaign,
} from '#schemas/campaign.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type ScanState } from './scan-row.ts';

/** Time at which the server received a batch, and the error of the device's clock at that time. */
export interface Receipt {
  /** Time at which the batch was received, in ISO format. */
  readonly now: string;
  /** The device's time minus the server's, in milliseconds; null if unknown. */
  readonly clockError: number | null;
}

/** The campaign that counts for a scan, and the scan time and company level used to choose it. */
type CampaignDecision = Pick<ScanState, 'campaign' | 'campaign_time' | 'campaign_level'>;

/** A product, with a function that looks up the company's level only if a campaign depends on it. */
type LevelledProduct = Omit<CampaignProduct, 'level'> & {
  readonly serial: string | null;
  /** Returns the company's level at a time; see `createLevelFinder`. */
  readonly levelAt: (time: number) => number | null;
};

/**
 * Decides which campaign counts for a saved scan (docs/behaviour/campaigns.md). A later change of the scan keeps the
 * promised points, even if the campaign has been stopped or edited since. If the product type changes, the campaign is
 * decided again with the times of the first save and the company's level at that time. If a scan gets its first serial
 * number, the campaign is decided as if the scan had been received now. Otherwise a placeholder without a serial number
 * would reserve the campaign's points for any later product.
 * @param product with the points of its type and level
 * @param serial serial number, null if it has none
 * @param time device's time of the scan, in milliseconds since 1970
 */
export function decideCampaign(
  { serial, levelAt, ...product }: LevelledProduct,
  time: number,
  storedScan: ScanState | undefined,
  { campaigns = [], region }: Configuration,
  receipt: Receipt,
): CampaignDecision {
  if (storedScan?.type === product.type && !wasPlaceholder(storedScan, serial)) {
    const { campaign, campaign_time, campaign_level } = storedScan;
    return { campaign, campaign_time, campaign_level };
  }
  const times = findCampaignTimes({ serial, time }, storedScan, receipt);
  const level = dependsOnLevel(campaigns, times, region) ? levelAt(times.scannedAt) : null;
  const bestCampaign = findBestCampaign(campaigns, { ...product, level }, times, region);
  return {
    campaign: bestCampaign && { id: bestCampaign.campaign.id, points: bestCampaign.points },
    campaign_time: times.scannedAt,
    campaign_level: level,
  };
}

/** Finds the times that decide which campaigns count for a saved scan. */
export function findCampaignTimes(
  { serial, time }: { readonly serial: string | null; readonly time: number },
  storedScan: ScanState | undefined,
  { now, clockError }: Receipt,
): CampaignTimes {
  const receivedAt = Date.parse(
    storedScan && !wasPlaceholder(storedScan, serial) ? storedScan.created_at : now,
  );
  const scannedAt = storedScan
    ? (storedScan.campaign_time ?? receivedAt)
    : campaignScanTime(time, receivedAt, clockError);
  return { scannedAt, receivedAt };
}

/** True if the scan gets its first serial number. */
function wasPlaceholder(storedScan: ScanState, serial: string | null): boolean {
  return storedScan.serial_number === null && serial !== null;
}
