import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { List } from '#src/ui/lists/list.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { useBookedPoints } from '../use-booked-points.ts';
import { useProjectColumns } from './project-columns.tsx';
import { ProjectRow } from './project-row.tsx';
import { ProjectTable } from './project-table.tsx';
import { type UnsentProducts, unsentByProject } from '../queries.ts';

interface ProjectRowsProps {
  /** Undefined while they are loading. */
  projects: readonly ProjectDocument[] | undefined;
  selectedId: string | undefined;
  /** Opens one that is not on this device yet; without it every row is a link. */
  onOpen?: ((project: ProjectDocument) => (() => void) | undefined) | undefined;
  /** By which the rows say how long there still is for each, instead of where it stands. */
  clock?: RegionalClock | undefined;
}

/** Projects in rows, with what of each was not sent; at a desk in a table. */
export function ProjectRows({ projects, selectedId, onOpen, clock }: ProjectRowsProps) {
  const { t } = useLingui();
  const wide = useIsWide();
  const unsent = useLiveQuery(unsentByProject, []);
  const booked = useBookedPoints(projects);
  if (!projects) {
    return <SkeletonList label={t`Loading projects`} />;
  }
  if (wide) return <Unsorted {...{ projects, selectedId, onOpen, unsent, booked }} />;
  return (
    <List label={t`Projects`}>
      {projects.map((project) => (
        <ProjectRow
          key={project.uuid}
          project={project}
          unsent={unsent?.get(project.uuid)}
          booked={booked?.get(project.uuid)}
          selected={project.uuid === selectedId}
          onOpen={onOpen?.(project)}
          clock={clock}
        />
      ))}
    </List>
  );
}

type UnsortedProps = Pick<ProjectRowsProps, 'selectedId' | 'onOpen'> & {
  projects: readonly ProjectDocument[];
  unsent: ReadonlyMap<string, UnsentProducts> | undefined;
  booked: ReadonlyMap<string, number> | undefined;
};

/** What was found, in the order in which it was. */
function Unsorted({ unsent, booked, ...table }: UnsortedProps) {
  return <ProjectTable columns={useProjectColumns(unsent, { booked })} {...table} />;
}
