/** Points of a project, and the state of its closing (spec 1 §3, §4; docs/behaviour/projects.md). */
import { sumByCampaign, sumPoints } from '#schemas/closing-points.ts';
import { isProjectOpen, projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { Scan, ScanDocument } from '#schemas/scan.ts';
import { type PointRules, pointsOfProducts } from './product-points.ts';
import type { ProductFacts } from './project-earnings.ts';

export interface ProjectPoints {
  /** Points of the valid products, whether already added or not. */
  readonly available: number;
  /** Points of all products that aren't rejected. */
  readonly max: number;
  /** Points that the unsent products would add. */
  readonly unsentPoints: number;
  readonly unsentCount: number;
  /** True if an unsent product will need a review, so that closing adds nothing immediately. */
  readonly waitsForReview: boolean;
  readonly rejectedCount: number;
}

type EarningScan = Pick<
  ScanDocument,
  'state' | 'type' | 'time' | 'serial_number' | 'imageIdxDB' | 'image_data' | 'replaced_photo'
>;

/** True if a product will need a review, because it has no serial number or has a photo. */
export function needsReview({
  serial_number,
  imageIdxDB,
  image_data,
}: Pick<EarningScan, 'serial_number' | 'imageIdxDB' | 'image_data'>): boolean {
  return serial_number === null || imageIdxDB !== null || image_data !== null;
}

/**
 * Returns a project's points: the calculated ones while the project is open, and the frozen ones afterwards. Unsent
 * products are counted separately, because the server hasn't decided on them yet.
 */
export function projectPoints(
  project: Pick<
    ProjectDocument,
    | 'status'
    | 'available_points'
    | 'max_points'
    | 'calculated_available_points'
    | 'calculated_max_points'
  >,
  products: readonly EarningScan[],
  rules: PointRules,
): ProjectPoints {
  const isOpen = isProjectOpen(project.status.id);
  const unsentProducts = products.filter((product) => product.state === 'waiting');
  // A new photo adds no product, and the server's totals already include its points.
  const newProducts = unsentProducts.filter(({ replaced_photo }) => replaced_photo === null);
  return {
    available: isOpen ? project.calculated_available_points : project.available_points,
    max: isOpen ? project.calculated_max_points : project.max_points,
    unsentCount: unsentProducts.length,
    waitsForReview: unsentProducts.some(needsReview),
    unsentPoints: sumPoints(pointsOfProducts(newProducts, rules)),
    rejectedCount: products.filter((product) => product.state === 'refused').length,
  };
}

/**
 * State of a project's closing. `waiting`: the products must be sent first; `blocked`: a product was rejected;
 * `sending`: the closing can be sent; `refused`: the server rejected the closing.
 */
type ClosingState = 'none' | 'waiting' | 'blocked' | 'sending' | 'refused';

export function closingState(
  project: Pick<ProjectDocument, 'closing' | 'state' | 'refusal' | 'unbegun'>,
  points: Pick<ProjectPoints, 'rejectedCount'>,
): ClosingState {
  if (!project.closing) return 'none';
  // A project that the server rejected can't have been closed, so the rejection is about its creation.
  if (!project.unbegun && (project.state === 'refused' || project.refusal)) return 'refused';
  if (project.closing.released) return 'sending';
  return points.rejectedCount > 0 ? 'blocked' : 'waiting';
}

/** True if the server lost the project in a restore. Only the phone that has its lead can recreate the project. */
export function wasLostByServer({
  closing,
  refusal,
  unbegun,
}: Pick<ProjectDocument, 'closing' | 'refusal' | 'unbegun'>) {
  return !unbegun && closing === null && refusal?.code === 'project_not_found';
}

/**
 * Returns the status to show. The first scan puts a scheduled project in progress (spec 1 §4), even before the
 * server knows about the scan.
 */
export function displayedStatus(
  { status }: Pick<ProjectDocument, 'status'>,
  unsentCount: number,
): ProjectStatusId {
  const isStarted = status.id === projectStatus.scheduled && unsentCount > 0;
  return isStarted ? projectStatus.inProgress : status.id;
}

/**
 * Returns the outcome of a closing, which is announced once, when the project's status changes. Null if the change
 * isn't the outcome of a closing.
 */
export function closingOutcome(
  previous: Pick<ProjectDocument, 'status'>,
  current: Pick<ProjectDocument, 'status'>,
): 'closed' | 'in_review' | null {
  if (previous.status.id === current.status.id) return null;
  const wasOpen = isProjectOpen(previous.status.id);
  if (current.status.id === projectStatus.inReview && wasOpen) return 'in_review';
  const wasReviewed = previous.status.id === projectStatus.inReview;
  return current.status.id === projectStatus.closed && (wasOpen || wasReviewed) ? 'closed' : null;
}

/**
 * True if a project has no products, neither on this device nor on the server.
 * @param count number of its products on this device
 */
export function isEmpty(
  project: Pick<ProjectDocument, 'closing' | 'refusal' | 'unbegun' | 'state' | 'products_count'>,
  count: number,
): boolean {
  // A project that the server lost has lost its products too.
  return (
    count === 0 && (wasLostOrRejected(project) || project.unbegun || project.products_count === 0)
  );
}

/**
 * True if an open project can be deleted (spec 1 §2). It must have no products and no pending closing. A project from a
 * lead can be deleted only if the server lost or rejected the project.
 */
export function isDeletable(
  project: Parameters<typeof isEmpty>[0] & Pick<ProjectDocument, 'lead' | 'awaits_lead'>,
  count: number,
): boolean {
  const isFromLead = project.lead !== null || project.awaits_lead !== null;
  return (
    project.closing === null &&
    isEmpty(project, count) &&
    (wasLostOrRejected(project) || !isFromLead)
  );
}

/** True if the server lost or rejected the project, so nothing can be added to it. */
export function wasLostOrRejected(
  project: Parameters<typeof wasLostByServer>[0] & Pick<ProjectDocument, 'state'>,
) {
  return wasLostByServer(project) || (project.unbegun && project.state === 'refused');
}

/** Collects the facts about a project's products that the project's totals don't include. */
export function productFacts(
  products: readonly (Pick<ScanDocument, 'state' | 'flag'> & Pick<Scan, 'campaign'>)[],
): ProductFacts {
  const sentProducts = products.filter(({ state }) => state === 'sent');
  return {
    inReviewCount: countInReview(sentProducts),
    validCampaigns: sumByCampaign(sentProducts.filter(({ flag }) => flag === 'valid')),
    maxCampaigns: sumByCampaign(sentProducts.filter(({ flag }) => flag !== 'rejected')),
  };
}

/** Counts products in review. */
export function countInReview(products: readonly Pick<ScanDocument, 'state' | 'flag'>[]): number {
  return products.filter(({ state, flag }) => state === 'sent' && flag === 'in_review').length;
}
