import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { List } from '#src/ui/list.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { ProjectRow } from './project-row.tsx';
import { unsentByProject } from './queries.ts';

interface ProjectRowsProps {
  /** Undefined while they are loading. */
  projects: readonly ProjectDocument[] | undefined;
  selectedId: string | undefined;
  /** Opens one that is not on this device yet; without it every row is a link. */
  onOpen?: ((project: ProjectDocument) => (() => void) | undefined) | undefined;
}

/** Projects in rows, with what of each was not sent. */
export function ProjectRows({ projects, selectedId, onOpen }: ProjectRowsProps) {
  const { t } = useLingui();
  const unsent = useLiveQuery(unsentByProject, []);
  if (!projects) {
    return (
      <Skeleton label={t`Loading projects`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  return (
    <List label={t`Projects`}>
      {projects.map((project) => (
        <ProjectRow
          key={project.uuid}
          project={project}
          unsent={unsent?.get(project.uuid)}
          selected={project.uuid === selectedId}
          onOpen={onOpen?.(project)}
        />
      ))}
    </List>
  );
}
