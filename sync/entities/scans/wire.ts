import type { ScanEdit } from '#schemas/api/scan-calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';

/*
 * Apart from the verdicts, and without any schema: the service worker sends scans too, and stays small.
 */

/** A scan as the replication carries it: deleted ones are tombstones. */
export type ScanRow = ScanDocument & { readonly deleted: boolean };

/** Whether a scan's edit goes to the server now. One whose photo has not arrived waits (F06). */
export function isToBeSent(row: ScanRow): boolean {
  if (row.state !== 'waiting') return false;
  return row.deleted || row.imageIdxDB === null || row.imageSent;
}

/** The edit as the contract wants it. */
export function scanEditOf(row: ScanRow): ScanEdit {
  const { uuid, op_id } = row;
  if (row.deleted) return { uuid, op_id, deleted: true };
  return {
    uuid,
    op_id,
    base_op_id: row.base_op_id,
    deleted: false,
    type: row.type,
    size: row.size,
    variant: row.variant,
    projects_id: row.projects_id,
    serial_number: row.serial_number,
    is_unique: row.is_unique,
    survey: row.survey,
    image_data: row.imageIdxDB,
    manual: row.manual,
    time: row.time,
  };
}
