/** Projects that expire soon (spec 1 §4, `days_left`). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';

export type ExpiringProject = Pick<
  ProjectDocument,
  'expires_at' | 'closing' | 'state' | 'refusal' | 'calculated_max_points'
>;

/**
 * True if an open project with points expires within seven days. False once it is submitted, unless
 * the server rejected that.
 * @param waiting number of unsent products; their points would be lost too
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
