import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { openSections, type OpenSection, sectionsOfPage, totalEarnings } from './open-sections.ts';
import { ProjectRows } from './project-rows.tsx';
import { unsentByProject } from '../queries.ts';
import { useProjectEarnings } from '../use-project-earnings.ts';

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
  const gainOf = useProjectEarnings();
  const unsent = useLiveQuery(unsentByProject, []);
  if (!projects) return <ProjectRows projects={undefined} selectedId={undefined} />;
  const sections = openSections(projects, (uuid) => unsent?.get(uuid)?.waiting ?? 0, clock);
  const sumOf = (name: OpenSection<ProjectDocument>['name']) =>
    totalEarnings(
      (sections.find((one) => one.name === name)?.projects ?? []).map((one) => gainOf(one)),
    );
  const { points: stake } = sumOf('closing_soon');
  const { points: running, isAtMost } = sumOf('in_progress');
  const worth = format.points(running);
  const titles = {
    closing_soon: t`Expiring soon`,
    in_progress: t({ context: 'projects', message: 'In progress' }),
    scheduled: t({ context: 'projects', message: 'Scheduled' }),
  };
  const sums = {
    closing_soon:
      stake > 0 && t`${plural(stake, { one: '# point at stake', other: '# points at stake' })}`,
    in_progress:
      running > 0 && (isAtMost ? t({ context: 'points', message: `at most ${worth}` }) : worth),
    scheduled: false,
  };
  return (
    <div className="space-y-6">
      {sectionsOfPage(sections, page).map(({ name, projects: shown }) => (
        <Section
          key={name}
          title={titles[name]}
          link={<p className="text-small text-ink-soft tnum">{sums[name]}</p>}
        >
          <ProjectRows projects={shown} selectedId={selectedId} clock={clock} />
        </Section>
      ))}
    </div>
  );
}
