/**
 * Checks captured scans before they are saved to a project (spec 1 §2 `/scan/review`, §5). Pure.
 */
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDuplicate } from '#schemas/serial-number.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { openRequirements, type Requirement } from '../capture/product-rules.ts';
import { acceptsProducts } from './choose-project.ts';

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
  const counted = products.filter(
    (product) => product.flag !== 'rejected' && product.uuid !== scan.uuid,
  );
  return isDuplicate(comparable, counted);
}

export function reviewScans(
  scans: readonly ScanDocument[],
  products: readonly ScanDocument[],
  questions: readonly SurveyQuestion[],
): ReviewedScan[] {
  return scans.map((scan) => ({
    scan,
    requirements: openRequirements(scan, questions),
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
