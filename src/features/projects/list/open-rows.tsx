import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { sumPoints } from '#schemas/closing-points.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { sortByDeadline } from '#src/data/time/sort-by-deadline.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { useProjectEarnings, type ProjectEarnings } from '../project-earnings.ts';
import { displayedStatus } from '../project-points.ts';
import { unsentByProject, type ExpiringProject, isClosingSoon, pageOf } from '../queries.ts';
import { ProjectRows } from './project-rows.tsx';

interface OpenRowsProps {
  /** All open projects, newest first; undefined while loading. */
  projects: readonly ProjectDocument[] | undefined;
  page: number;
  selectedId: string | undefined;
}

/** A page of open projects: those that expire soon first, with the points at stake. */
export function OpenRows({ projects, page, selectedId }: OpenRowsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const clock = useRegionalClock();
  const earningsOf = useProjectEarnings();
  const changesByProject = useLiveQuery(unsentByProject, []);
  if (!projects) return <ProjectRows projects={undefined} selectedId={undefined} />;
  const sections = openSections(
    projects,
    (uuid) => changesByProject?.get(uuid)?.waiting ?? 0,
    clock,
  );
  const sumOf = (name: OpenSection<ProjectDocument>['name']) =>
    totalEarnings(
      (sections.find((section) => section.name === name)?.projects ?? []).map((project) =>
        earningsOf(project),
      ),
    );
  const { points: pointsAtStake } = sumOf('closing_soon');
  const { points: pointsInProgress, isMaximum } = sumOf('in_progress');
  const pointsText = format.points(pointsInProgress);
  const titles = {
    closing_soon: t`Expiring soon`,
    in_progress: t({ context: 'projects', message: 'In progress' }),
    scheduled: t({ context: 'projects', message: 'Scheduled' }),
  };
  const sums = {
    closing_soon:
      pointsAtStake > 0 &&
      t`${plural(pointsAtStake, { one: '# point at stake', other: '# points at stake' })}`,
    in_progress:
      pointsInProgress > 0 &&
      (isMaximum ? t({ context: 'points', message: `up to ${pointsText}` }) : pointsText),
    scheduled: false,
  };
  return (
    <div className="space-y-6">
      {sectionsOfPage(sections, page).map(({ name, projects: visibleProjects }) => (
        <Section
          key={name}
          title={titles[name]}
          link={<p className="text-small text-ink-soft tnum">{sums[name]}</p>}
        >
          <ProjectRows projects={visibleProjects} selectedId={selectedId} clock={clock} />
        </Section>
      ))}
    </div>
  );
}

// Open projects grouped for their list: those that expire soon first (spec 1 §4, `days_left`).

/** Returns the number of unsent products of a project, by its id. */
type UnsentCount = (uuid: string) => number;

interface OpenSection<Project> {
  readonly name: 'closing_soon' | 'in_progress' | 'scheduled';
  readonly projects: readonly Project[];
}

/**
 * Groups open projects into sections, sorted by deadline; omits empty sections.
 * @param projects open projects, newest first; those with the same deadline stay in this order
 */
export function openSections<
  Project extends ExpiringProject & Pick<ProjectDocument, 'uuid' | 'status'>,
>(
  projects: readonly Project[],
  unsentCountOf: UnsentCount,
  clock: RegionalClock,
): OpenSection<Project>[] {
  const nameOf = (project: Project): OpenSection<Project>['name'] => {
    const unsentCount = unsentCountOf(project.uuid);
    if (isClosingSoon(project, unsentCount, clock)) return 'closing_soon';
    const isScheduled = displayedStatus(project, unsentCount) === projectStatus.scheduled;
    return isScheduled ? 'scheduled' : 'in_progress';
  };
  const sections = Object.groupBy(
    sortByDeadline(projects, ({ expires_at }) => expires_at),
    nameOf,
  );
  const sectionNames = ['closing_soon', 'in_progress', 'scheduled'] as const;
  return sectionNames.flatMap((name) => {
    const sectionProjects = sections[name];
    return sectionProjects ? [{ name, projects: sectionProjects }] : [];
  });
}

/** Returns the rows of one page by section, without empty sections. A page can have rows of several sections. */
export function sectionsOfPage<Project>(
  sections: readonly OpenSection<Project>[],
  page: number,
): OpenSection<Project>[] {
  const rows = sections.flatMap(({ name, projects }) =>
    projects.map((project) => ({ name, project })),
  );
  const rowsByName = Object.groupBy(pageOf(rows, page), ({ name }) => name);
  return sections.flatMap(({ name }) => {
    const sectionRows = rowsByName[name];
    return sectionRows ? [{ name, projects: sectionRows.map(({ project }) => project) }] : [];
  });
}

/** Sums the earnings of open projects. Counts the welcome points once, because they are added only once. */
export function totalEarnings(
  allEarnings: readonly ProjectEarnings[],
): Pick<ProjectEarnings, 'points' | 'isMaximum'> {
  const lines = allEarnings.flatMap((earnings) => earnings.lines);
  const welcomeLine = lines.find(({ event }) => event === 'welcome_points');
  const projectLines = lines.filter(({ event }) => event !== 'welcome_points');
  return {
    points: sumPoints(projectLines) + (welcomeLine?.points ?? 0),
    isMaximum: allEarnings.some((earnings) => earnings.isMaximum && earnings.points > 0),
  };
}
