import { useLingui } from '@lingui/react/macro';
import { MessageCircleQuestion, ScanLine } from 'lucide-react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { townOf } from '../address.ts';
import { ProjectThumbnail } from '../sky-tile.tsx';

interface ProjectTableProps {
  projects: readonly ProjectDocument[];
  columns: readonly Column<ProjectDocument>[];
  selectedId: string | undefined;
  sorting?: Sorting | null;
  onSortingChange?: ((sorting: Sorting) => void) | undefined;
  /** Opens a project that isn't on this device yet; without it every row is a link. */
  onOpen?: ((project: ProjectDocument) => (() => void) | undefined) | undefined;
}

/** Projects as a table, on a wide screen. */
export function ProjectTable({
  projects,
  columns,
  selectedId,
  onOpen,
  ...sorted
}: ProjectTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Projects`}
      columns={columns}
      rows={projects}
      keyOf={({ uuid }) => uuid}
      subject={(project) => {
        const press = onOpen?.(project);
        return {
          picture: <ProjectThumbnail project={project} />,
          title: project.street_name,
          meta: townOf(project),
          ...(press ? { onPress: press } : linkTo(paths.project(project.uuid))),
        };
      }}
      actionsTitle={t`Actions`}
      actions={(project) => <ProjectActions project={project} />}
      selectedKey={selectedId}
      sorting={sorted.sorting ?? null}
      onSortingChange={sorted.onSortingChange}
    />
  );
}

/** Actions that don't need the project to be opened. */
function ProjectActions({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const maySee = useCanSee();
  const { uuid, street_name: street } = project;
  const ask = paths.supportChatNew({ project: uuid });
  return (
    <>
      {isProjectOpen(project.status.id) && (
        <IconButton
          label={t`Add products to ${street}`}
          icon={<ScanLine />}
          {...linkTo(paths.scan({ project: uuid }))}
        />
      )}
      {maySee(ask) && (
        <IconButton
          label={t`Ask about ${street}`}
          icon={<MessageCircleQuestion />}
          {...linkTo(ask)}
        />
      )}
    </>
  );
}
