import { type Selectable } from 'kysely';
import { type Scan } from '#schemas/scan.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type ScansTable } from './scan-tables.ts';

/** A scan while a batch is worked on: the stored columns, times as ISO text. */
export type ScanState = Scan & {
  readonly company_id: string;
  /** What of its points came from the company's level when it was saved. */
  readonly tier_points: number;
};

/** What the database gives, as the wire has it. */
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
    points: row.points,
  };
}

/** The scan without what only the server may know. */
export function scanFromState({
  company_id: _company,
  tier_points: _tier,
  ...scan
}: ScanState): Scan {
  return scan;
}

/** Whether a scan's serial number is taken by it. Also the condition of the index `scans_serial`. */
export function holdsSerial(scan: Scan): scan is Scan & { serial_number: string } {
  return scan.serial_number !== null && scan.is_unique && !scan.deleted && scan.flag !== 'rejected';
}
