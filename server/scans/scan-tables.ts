import { type Generated } from 'kysely';
import { type PhotoSubject, type ProductFlag } from '#schemas/scan.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** One piece that left the factory. */
export interface RegistryTable {
  code: string;
  type: string;
  size: string;
  variant: string;
}

/** A scan that was saved to a project; replicated. */
export interface ScansTable extends ReplicatedTable {
  projects_id: string;
  type: string;
  size: string;
  variant: string;
  serial_number: string | null;
  is_unique: boolean;
  /** JSON text of a `SurveyResponse`. */
  survey: string | null;
  image_data: string | null;
  /** What the photo shows; null where the device did not say. */
  photo_of: Generated<PhotoSubject | null>;
  manual: boolean;
  /** Milliseconds by the device's clock. */
  time: number;
  flag: ProductFlag;
  points: number;
  /** What of the points came from the company's level in the type's tier. */
  tier_points: Generated<number>;
  /** Who scanned it first; null for older scans. */
  created_by: Generated<string | null>;
}

/** A removal that came before its scan: the scan stays removed when it comes. */
export interface ScanTombstonesTable {
  company_id: string;
  uuid: string;
  op_id: string;
  created_at: Date;
}

/** A serial number that a company has asked about, and whether it was to be had. */
export interface AskedCodesTable {
  company_id: string;
  code: string;
  /** The code without the number that runs within its lot. */
  lot: string;
  number: number;
  available: boolean;
  asked_at: Date;
}

/** A lot that a company has walked. Its scans of it are looked at until an operator releases it. */
export interface HeldLotsTable {
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
