import { collections } from '#schemas/collections.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { ScanRow } from './wire.ts';

/** What becomes of a sent edit: settled, or to be sent again on another base. */
export type Settlement =
  | { readonly kind: 'settled'; readonly row: ScanRow }
  | { readonly kind: 'rebased'; readonly row: ScanRow };

/**
 * Lays the server's verdict on the edit it is about. Never throws: whatever the server says, the
 * scan stays visible, with the reason where it was refused (F04, F05).
 */
export function settle(row: ScanRow, verdict: ScanVerdict): Settlement {
  const { error, scan } = verdict;
  if (error === null) return { kind: 'settled', row: accepted(row, verdict) };
  // The server has an earlier edit of this very device, whose answer was lost: no conflict at all.
  if (error.code === 'conflict' && scan && row.prior_op_ids.includes(scan.op_id)) {
    const prior_op_ids = row.prior_op_ids.filter((id) => id !== scan.op_id);
    return { kind: 'rebased', row: { ...row, base_op_id: scan.op_id, prior_op_ids } };
  }
  const refusal: Refusal = { code: error.code, message: error.message.slice(0, 500) };
  if (error.field !== undefined) refusal.field = error.field.slice(0, 64);
  if (row.deleted && scan && !scan.deleted) {
    return { kind: 'settled', row: { ...ofServer(row, scan), refusal } };
  }
  const base_op_id = scan?.op_id ?? row.base_op_id;
  return { kind: 'settled', row: { ...refused(row, refusal), base_op_id } };
}

function accepted(row: ScanRow, { scan }: ScanVerdict): ScanRow {
  if (scan && !row.deleted) return ofServer(row, scan);
  return { ...row, state: 'sent', refusal: null, base_op_id: row.op_id, prior_op_ids: [] };
}

/** The server's scan, with what only this device knows of it. */
export function ofServer(local: ScanRow | null, scan: NonNullable<ScanVerdict['scan']>): ScanRow {
  const row = { ...collections.scans.fromWire(scan), deleted: scan.deleted };
  if (local === null) return row;
  const { requiresTagPhoto, requiresSurvey } = local;
  return { ...row, requiresTagPhoto, requiresSurvey };
}

/** The scan as refused, for the person to mend or to discard. */
export function refused(row: ScanRow, refusal: Refusal): ScanRow {
  return { ...row, deleted: false, state: 'refused', refusal, isValidated: true, isValid: false };
}

/**
 * Joins what a pull brought with what is on the device: unsent work is never overwritten.
 * @param local null where the device has nothing of it
 */
export function joinPulledScan(local: ScanRow | null, pulled: ScanRow): ScanRow {
  if (local === null) return pulled;
  const { requiresTagPhoto, requiresSurvey } = local;
  if (local.op_id === pulled.op_id || local.state === 'sent') {
    // The refusal of a removal stays readable while the server's scan is still the same one.
    const refusal =
      local.state === 'sent' && local.base_op_id === pulled.op_id ? local.refusal : null;
    return { ...pulled, requiresTagPhoto, requiresSurvey, refusal };
  }
  if (!local.prior_op_ids.includes(pulled.op_id)) return local;
  return { ...local, base_op_id: pulled.op_id };
}
