/** What a project is worth, and where its closing stands (spec 1 §3, §4; decisions "Points"). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen, projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { type PointRules, pointsOfProducts } from './product-points.ts';

export interface ProjectPoints {
  /** Booked or bookable: the valid products. */
  readonly available: number;
  /** All but the rejected ones. */
  readonly max: number;
  /** What the products that the server does not have yet would add. */
  readonly waitingPoints: number;
  readonly waitingCount: number;
  /** Whether one of those has to be checked first, so that closing books nothing at once. */
  readonly waitsForReview: boolean;
  readonly refusedCount: number;
}

type Counted = Pick<ScanDocument, 'state' | 'type' | 'serial_number' | 'imageIdxDB' | 'image_data'>;

/** Whether a product that is sent goes in review: one without a serial number, or with a photo. */
export function needsReview({
  serial_number,
  imageIdxDB,
  image_data,
}: Pick<Counted, 'serial_number' | 'imageIdxDB' | 'image_data'>): boolean {
  return serial_number === null || imageIdxDB !== null || image_data !== null;
}

/**
 * Calculated points while it is open, frozen ones after. Products that are not sent stand apart: the
 * server has the word on them.
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
  products: readonly Counted[],
  rules: PointRules,
): ProjectPoints {
  const open = isOpen(project.status.id);
  const waiting = products.filter((product) => product.state === 'waiting');
  const types = waiting.map(({ type }) => type);
  return {
    available: open ? project.calculated_available_points : project.available_points,
    max: open ? project.calculated_max_points : project.max_points,
    waitingCount: waiting.length,
    waitsForReview: waiting.some(needsReview),
    waitingPoints: pointsOfProducts(types, rules).reduce((sum, points) => sum + points, 0),
    refusedCount: products.filter((product) => product.state === 'refused').length,
  };
}

/**
 * Where a closing stands: `none`; `held` until its products are sent, `blocked` by a refused one;
 * `sending` given to the server; `refused` by it.
 */
export type ClosingState = 'none' | 'held' | 'blocked' | 'sending' | 'refused';

export function closingState(
  project: Pick<ProjectDocument, 'closing' | 'state' | 'refusal' | 'unbegun'>,
  points: Pick<ProjectPoints, 'refusedCount'>,
): ClosingState {
  if (!project.closing) return 'none';
  // What the server would not begin was not closed: its refusal is of the beginning.
  if (!project.unbegun && (project.state === 'refused' || project.refusal)) return 'refused';
  if (project.closing.released) return 'sending';
  return points.refusedCount > 0 ? 'blocked' : 'held';
}

/** Whether the server has lost the project, and only a lead's phone can have it begun again (F43). */
export function isMissingOnServer({
  closing,
  refusal,
  unbegun,
}: Pick<ProjectDocument, 'closing' | 'refusal' | 'unbegun'>) {
  return !unbegun && closing === null && refusal?.code === 'project_not_found';
}

/**
 * The status to show: a scheduled project is in progress with its first scan (spec 1 §4), and the
 * device says so before the server has it.
 */
export function displayedStatus(
  { status }: Pick<ProjectDocument, 'status'>,
  waitingCount: number,
): ProjectStatusId {
  const begun = status.id === projectStatus.scheduled && waitingCount > 0;
  return begun ? projectStatus.inProgress : status.id;
}

/** What has just become of an open project, to be told once: null when nothing has. */
export function closingOutcome(
  before: Pick<ProjectDocument, 'status'>,
  after: Pick<ProjectDocument, 'status'>,
): 'closed' | 'in_review' | null {
  if (before.status.id === after.status.id) return null;
  const wasOpen = isOpen(before.status.id);
  if (after.status.id === projectStatus.inReview && wasOpen) return 'in_review';
  const wasReviewed = before.status.id === projectStatus.inReview;
  return after.status.id === projectStatus.closed && (wasOpen || wasReviewed) ? 'closed' : null;
}

/** Whether it has no products, as far as anybody knows. @param count how many this device has */
export function isEmpty(
  project: Pick<ProjectDocument, 'closing' | 'refusal' | 'unbegun' | 'state' | 'products_count'>,
  count: number,
): boolean {
  // What the server has lost, it has lost with its products.
  return (
    count === 0 && (isAbsentOnServer(project) || project.unbegun || project.products_count === 0)
  );
}

/** Whether an open project can be deleted: one without products, that no customer waits for (spec 1 §2). */
export function isDeletable(
  project: Parameters<typeof isEmpty>[0] & Pick<ProjectDocument, 'lead' | 'awaits_lead'>,
  count: number,
): boolean {
  const isLeads = project.lead !== null || project.awaits_lead !== null;
  return (
    project.closing === null && isEmpty(project, count) && (isAbsentOnServer(project) || !isLeads)
  );
}

/** Whether the server does not have it any more, or would not begin it: nothing can be added to it. */
export function isAbsentOnServer(
  project: Parameters<typeof isMissingOnServer>[0] & Pick<ProjectDocument, 'state'>,
) {
  return isMissingOnServer(project) || (project.unbegun && project.state === 'refused');
}

/** How many of these products somebody looks at. */
export function countInReview(products: readonly Pick<ScanDocument, 'state' | 'flag'>[]): number {
  return products.filter(({ state, flag }) => state === 'sent' && flag === 'in_review').length;
}
