import { type Selectable } from 'kysely';
import { type Scan, type ScanCampaign } from '#schemas/scan.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type ScansTable } from './scan-tables.ts';

/** A scan during batch processing: the stored columns, with times as ISO text. */
export type ScanState = Scan & {
  readonly company_id: string;
  readonly campaign: ScanCampaign | null;
  /** Scan time used to choose the campaign, in milliseconds since 1970; null for older scans. */
  readonly campaign_time: number | null;
  /** The company's level used to choose the campaign; null if no campaign depended on it. */
  readonly campaign_level: number | null;
  /** The part of the points granted by the company's tier level when the scan was saved. */
  readonly tier_points: number;
};

/** Maps a row to the wire format. */
export function scanFromRow(row: Selectable<ScansTable>): Scan {
  return {
    ...replicatedFields(row),
    type: row.type,
    size: row.size,
    variant: row.variant,
    projects_id: row.projects_id,
    serial_number: row.serial_number,
    is_unique: row.is_unique,
    survey: row.survey,
    image_data: row.image_data,
    photo_of: row.photo_of,
    manual: row.manual,
    time: row.time,
    flag: row.flag,
    rejection: row.rejection,
    points: row.points,
    campaign: row.campaign,
  };
}

/** Removes server-only fields. */
export function scanFromState({
  company_id: _company,
  tier_points: _tier,
  campaign_time: _campaignTime,
  campaign_level: _campaignLevel,
  ...scan
}: ScanState): Scan {
  return scan;
}

/** True if the scan holds its serial number, so that no other scan can. The index `scans_serial` has this condition. */
export function holdsSerial(scan: Scan): scan is Scan & { serial_number: string } {
  return scan.serial_number !== null && scan.is_unique && !scan.deleted && scan.flag !== 'rejected';
}
