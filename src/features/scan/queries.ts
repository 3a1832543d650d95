/** Queries for the scans on this device. */
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
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** Scans in any state, newest first, at most `limit`. */
export function newestScans(account: Account, limit: number): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/**
 * Captured scans of one label without a serial number, newest first. Excludes manual entries, which may be
 * another product of the same size.
 */
export function capturedCopies(
  account: Account,
  { type, size, variant }: Pick<ScanDocument, 'type' | 'size' | 'variant'>,
): Observable<ScanDocument[]> {
  return capturedGenericScans(account).pipe(
    map((scans) =>
      scans.filter((scan) => scan.type === type && scan.size === size && scan.variant === variant),
    ),
  );
}

/** All captured scans of labels without a serial number, newest first. */
export function capturedGenericScans(account: Account): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { state: 'captured' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((documents) =>
        documents.map(plainDocument).filter((scan) => !scan.is_unique && !scan.manual),
      ),
    );
}

/** Emits true if this device has any scan. */
export function hasScans(account: Account): Observable<boolean> {
  return newestScans(account, 1).pipe(map(({ length }) => length > 0));
}

/** Maximum number of products per project, which is far more than real projects have. */
const MAX_PRODUCTS = 2000;

const scansByProject = (account: Account, projectId: string, limit: number) =>
  account.collections.scans.find({
    selector: { projects_id: projectId },
    sort: [{ newest_first: 'asc' }],
    limit,
  });

/** A project's products on this device, newest first, at most `limit`. */
export function scansOfProject(
  account: Account,
  projectId: string,
  limit = MAX_PRODUCTS,
): Observable<ScanDocument[]> {
  return scansByProject(account, projectId, limit).$.pipe(
    map((documents) => documents.map(plainDocument)),
  );
}

/** Like `scansOfProject`, but reads only once. */
export async function readScansOfProject(
  account: Account,
  projectId: string,
): Promise<ScanDocument[]> {
  return (await scansByProject(account, projectId, MAX_PRODUCTS).exec()).map(plainDocument);
}

/** One scan, or null if it isn't on this device. */
export function scanById(account: Account, id: string): Observable<ScanDocument | null> {
  return account.collections.scans
    .findOne(id)
    .$.pipe(map((document) => document && plainDocument(document)));
}

/** Scans by id; omits missing ones. */
export function scansById(account: Account, ids: readonly string[]): Observable<ScanDocument[]> {
  return account.collections.scans
    .findByIds([...ids])
    .$.pipe(map((documentsById) => [...documentsById.values()].map(plainDocument)));
}

/** Reads all scans on this device with the given serial number, once. */
export async function scansWithSerial(account: Account, code: string): Promise<ScanDocument[]> {
  const scans = await account.collections.scans.find({ selector: { serial_key: code } }).exec();
  return scans.map(plainDocument);
}

/** Scans on this device with any of the serial numbers. */
export function scansWithSerials(
  account: Account,
  codes: readonly string[],
): Observable<ScanDocument[]> {
  return account.collections.scans
    .find({ selector: { serial_key: { $in: [...codes] } } })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

export type { ChosenProject } from './review/choose-project.ts';
export type { ReviewedScan } from './review/review.ts';
