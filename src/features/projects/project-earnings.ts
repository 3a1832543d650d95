/**
 * Points that a project earns, depending on its status. Every screen shows the same number
 * (docs/behaviour/projects.md).
 */
import {
  closingEntries,
  type ClosingExtras,
  closingPoints,
  type ClosingPointEntry,
  sumPoints,
} from '#schemas/closing-points.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanCampaign } from '#schemas/scan.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

export interface ProjectEarnings {
  readonly points: number;
  /** True if a product is in review, so that `points` is the maximum and nothing is added before the review. */
  readonly isMaximum: boolean;
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

/** Facts about products on the device that a project's totals don't include. */
export interface ProductFacts {
  /** Includes products without points. */
  readonly inReviewCount: number;
  /** Extra points of the valid products by campaign. */
  readonly validCampaigns: readonly ScanCampaign[];
  /** Extra points of the products that aren't rejected, by campaign. */
  readonly maxCampaigns: readonly ScanCampaign[];
}

const noFacts: ProductFacts = { inReviewCount: 0, validCampaigns: [], maxCampaigns: [] };

/**
 * Computes the points of a project: those expected on closing if it's open, the maximum if it's in review, and
 * those earned for its products if it's closed.
 * @param extras `surveyPoints`: the region's points for an answered survey
 * @param facts facts about the project's products, if known; without them, campaign points aren't shown separately
 */
export function projectEarnings(
  project: EarningProject,
  extras: ClosingExtras,
  { inReviewCount, validCampaigns, maxCampaigns } = noFacts,
): ProjectEarnings {
  const { status, survey, closing, sent_closing: sentClosing } = project;
  const isOpen = isProjectOpen(status.id);
  if (!isOpen && status.id !== projectStatus.inReview) {
    const points = countedPoints(project.available_points, validCampaigns);
    const lines = closingEntries(points, { surveyPoints: 0, reserved: 0 });
    return { points: sumPoints(lines), isMaximum: false, lines };
  }
  const validPoints = isOpen ? project.calculated_available_points : project.available_points;
  const maxPoints = isOpen ? project.calculated_max_points : project.max_points;
  const isInReview = !isOpen || inReviewCount > 0 || maxPoints > validPoints;
  const answers = sentClosing?.response ?? closing?.response ?? survey;
  const surveyPoints = answers.length > 0 ? extras.surveyPoints : 0;
  const { now, atMost } = closingPoints(
    {
      valid: countedPoints(validPoints, validCampaigns),
      max: countedPoints(maxPoints, maxCampaigns),
      isInReview,
    },
    { surveyPoints, reserved: extras.reserved },
  );
  const lines = isInReview ? atMost : now;
  return { points: sumPoints(lines), isMaximum: isInReview, lines };
}

/** Omits the campaigns if their points exceed the project's total, which is then older than the project's products. */
function countedPoints(points: number, campaigns: readonly ScanCampaign[]) {
  return { points, campaigns: sumPoints(campaigns) <= points ? campaigns : [] };
}

/** Returns `projectEarnings` with the region's survey points and the company's welcome points applied. */
export function useProjectEarnings(): (
  project: EarningProject,
  facts?: ProductFacts,
) => ProjectEarnings {
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const reservedPoints = useSingleton('points')?.points.reserved ?? 0;
  return (project, facts) =>
    projectEarnings(project, { surveyPoints, reserved: reservedPoints }, facts);
}
