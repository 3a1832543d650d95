import { type Generated } from 'kysely';
import { type ProductFlag } from '#schemas/scan.ts';
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
  manual: boolean;
  /** Milliseconds by the device's clock. */
  time: number;
  flag: ProductFlag;
  points: number;
  /** What of the points came from the company's level in the type's tier. */
  tier_points: Generated<number>;
}

/** A removal that came before its scan: the scan stays removed when it comes. */
export interface ScanTombstonesTable {
  company_id: string;
  uuid: string;
  op_id: string;
  created_at: Date;
}

export interface ScanTables {
  registry: RegistryTable;
  scans: ScansTable;
  scan_tombstones: ScanTombstonesTable;
}
