/**
 * Checks captured scans before they are saved to a project (spec 1 §2 `/scan/review`, §5), and
 * computes their expected points.
 */
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { unmetRequirements, type Requirement } from '../capture/product-rules.ts';
import { acceptsProducts } from './choose-project.ts';
import { closingPoints, sumPoints } from '#schemas/closing-points.ts';
import {
  needsReview,
  type PointRules,
  pointsOfProducts,
  type ProductPoints,
} from '#src/features/projects/actions.ts';

export interface ReviewedScan {
  readonly scan: ScanDocument;
  readonly requirements: readonly Requirement[];
  /** True if the chosen project already has this product. */
  readonly isDuplicate: boolean;
}

/**
 * True if the project has the product. Only confirmed scans with a serial number can be duplicates
 * (spec 1 §5).
 */
export function isInProject(scan: ScanDocument, products: readonly ScanDocument[]): boolean {
  const comparableScan = {
    ...scan,
    code: scan.serial_number ?? '',
    isGeneric: !scan.is_unique,
  };
  const eligibleProducts = products.filter(
    (product) => product.flag !== 'rejected' && product.uuid !== scan.uuid,
  );
  return isDuplicate(comparableScan, eligibleProducts);
}

export function reviewScans(
  scans: readonly ScanDocument[],
  products: readonly ScanDocument[],
  questions: readonly SurveyQuestion[],
): ReviewedScan[] {
  return scans.map((scan) => ({
    scan,
    requirements: unmetRequirements(scan, questions),
    isDuplicate: isInProject(scan, products),
  }));
}

/** A batch, split so that one bad product doesn't block the others. */
interface SplitBatch {
  /** Scans that can be saved to the project. */
  readonly readyScans: readonly ReviewedScan[];
  /** Scans that stay in the list until the user resolves their problems. */
  readonly remainingScans: readonly ReviewedScan[];
}

export function splitBatch(reviewedScans: readonly ReviewedScan[]): SplitBatch {
  const isReady = (reviewedScan: ReviewedScan) =>
    reviewedScan.requirements.length === 0 && !reviewedScan.isDuplicate;
  return {
    readyScans: reviewedScans.filter(isReady),
    remainingScans: reviewedScans.filter((reviewedScan) => !isReady(reviewedScan)),
  };
}

/** Reason why nothing can be saved, by priority. */
export type BlockingReason =
  | 'nothing'
  | 'requirements'
  | 'duplicates'
  | 'no_project'
  | 'project_not_open';

export function findBlockingReason(
  reviewedScans: readonly ReviewedScan[],
  project: Pick<ProjectDocument, 'status' | 'closing' | 'state'> | null,
): BlockingReason | null {
  if (reviewedScans.length === 0) return 'nothing';
  if (reviewedScans.every(({ requirements }) => requirements.length > 0)) return 'requirements';
  if (!project) return 'no_project';
  if (!acceptsProducts(project)) return 'project_not_open';
  return splitBatch(reviewedScans).readyScans.length === 0 ? 'duplicates' : null;
}

export interface ExpectedPoints {
  /** Points added when the project closes; a maximum if a product needs a review. */
  readonly points: number;
  readonly isMaximum: boolean;
  /** True if at least one serial number hasn't been checked against the registry yet. */
  readonly isUnchecked: boolean;
}

type ScanFields = Pick<
  ScanDocument,
  'type' | 'time' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'isValid'
>;
/** Fields that show whether a project has products in review. */
type ProjectPoints = Pick<ProjectDocument, 'calculated_available_points' | 'calculated_max_points'>;

/**
 * Computes the points that products add when their project closes.
 * @param scans newest first; saved in that order
 * @param project undefined for a new one
 */
export function expectedPoints(
  scans: readonly ScanFields[],
  rules: PointRules,
  project?: ProjectPoints,
): ExpectedPoints {
  const pointsPerScan = pointsOfProducts(scans, rules);
  const sumFor = (includes: (scan: ScanFields) => boolean) => {
    const countedPoints = scans.flatMap((scan, index) =>
      includes(scan) ? (pointsPerScan[index] ?? []) : [],
    );
    // Omits campaigns, because only the total is shown.
    return { points: sumPoints(countedPoints), campaigns: [] };
  };
  const isInReview =
    scans.some(needsReview) ||
    (project !== undefined && project.calculated_max_points > project.calculated_available_points);
  const { atMost } = closingPoints(
    {
      valid: sumFor((scan) => !needsReview(scan)),
      max: sumFor(() => true),
      isInReview,
    },
    { surveyPoints: 0, reserved: 0 },
  );
  return {
    points: sumPoints(atMost),
    isMaximum: isInReview,
    isUnchecked: scans.some((scan) => scan.serial_number !== null && scan.isValid === null),
  };
}

/**
 * Computes by how many points the expected total increases if further copies of a product type are captured.
 * @param scans scans that were captured before, newest first
 */
export function addedPoints(
  type: string,
  copies: number,
  scans: readonly Pick<ScanFields, 'type' | 'time'>[],
  rules: PointRules,
): number {
  const newScans = Array.from({ length: copies }, () => ({ type, time: rules.clock.now }));
  const totalPoints = (products: typeof scans) => sumPoints(pointsOfProducts(products, rules));
  return totalPoints([...newScans, ...scans]) - totalPoints(scans);
}

/** Returns the points of each product that can be saved, by scan id. */
export function pointsByScan(
  reviewedScans: readonly ReviewedScan[],
  rules: PointRules,
): ReadonlyMap<string, ProductPoints> {
  const readyScans = splitBatch(reviewedScans).readyScans.map(({ scan }) => scan);
  const pointsPerScan = pointsOfProducts(readyScans, rules);
  return new Map(
    pointsPerScan.map((productPoints, index) => [readyScans[index]?.uuid ?? '', productPoints]),
  );
}
