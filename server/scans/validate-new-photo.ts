import type { ScanErrorCode } from '#schemas/api/scan-calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type ProductRejection } from '#schemas/product-rejection.ts';
import { fieldsExceptPhoto, type ScanSave } from '#schemas/scan.ts';
import { type ScanState } from './scan-row.ts';

/** Grace period after the deadline, for photos taken before it without a network. */
export const NEW_PHOTO_GRACE_MS = 2 * DAY_MS;

interface PhotoContext {
  /** True if the project is in review or closed. */
  readonly isSubmitted: boolean;
  /** Maps each serial number to the scan that holds it, in any company. */
  readonly serialHolders: ReadonlyMap<string, string>;
  /** The company's uploaded photos. */
  readonly photos: ReadonlySet<string>;
  /** The server's time, in ISO format. */
  readonly now: string;
}

/**
 * Validates an edit of a product in a submitted project. Such an edit may change only the photo, and only if the
 * product hasn't been accepted.
 * @returns null if the edit is valid
 */
export function findNewPhotoProblem(
  edit: ScanSave,
  storedScan: ScanState,
  { isSubmitted, serialHolders, photos, now }: PhotoContext,
): { readonly code: ScanErrorCode; readonly field?: string } | null {
  const { flag, rejection, serial_number } = storedScan;
  if (fieldsExceptPhoto.some((field) => edit[field] !== storedScan[field])) {
    return { code: 'project_not_open' };
  }
  // As long as the product is undecided, a better photo may replace the previous one.
  const isUndecided = flag === 'in_review' && !rejection;
  if (!isSubmitted || (!rejection && !isUndecided)) return { code: 'project_not_open' };
  if (rejection && !isInTime(rejection, now)) return { code: 'new_photo_not_accepted' };
  if (edit.image_data === null || !photos.has(edit.image_data)) {
    return { code: 'photo_not_found', field: 'image_data' };
  }
  // Rejecting a product frees its serial number, so another product may hold it by now.
  const holder = serial_number === null ? undefined : serialHolders.get(serial_number);
  const isSerialTaken = holder !== undefined && holder !== storedScan.uuid;
  return isSerialTaken ? { code: 'already_scanned', field: 'serial_number' } : null;
}

function isInTime({ new_photo_until }: ProductRejection, now: string): boolean {
  if (new_photo_until === null) return false;
  return Date.parse(now) <= Date.parse(new_photo_until) + NEW_PHOTO_GRACE_MS;
}
