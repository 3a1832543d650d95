import { type Generated, type GeneratedAlways } from 'kysely';
import { type ProductRejection } from '#schemas/product-rejection.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type PhotoSubject, type ProductFlag, type ScanCampaign } from '#schemas/scan.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Products registered by the factory. */
interface RegistryTable {
  code: string;
  type: string;
  size: string;
  variant: string;
  /** The console import that added the product; null if none did. */
  import_uuid: Generated<string | null>;
}

/** Scans saved to a project. They are replicated to devices. */
export interface ScansTable extends ReplicatedTable {
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  projects_id: string;
  type: string;
  size: string;
  variant: string;
  serial_number: string | null;
  is_unique: boolean;
  /** JSON text of a `SurveyResponse`. */
  survey: string | null;
  image_data: string | null;
  /** Subject of the photo; null if the device didn't report it. */
  photo_of: Generated<PhotoSubject | null>;
  manual: boolean;
  /** Time of the scan by the device's clock, in milliseconds since 1970. */
  time: number;
  flag: ProductFlag;
  /** Null if the product isn't rejected and no new photo of it was requested. */
  rejection: Generated<ProductRejection | null>;
  /** The latest deadline for a new photo that the company was reminded of. */
  reminded_for: Generated<string | null>;
  /** All points of the scan, including those from the tier level and the campaign. */
  points: number;
  /** The campaign that counts for the scan, and its part of the points; null if none. */
  campaign: Generated<ScanCampaign | null>;
  /** Scan time used to choose the campaign, in milliseconds since 1970; null for older scans. */
  campaign_time: Generated<number | null>;
  /** The company's level at that time in the product's category; null if no campaign depended on it. */
  campaign_level: Generated<number | null>;
  /** The part of the points granted by the company's tier level. */
  tier_points: Generated<number>;
  /** The person who first saved the scan; null for older scans. */
  created_by: Generated<string | null>;
  /**
   * Time when the product started to wait for a reviewer's decision, maintained by triggers. Null if the product can't
   * be decided now.
   */
  waiting_since: GeneratedAlways<Date | null>;
}

/** Removals that arrived before their scans. When such a scan arrives, it stays removed. */
interface ScanTombstonesTable {
  company_id: string;
  uuid: string;
  op_id: string;
  created_at: Date;
}

/** Serial numbers that a company has looked up, and whether they were available. */
interface AskedCodesTable {
  company_id: string;
  code: string;
  /** The code without its running number. */
  lot: string;
  number: number;
  available: boolean;
  asked_at: Date;
}

/** Lots that a company has enumerated. The company's scans from a lot need review until an operator releases it. */
interface HeldLotsTable {
  uuid: Generated<string>;
  /** The company's country, maintained by triggers. */
  region_id: GeneratedAlways<RegionId>;
  company_id: string;
  lot: string;
  asked: number;
  unavailable: number;
  held_at: Date;
  released_at: Date | null;
}

export interface ScanTables {
  asked_codes: AskedCodesTable;
  held_lots: HeldLotsTable;
  registry: RegistryTable;
  scans: ScansTable;
  scan_tombstones: ScanTombstonesTable;
}
