/** Project statuses, separate from the project's schema because every screen loads them. */
import * as v from 'valibot';

/** Project status ids (spec 1 §4). */
export const projectStatus = {
  inProgress: 1,
  closed: 2,
  lost: 3,
  scheduled: 4,
  inReview: 5,
} as const;
export const projectStatusId = v.picklist([1, 2, 3, 4, 5]);
export type ProjectStatusId = v.InferOutput<typeof projectStatusId>;

/** True while products can be added to and removed from a project. */
export function isProjectOpen(status: ProjectStatusId): boolean {
  return status === projectStatus.inProgress || status === projectStatus.scheduled;
}

/** Filter of the project list (spec 1 §2); open by default. */
export const projectFilter = v.picklist(['open', 'in_review', 'closed', 'lost']);
export type ProjectFilter = v.InferOutput<typeof projectFilter>;
export const filterStatuses: Record<ProjectFilter, readonly ProjectStatusId[]> = {
  open: [projectStatus.inProgress, projectStatus.scheduled],
  in_review: [projectStatus.inReview],
  closed: [projectStatus.closed],
  lost: [projectStatus.lost],
};
