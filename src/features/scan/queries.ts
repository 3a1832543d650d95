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

/** What was scanned last, in whatever state it is, newest first, at most `limit`. */
export function newestScans(account: Account, limit: number): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/**
 * The captured scans of one label without a serial number, newest first. What was entered by hand is not among them:
 * that may be another product of the same size.
 */
export function capturedCopies(
  account: Account,
  { type, size, variant }: Pick<ScanDocument, 'type' | 'size' | 'variant'>,
): Observable<ScanDocument[]> {
  return capturedGenerics(account).pipe(
    map((scans) =>
      scans.filter((scan) => scan.type === type && scan.size === size && scan.variant === variant),
    ),
  );
}

/** The captured scans of all labels without a serial number, newest first. */
export function capturedGenerics(account: Account): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { state: 'captured' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((found) => found.map(plainDocument).filter((scan) => !scan.is_unique && !scan.manual)),
    );
}

/** Whether anything was ever scanned, as far as this device knows. */
export function hasScans(account: Account): Observable<boolean> {
  return newestScans(account, 1).pipe(map(({ length }) => length > 0));
}

/** A project's products at most; no real one has near as many. */
const PRODUCTS_MAX = 2000;

const ofProject = (account: Account, projectId: string, limit: number) =>
  account.collections.scans.find({
    selector: { projects_id: projectId },
    sort: [{ newest_first: 'asc' }],
    limit,
  });

/** The products of a project on this device, newest first, at most `limit`. */
export function scansOfProject(
  account: Account,
  projectId: string,
  limit = PRODUCTS_MAX,
): Observable<ScanDocument[]> {
  return ofProject(account, projectId, limit).$.pipe(map((found) => found.map(plainDocument)));
}

/** The same, read once. */
export async function readScansOfProject(
  account: Account,
  projectId: string,
): Promise<ScanDocument[]> {
  return (await ofProject(account, projectId, PRODUCTS_MAX).exec()).map(plainDocument);
}

/** One scan, or null when it is not on this device (any more). */
export function scanById(account: Account, id: string): Observable<ScanDocument | null> {
  return account.collections.scans
    .findOne(id)
    .$.pipe(map((found) => found && plainDocument(found)));
}

/** Scans by their ids; those that are not on this device are left out. */
export function scansById(account: Account, ids: readonly string[]): Observable<ScanDocument[]> {
  return account.collections.scans
    .findByIds([...ids])
    .$.pipe(map((found) => [...found.values()].map(plainDocument)));
}

/** Every scan on this device with a serial number, read once. */
export async function scansWithSerial(account: Account, code: string): Promise<ScanDocument[]> {
  const found = await account.collections.scans.find({ selector: { serial_key: code } }).exec();
  return found.map(plainDocument);
}

/** The scans on this device with one of the serial numbers. */
export function scansWithSerials(
  account: Account,
  codes: readonly string[],
): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { serial_key: { $in: [...codes] } } })
    .$.pipe(map((found) => found.map(plainDocument)));
}

export type { ChosenProject } from './review/choose-project.ts';
export type { ReviewedScan } from './review/review.ts';
