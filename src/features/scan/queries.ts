/** What the scan screens and others read of the scans on this device. Live, and never all at once. */
import { map, type Observable } from 'rxjs';
import type { ScanDocument, ScanState } from '#schemas/scan.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';

export type Account = ReturnType<typeof useAccount>;
export type CapturedScan = Parameters<Account['scanCommands']['captureScan']>[0];

/** Scans in one state, newest first, at most `limit`. */
export function scansInState(
  account: Account,
  state: ScanState,
  limit: number,
): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { state }, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** Whether anything was ever scanned, as far as this device knows. */
export function hasScans(account: Account): Observable<boolean> {
  return account.collections.scans
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit: 1 })
    .$.pipe(map(({ length }) => length > 0));
}

/** The products of a project on this device, newest first, at most `limit`. */
export function scansOfProject(
  account: Account,
  projectId: string,
  limit: number,
): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { projects_id: projectId }, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** One scan, or null when it is not on this device (any more). */
export function scanById(account: Account, id: string): Observable<ScanDocument | null> {
  return account.collections.scans
    .findOne(id)
    .$.pipe(map((found) => found && plainDocument(found)));
}

/** Every scan on this device with a serial number, read once. */
export async function scansWithSerial(account: Account, code: string): Promise<ScanDocument[]> {
  const found = await account.collections.scans.find({ selector: { serial_key: code } }).exec();
  return found.map(plainDocument);
}

export type { ReviewedScan } from './review/review.ts';
export { RowPhoto } from './photo/scan-photo.tsx';
