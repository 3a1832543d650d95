/** What products bring once they are saved and their project is closed. Pure. */
import type { ScanDocument } from '#schemas/scan.ts';
import { type Worth, worthOf } from '#src/features/projects/actions.ts';
import { type ReviewedScan, splitBatch } from './review.ts';

export interface PromisedPoints {
  /** Of products that nobody has to look at. */
  readonly sure: number;
  /** Of those with a photo: they count once somebody has accepted it. */
  readonly withPhoto: number;
  /** Whether the registry has not been asked about one of them. */
  readonly isUnchecked: boolean;
}

type Promised = Pick<
  ScanDocument,
  'type' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'isValid'
>;

/** @param scans newest first, as the batch has them; they are saved in that order */
export function promisedPoints(scans: readonly Promised[], worth: Worth): PromisedPoints {
  const each = worthOf(
    scans.map(({ type }) => type),
    worth,
  );
  const sumOf = (isWanted: (scan: Promised) => boolean) =>
    scans.reduce((sum, scan, at) => sum + (isWanted(scan) ? (each[at] ?? 0) : 0), 0);
  return {
    sure: sumOf((scan) => !isLookedAt(scan)),
    withPhoto: sumOf(isLookedAt),
    isUnchecked: scans.some((scan) => scan.serial_number !== null && scan.isValid === null),
  };
}

/**
 * What each of a batch brings, by its id, of those that can be saved now; none where that is one alone, whose points
 * are the sum.
 */
export function pointsByScan(
  reviewed: readonly ReviewedScan[],
  worth: Worth,
): ReadonlyMap<string, number> {
  const ready = splitBatch(reviewed).ready.map(({ scan }) => scan);
  if (ready.length < 2) return new Map();
  const each = worthOf(
    ready.map(({ type }) => type),
    worth,
  );
  return new Map(ready.map(({ uuid }, at) => [uuid, each[at] ?? 0]));
}

function isLookedAt({ serial_number, imageIdxDB, image_data }: Promised): boolean {
  return serial_number === null || imageIdxDB !== null || image_data !== null;
}
