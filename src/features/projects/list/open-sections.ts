/**
 * Open projects grouped for their list: those that expire soon first (spec 1 §4, `days_left`).
 * Pure.
 */
import { sumPoints } from '#schemas/closing-points.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { sortByDeadline } from '#src/data/time/sort-by-deadline.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { type ExpiringProject, isClosingSoon } from '../closing-soon.ts';
import type { ProjectEarnings } from '../project-earnings.ts';
import { pageOf } from '../project-pages.ts';
import { displayedStatus } from '../project-points.ts';

/** Returns the number of unsent products of a project, by its id. */
type UnsentCount = (uuid: string) => number;

export interface OpenSection<Project> {
  readonly name: 'closing_soon' | 'in_progress' | 'scheduled';
  readonly projects: readonly Project[];
}

/**
 * Groups open projects into sections, sorted by deadline; omits empty sections.
 * @param projects open ones, newest first; keeps that order for equal deadlines
 */
export function openSections<
  Project extends ExpiringProject & Pick<ProjectDocument, 'uuid' | 'status'>,
>(
  projects: readonly Project[],
  waitingOf: UnsentCount,
  clock: RegionalClock,
): OpenSection<Project>[] {
  const nameOf = (project: Project): OpenSection<Project>['name'] => {
    const waiting = waitingOf(project.uuid);
    if (isClosingSoon(project, waiting, clock)) return 'closing_soon';
    const isScheduled = displayedStatus(project, waiting) === projectStatus.scheduled;
    return isScheduled ? 'scheduled' : 'in_progress';
  };
  const sections = Object.groupBy(
    sortByDeadline(projects, ({ expires_at }) => expires_at),
    nameOf,
  );
  const names = ['closing_soon', 'in_progress', 'scheduled'] as const;
  return names.flatMap((name) => {
    const inIt = sections[name];
    return inIt ? [{ name, projects: inIt }] : [];
  });
}

/** The parts of the sections on one page, counted across sections; omits empty ones. */
export function sectionsOfPage<Project>(
  sections: readonly OpenSection<Project>[],
  page: number,
): OpenSection<Project>[] {
  const all = sections.flatMap(({ name, projects }) => projects.map((one) => ({ name, one })));
  const shown = Object.groupBy(pageOf(all, page), ({ name }) => name);
  return sections.flatMap(({ name }) => {
    const there = shown[name];
    return there ? [{ name, projects: there.map(({ one }) => one) }] : [];
  });
}

/**
 * Sums the earnings of open projects. Counts the welcome points once, because they are booked once.
 */
export function totalEarnings(
  gains: readonly ProjectEarnings[],
): Pick<ProjectEarnings, 'points' | 'isAtMost'> {
  const lines = gains.flatMap((gain) => gain.lines);
  const welcome = lines.find(({ what }) => what === 'welcome_points');
  const own = lines.filter(({ what }) => what !== 'welcome_points');
  return {
    points: sumPoints(own) + (welcome?.points ?? 0),
    isAtMost: gains.some((gain) => gain.isAtMost && gain.points > 0),
  };
}
