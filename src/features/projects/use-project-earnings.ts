import { useSingleton } from '#src/data/live/use-singleton.ts';
import { type EarningProject, type ProjectEarnings, projectEarnings } from './project-earnings.ts';

/** Computes earnings with the region's survey points and the company's welcome points. */
export function useProjectEarnings(): (
  project: EarningProject,
  inReview?: number,
) => ProjectEarnings {
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const reserved = useSingleton('points')?.points.reserved ?? 0;
  return (project, inReview) => projectEarnings(project, { surveyPoints, reserved }, inReview);
}
