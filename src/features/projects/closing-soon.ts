/** Which open projects are about to be lost (spec 1 §4, `days_left`). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';

/** What of an open project says whether it is. */
export type ExpiringProject = Pick<
  ProjectDocument,
  'expires_at' | 'closing' | 'state' | 'refusal' | 'calculated_max_points'
>;

/**
 * Whether a project is lost within seven days, with points. Not where it was submitted already, and nothing was
 * said against that.
 * @param waiting how many of its products the server does not have yet: what they bring is lost with it
 */
export function isClosingSoon(
  project: ExpiringProject,
  waiting: number,
  clock: RegionalClock,
): boolean {
  if (project.calculated_max_points === 0 && waiting === 0) return false;
  const isSubmitted = project.closing !== null && project.refusal === null;
  if (isSubmitted && project.state !== 'refused') return false;
  const left = timeLeft(project.expires_at, clock);
  return left?.unit !== 'over' && isDueSoon(left, dueSoonDays.project);
}
