/** Points to expect for products once their project closes. Pure. */
import { closingPoints, sumPoints } from '#schemas/closing-points.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { needsReview, type PointRules, pointsOfProducts } from '#src/features/projects/actions.ts';
import { type ReviewedScan, splitBatch } from './review.ts';

export interface ExpectedPoints {
  /** Booked when the project closes; a maximum if a product needs a review. */
  readonly points: number;
  readonly isAtMost: boolean;
  /** True if the registry hasn't been asked about all of them. */
  readonly isUnchecked: boolean;
}

type Promised = Pick<
  ScanDocument,
  'type' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'isValid'
>;
/** Fields that show whether products of a project are under review. */
type Reviewed = Pick<ProjectDocument, 'calculated_available_points' | 'calculated_max_points'>;

/**
 * Computes the points that products add when their project closes.
 * @param scans newest first; saved in that order
 * @param project undefined for a new one
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
    points: sumPoints(atMost),
    isAtMost: isReviewed,
    isUnchecked: scans.some((scan) => scan.serial_number !== null && scan.isValid === null),
  };
}

/**
 * Returns the points of each product that can be saved, by scan id. Empty for a single product,
 * whose points equal the total.
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
