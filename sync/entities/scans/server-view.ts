import * as v from 'valibot';
import { fieldsExceptPhoto, type Scan, scan } from '#schemas/scan.ts';
import { isLostOnServer, type RestoredEvent } from '#sync/engine/entity-sync.ts';
import type { ScanRow } from './scan-row.ts';

/**
 * While a photo is being replaced, takes all other data from the server and rebases the edit onto
 * the server's version. This is safe: once a product has been submitted, only
 * reviewers can change its other data, and installers can change only its photo. The last photo wins.
 */
export function withServerView(row: ScanRow, server: Scan | ScanRow): ScanRow {
  if (row.replaced_photo === null) return row;
  // If the server has deleted the scan, the user can only discard the product.
  if (server.deleted) return { ...row, rejection: null, replaced_photo: null };
  const { flag, rejection = null, points, campaign = null, image_data, photo_of = null } = server;
  const { op_id: base_op_id, updated_at } = server;
  const replaced_photo = { image_data, photo_of };
  return { ...row, base_op_id, updated_at, flag, rejection, points, campaign, replaced_photo };
}

/** Resends saved, edited or removed scans that a restored server lacks (F43). */
export function restoreRow(row: ScanRow, { server }: RestoredEvent): ScanRow {
  const { base_op_id, updated_at, state } = row;
  if (state === 'captured') return row;
  if (!isLostOnServer({ op_id: base_op_id, updated_at }, server)) {
    return state === 'sent' ? row : withPhotoToResend(row);
  }
  const rebasedRow = { ...withPhotoToResend(row), base_op_id: server?.op_id ?? null };
  // Pending edits are sent anyway, rebased onto the server's version; the user decides on rejected
  // ones.
  const nextRow: ScanRow =
    state === 'sent' ? { ...rebasedRow, state: 'waiting', refusal: null } : rebasedRow;
  const { success, output } = v.safeParse(scan, server);
  return success ? withServerView(withReplacedPhoto(nextRow, output), output) : nextRow;
}

/**
 * Marks the photo as unsent, because the server may have lost it too. It's uploaded again if it's still on this device.
 */
export function withPhotoToResend(row: ScanRow): ScanRow {
  return row.imageSent ? { ...row, imageSent: false } : row;
}

/**
 * Stores the server's photo as the replaced one if the scan otherwise equals the server's. The user can then discard
 * the new photo.
 */
function withReplacedPhoto(row: ScanRow, server: Scan): ScanRow {
  const { image_data, photo_of = null } = server;
  const isNewPhoto =
    !row.deleted &&
    row.imageIdxDB !== null &&
    row.imageIdxDB !== image_data &&
    fieldsExceptPhoto.every((field) => row[field] === server[field]);
  if (!isNewPhoto || row.replaced_photo !== null) return row;
  return { ...row, replaced_photo: { image_data, photo_of } };
}
