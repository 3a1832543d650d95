import type { ScanEdit } from '#schemas/api/scan-calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { Prerequisite, WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A scan with its tombstone flag. */
export type ScanRow = ScanDocument & { readonly deleted: boolean };

/** Sends new, edited and removed scans, many per request. */
export const scanWire = {
  nextRequest: (row: ScanRow) => (row.state === 'waiting' ? requestOf([row]) : null),
  afterRequest: () => null,
  prerequisite: ({
    state,
    deleted,
    imageIdxDB,
    imageSent,
    projects_id,
  }: ScanRow): Prerequisite | null => {
    if (state !== 'waiting' || deleted) return null;
    if (imageIdxDB !== null && !imageSent) return { kind: 'photo', id: imageIdxDB };
    return projects_id === '' ? null : { kind: 'project', id: projects_id };
  },
  bulkRequest: requestOf,
} satisfies WireFormat<ScanRow>;

function requestOf(rows: readonly ScanRow[]): WireRequest<'sendScans'> {
  const [firstRow] = rows;
  return { call: 'sendScans', edit: firstRow?.op_id ?? '', body: { scans: rows.map(scanEditOf) } };
}

/** Converts a row to the API's edit. */
function scanEditOf(row: ScanRow): ScanEdit {
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
    photo_of: row.photo_of ?? null,
    manual: row.manual,
    time: row.time,
  };
}
