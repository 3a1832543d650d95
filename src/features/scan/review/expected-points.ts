/** What products bring once they are saved and their project is closed. Pure. */
import { closingPoints, sumOf } from '#schemas/closing-points.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { needsReview, type PointRules, pointsOfProducts } from '#src/features/projects/actions.ts';
import { type ReviewedScan, splitBatch } from './review.ts';

export interface ExpectedPoints {
  /** Booked when the project closes; where a product has to be checked first, at most and after that. */
  readonly points: number;
  readonly isAtMost: boolean;
  /** Whether the registry has not been asked about one of them. */
  readonly isUnchecked: boolean;
}

type Promised = Pick<
  ScanDocument,
  'type' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'isValid'
>;
/** What says of a project that products of it are in review. */
type Reviewed = Pick<ProjectDocument, 'calculated_available_points' | 'calculated_max_points'>;

/**
 * Computes what products add to the closing of their project.
 * @param scans newest first, as the batch has them; they are saved in that order
 * @param project none: a new one
 */
export function expectedPoints(
  scans: readonly Promised[],
  rules: PointRules,
  project?: Reviewed,
): ExpectedPoints {
  const each = pointsOfProducts(
    scans.map(({ type }) => type),
    rules,
  );
  const sumFor = (isWanted: (scan: Promised) => boolean) =>
    scans.reduce((sum, scan, at) => sum + (isWanted(scan) ? (each[at] ?? 0) : 0), 0);
  const isReviewed =
    scans.some(needsReview) ||
    (project !== undefined && project.calculated_max_points > project.calculated_available_points);
  const { atMost } = closingPoints(
    { valid: sumFor((scan) => !needsReview(scan)), most: sumFor(() => true), isReviewed },
    { surveyPoints: 0, reserved: 0 },
  );
  return {
    points: sumOf(atMost),
    isAtMost: isReviewed,
    isUnchecked: scans.some((scan) => scan.serial_number !== null && scan.isValid === null),
  };
}

/**
 * What each of a batch brings, by its id, of those that can be saved now; none where that is one alone, whose points
 * are the sum.
 */
export function pointsByScan(
  reviewed: readonly ReviewedScan[],
  rules: PointRules,
): ReadonlyMap<string, number> {
  const ready = splitBatch(reviewed).ready.map(({ scan }) => scan);
  if (ready.length < 2) return new Map();
  const each = pointsOfProducts(
    ready.map(({ type }) => type),
    rules,
  );
  return new Map(ready.map(({ uuid }, at) => [uuid, each[at] ?? 0]));
}
