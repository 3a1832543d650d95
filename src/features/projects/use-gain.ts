import { useSingleton } from '#src/data/live/use-singleton.ts';
import { type Gainful, type ProjectGain, projectGain } from './project-gain.ts';

/** What a project brings, with the region's survey points and the company's welcome points. */
export function useGain(): (project: Gainful, inReview?: number) => ProjectGain {
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const reserved = useSingleton('points')?.points.reserved ?? 0;
  return (project, inReview) => projectGain(project, { surveyPoints, reserved }, inReview);
}
