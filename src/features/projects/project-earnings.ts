/** Points a project brings by its status, the same on every screen (docs/behaviour/projects.md). Pure. */
import {
  closingEntries,
  type ClosingExtras,
  closingPoints,
  type ClosingPointEntry,
  sumPoints,
} from '#schemas/closing-points.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

export interface ProjectEarnings {
  readonly points: number;
  /** True if a product is still in review: nothing is added until then, and at most this. */
  readonly isAtMost: boolean;
  /** Parts of the sum. */
  readonly lines: readonly ClosingPointEntry[];
}

export type EarningProject = Pick<
  ProjectDocument,
  | 'status'
  | 'survey'
  | 'closing'
  | 'sent_closing'
  | 'available_points'
  | 'max_points'
  | 'calculated_available_points'
  | 'calculated_max_points'
>;

/**
 * Computes the points of a project: expected on closing if open, at most if in review, earned for
 * products if closed.
 * @param extras `surveyPoints`: the region's points for an answered survey
 * @param inReviewCount number of its products in review, if known, because the sums don't show
 * products
 *   without points
 */
export function projectEarnings(
  project: EarningProject,
  extras: ClosingExtras,
  inReviewCount = 0,
): ProjectEarnings {
  const { status, survey, closing, sent_closing: sent } = project;
  const isOpen = isProjectOpen(status.id);
  if (!isOpen && status.id !== projectStatus.inReview) {
    const lines = closingEntries(
      { points: project.available_points, campaigns: [] },
      { surveyPoints: 0, reserved: 0 },
    );
    return { points: sumPoints(lines), isAtMost: false, lines };
  }
  const valid = isOpen ? project.calculated_available_points : project.available_points;
  const max = isOpen ? project.calculated_max_points : project.max_points;
  const isInReview = !isOpen || inReviewCount > 0 || max > valid;
  const answers = sent?.response ?? closing?.response ?? survey;
  const surveyPoints = answers.length > 0 ? extras.surveyPoints : 0;
  const { now, atMost } = closingPoints(
    {
      valid: { points: valid, campaigns: [] },
      max: { points: max, campaigns: [] },
      isInReview,
    },
    { surveyPoints, reserved: extras.reserved },
  );
  const lines = isInReview ? atMost : now;
  return { points: sumPoints(lines), isAtMost: isInReview, lines };
}

/** Computes earnings with the region's survey points and the company's welcome points. */
export function useProjectEarnings(): (
  project: EarningProject,
  inReviewCount?: number,
) => ProjectEarnings {
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const reserved = useSingleton('points')?.points.reserved ?? 0;
  return (project, inReviewCount) =>
    projectEarnings(project, { surveyPoints, reserved }, inReviewCount);
}
