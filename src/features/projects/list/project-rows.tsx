import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { List } from '#src/ui/lists/list.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { useEarnedPoints } from '../use-earned-points.ts';
import { useProjectColumns, ProjectTable } from './project-table.tsx';
import { ProjectRow } from './project-row.tsx';
import { type ProjectUnsentCounts, unsentByProject } from '../queries.ts';

interface ProjectRowsProps {
  /** Undefined while loading. */
  projects: readonly ProjectDocument[] | undefined;
  selectedId: string | undefined;
  /**
   * Returns the action that opens a project that isn't on this device yet; undefined for a project whose row is a link.
   * If the property is omitted, every row is a link.
   */
  onOpen?: ((project: ProjectDocument) => (() => void) | undefined) | undefined;
  /** If set, rows show the time left instead of the status. */
  clock?: RegionalClock | undefined;
}

/** Projects as rows, or as a table on a wide screen, with their unsent changes. */
export function ProjectRows({ projects, selectedId, onOpen, clock }: ProjectRowsProps) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const changesByProject = useLiveQuery(unsentByProject, []);
  const earnedPoints = useEarnedPoints(projects);
  if (!projects) {
    return <SkeletonList label={t`Loading projects`} />;
  }
  if (isWide)
    return (
      <UnsortedTable
        projects={projects}
        selectedId={selectedId}
        onOpen={onOpen}
        changesByProject={changesByProject}
        earnedPoints={earnedPoints}
      />
    );
  return (
    <List label={t`Projects`}>
      {projects.map((project) => (
        <ProjectRow
          key={project.uuid}
          project={project}
          unsentChanges={changesByProject?.get(project.uuid)}
          earnedPoints={earnedPoints?.get(project.uuid)}
          selected={project.uuid === selectedId}
          onOpen={onOpen?.(project)}
          clock={clock}
        />
      ))}
    </List>
  );
}

type UnsortedTableProps = Pick<ProjectRowsProps, 'selectedId' | 'onOpen'> & {
  projects: readonly ProjectDocument[];
  changesByProject: ReadonlyMap<string, ProjectUnsentCounts> | undefined;
  earnedPoints: ReadonlyMap<string, number> | undefined;
};

/** Search results in the order they were found. */
function UnsortedTable({ changesByProject, earnedPoints, ...table }: UnsortedTableProps) {
  return (
    <ProjectTable columns={useProjectColumns(changesByProject, { earnedPoints })} {...table} />
  );
}
