/** What a project is worth, and where its closing stands (spec 1 §3, §4; decisions "Points"). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen, projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';

export interface ProjectPoints {
  /** Booked or bookable: the valid products. */
  readonly available: number;
  /** All but the rejected ones. */
  readonly max: number;
  /** What the products that the server does not have yet would add. */
  readonly waitingPoints: number;
  readonly waitingCount: number;
  readonly refusedCount: number;
}

type Counted = Pick<ScanDocument, 'state' | 'type'>;

/**
 * Calculated points while it is open, frozen ones after. Products that are not sent stand apart: the
 * server has the word on them.
 * @param pointsOfType what a product is worth, by its type
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
  pointsOfType: Readonly<Record<string, number>>,
): ProjectPoints {
  const open = isOpen(project.status.id);
  const waiting = products.filter((product) => product.state === 'waiting');
  return {
    available: open ? project.calculated_available_points : project.available_points,
    max: open ? project.calculated_max_points : project.max_points,
    waitingCount: waiting.length,
    waitingPoints: waiting.reduce((sum, { type }) => sum + (pointsOfType[type] ?? 0), 0),
    refusedCount: products.filter((product) => product.state === 'refused').length,
  };
}

/**
 * Where a closing stands: `none`; `held` until its products are sent, `blocked` by a refused one;
 * `sending` given to the server; `refused` by it.
 */
export type ClosingState = 'none' | 'held' | 'blocked' | 'sending' | 'refused';

export function closingState(
  project: Pick<ProjectDocument, 'closing' | 'state' | 'refusal'>,
  points: Pick<ProjectPoints, 'refusedCount'>,
): ClosingState {
  if (!project.closing) return 'none';
  if (project.state === 'refused' || project.refusal) return 'refused';
  if (project.closing.released) return 'sending';
  return points.refusedCount > 0 ? 'blocked' : 'held';
}

/** Whether the server has lost the project, and this phone could not begin it again (F43). */
export function isMissing({ closing, refusal }: Pick<ProjectDocument, 'closing' | 'refusal'>) {
  return closing === null && refusal?.code === 'project_not_found';
}

/**
 * The status to show: a scheduled project is in progress with its first scan (spec 1 §4), and the
 * device says so before the server has it.
 */
export function statusShown(
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
