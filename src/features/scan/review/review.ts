/**
 * Checks captured scans before they are saved to a project (spec 1 §2 `/scan/review`, §5), and computes the
 * points to expect for them. Pure.
 */
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { unmetRequirements, type Requirement } from '../capture/product-rules.ts';
import { acceptsProducts } from './choose-project.ts';
import { closingPoints, sumPoints } from '#schemas/closing-points.ts';
import { needsReview, type PointRules, pointsOfProducts } from '#src/features/projects/actions.ts';

export interface ReviewedScan {
  readonly scan: ScanDocument;
  readonly requirements: readonly Requirement[];
  /** The chosen project already has this product. */
  readonly duplicate: boolean;
}

/**
 * True if the project has the product. Only confirmed scans with a serial number can be duplicates
 * (spec 1 §5).
 */
export function isInProject(scan: ScanDocument, products: readonly ScanDocument[]): boolean {
  const comparable = {
    ...scan,
    code: scan.serial_number ?? '',
    isGeneric: !scan.is_unique,
  };
  const eligible = products.filter(
    (product) => product.flag !== 'rejected' && product.uuid !== scan.uuid,
  );
  return isDuplicate(comparable, eligible);
}

export function reviewScans(
  scans: readonly ScanDocument[],
  products: readonly ScanDocument[],
  questions: readonly SurveyQuestion[],
): ReviewedScan[] {
  return scans.map((scan) => ({
    scan,
    requirements: unmetRequirements(scan, questions),
    duplicate: isInProject(scan, products),
  }));
}

/** Splits a batch, so that one bad product doesn't block the others. */
interface SplitBatch {
  /** Can be saved to the project. */
  readonly ready: readonly ReviewedScan[];
  /** Stay until the user resolves their problems. */
  readonly remaining: readonly ReviewedScan[];
}

export function splitBatch(reviewed: readonly ReviewedScan[]): SplitBatch {
  const isReady = ({ requirements, duplicate }: ReviewedScan) =>
    requirements.length === 0 && !duplicate;
  return {
    ready: reviewed.filter(isReady),
    remaining: reviewed.filter((one) => !isReady(one)),
  };
}

/** Why nothing can be saved, by priority. */
export type BlockingReason =
  | 'nothing'
  | 'requirements'
  | 'duplicates'
  | 'no_project'
  | 'project_not_open';

export function findBlockingReason(
  reviewed: readonly ReviewedScan[],
  project: Pick<ProjectDocument, 'status' | 'closing' | 'state'> | null,
): BlockingReason | null {
  if (reviewed.length === 0) return 'nothing';
  if (reviewed.every((one) => one.requirements.length > 0)) return 'requirements';
  if (!project) return 'no_project';
  if (!acceptsProducts(project)) return 'project_not_open';
  return splitBatch(reviewed).ready.length === 0 ? 'duplicates' : null;
}

export interface ExpectedPoints {
  /** Added when the project closes; a maximum if a product needs a review. */
  readonly points: number;
  readonly isAtMost: boolean;
  /** True if the registry hasn't been asked about all of them. */
  readonly isUnchecked: boolean;
}

type ScanFields = Pick<
  ScanDocument,
  'type' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'isValid'
>;
/** Fields that show whether products of a project are under review. */
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
  const pointsOfEach = pointsOfProducts(
    scans.map(({ type }) => type),
    rules,
  );
  const sumFor = (includes: (scan: ScanFields) => boolean) =>
    scans.reduce((sum, scan, at) => sum + (includes(scan) ? (pointsOfEach[at] ?? 0) : 0), 0);
  const isInReview =
    scans.some(needsReview) ||
    (project !== undefined && project.calculated_max_points > project.calculated_available_points);
  const { atMost } = closingPoints(
    { valid: sumFor((scan) => !needsReview(scan)), max: sumFor(() => true), isInReview },
    { surveyPoints: 0, reserved: 0 },
  );
  return {
    points: sumPoints(atMost),
    isAtMost: isInReview,
    isUnchecked: scans.some((scan) => scan.serial_number !== null && scan.isValid === null),
  };
}

/**
 * Computes how many points further copies of a product type add to the expected total.
 * @param scans captured before, newest first
 */
export function addedPoints(
  type: string,
  copies: number,
  scans: readonly Pick<ScanFields, 'type'>[],
  rules: PointRules,
): number {
  const before = scans.map((scan) => scan.type);
  const total = (types: readonly string[]) =>
    pointsOfProducts(types, rules).reduce((sum, points) => sum + points, 0);
  return total([...Array.from({ length: copies }, () => type), ...before]) - total(before);
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
  const pointsOfEach = pointsOfProducts(
    ready.map(({ type }) => type),
    rules,
  );
  return new Map(ready.map(({ uuid }, at) => [uuid, pointsOfEach[at] ?? 0]));
}
