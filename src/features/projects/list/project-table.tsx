import { useLingui } from '@lingui/react/macro';
import { MessageCircleQuestion, ScanLine } from 'lucide-react';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useFormat } from '#src/data/text/format.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { EarningsNumber } from '#src/features/home/exports.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { ProjectBadge } from '../project-badge.tsx';
import { useProjectEarnings } from '../project-earnings.ts';
import { displayedStatus } from '../project-points.ts';
import { townOf, countProducts, type ProjectUnsentCounts } from '../queries.ts';
import { ProjectThumbnail } from '../project-sky.tsx';
import { DaysLeft, RowMark } from './project-row.tsx';

interface ProjectTableProps {
  projects: readonly ProjectDocument[];
  columns: readonly Column<ProjectDocument>[];
  selectedId: string | undefined;
  sorting?: Sorting | null;
  onSortingChange?: ((sorting: Sorting) => void) | undefined;
  /**
   * Returns the action that opens a project that isn't on this device yet; undefined for a project whose row is a link.
   * If the property is omitted, every row is a link.
   */
  onOpen?: ((project: ProjectDocument) => (() => void) | undefined) | undefined;
}

/** Projects as a table, on a wide screen. */
export function ProjectTable({
  projects,
  columns,
  selectedId,
  onOpen,
  ...sortProps
}: ProjectTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Projects`}
      columns={columns}
      rows={projects}
      keyOf={({ uuid }) => uuid}
      subject={(project) => {
        const onPress = onOpen?.(project);
        return {
          picture: <ProjectThumbnail project={project} />,
          title: project.street_name,
          meta: townOf(project),
          ...(onPress ? { onPress } : linkTo(paths.project(project.uuid))),
        };
      }}
      actionsTitle={t`Actions`}
      actions={(project) => <ProjectActions project={project} />}
      selectedKey={selectedId}
      sorting={sortProps.sorting ?? null}
      onSortingChange={sortProps.onSortingChange}
    />
  );
}

/** Actions that work without opening the project. */
function ProjectActions({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const canSee = useCanSee();
  const { uuid, street_name: street } = project;
  const chatLink = paths.supportChatNew({ project: uuid });
  return (
    <>
      {isProjectOpen(project.status.id) && (
        <IconButton
          label={t`Add products to ${street}`}
          icon={<ScanLine />}
          {...linkTo(paths.scan({ project: uuid }))}
        />
      )}
      {canSee(chatLink) && (
        <IconButton
          label={t`Ask about ${street}`}
          icon={<MessageCircleQuestion />}
          {...linkTo(chatLink)}
        />
      )}
    </>
  );
}

/** Nearest deadline first. */
export const byDaysLeft: Sorting = { column: 'left', direction: 'ascending' };

/**
 * Columns of the project table.
 * @param options.clock if set, the time left replaces the status
 * @param options.earnedPoints points of closed projects, by id
 */
export function useProjectColumns(
  changesByProject: ReadonlyMap<string, ProjectUnsentCounts> | undefined,
  {
    clock,
    earnedPoints,
  }: {
    readonly clock?: RegionalClock;
    readonly earnedPoints?: ReadonlyMap<string, number> | undefined;
  },
): readonly Column<ProjectDocument>[] {
  const { t } = useLingui();
  const format = useFormat();
  const countOf = (project: ProjectDocument) =>
    countProducts(project, changesByProject?.get(project.uuid));
  const earningsOf = useProjectEarnings();
  const pointsOf = (project: ProjectDocument) =>
    earnedPoints?.get(project.uuid) ?? earningsOf(project).points;
  const deadlineColumn: Column<ProjectDocument> = {
    id: 'left',
    title: t({ context: 'column', message: 'Time left' }),
    share: 0.22,
    sortValue: ({ expires_at }) => expires_at && Date.parse(expires_at),
    cell: (project) => (
      <StatusCell
        project={project}
        unsentChanges={changesByProject?.get(project.uuid)}
        clock={clock}
      />
    ),
  };
  const statusColumn: Column<ProjectDocument> = {
    id: 'status',
    share: 0.22,
    title: t({ context: 'column', message: 'Status' }),
    cell: (project) => (
      <StatusCell project={project} unsentChanges={changesByProject?.get(project.uuid)} />
    ),
  };
  const nameColumn: Column<ProjectDocument> = {
    id: 'name',
    title: t({ context: 'column', message: 'Name' }),
    sortValue: (project) => project.name || null,
    cell: (project) => project.name,
  };
  const closedColumn: Column<ProjectDocument> = {
    id: 'closed',
    title: t({ context: 'column', message: 'Closed on' }),
    firstDirection: 'descending',
    sortValue: ({ project_closed }) => project_closed && Date.parse(project_closed),
    cell: ({ project_closed }) => project_closed && format.date(project_closed),
  };
  return [
    {
      id: 'address',
      share: 0.45,
      title: t({ context: 'column', message: 'Address' }),
      sortValue: ({ street_name }) => street_name,
      cell: ({ street_name }) => street_name,
    },
    {
      id: 'products',
      share: 0.15,
      title: t({ context: 'column', message: 'Products' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: countOf,
      cell: (project) => format.number(countOf(project)),
    },
    {
      id: 'points',
      share: 0.18,
      title: t({ context: 'column', message: 'Points' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: pointsOf,
      cell: (project) => (
        <EarningsNumber points={pointsOf(project)} isMaximum={earningsOf(project).isMaximum} />
      ),
    },
    ...(clock ? [deadlineColumn, nameColumn] : [statusColumn, nameColumn, closedColumn]),
  ];
}

interface StatusCellProps {
  project: ProjectDocument;
  unsentChanges: ProjectUnsentCounts | undefined;
  clock?: RegionalClock | undefined;
}

/** Unsent changes, and the time left or the status. */
function StatusCell({ project, unsentChanges, clock }: StatusCellProps) {
  return (
    <span className="flex flex-col items-start gap-1" data-row-end="">
      <RowMark project={project} unsentChanges={unsentChanges} />
      {clock && project.expires_at !== null ? (
        <DaysLeft project={project} clock={clock} />
      ) : (
        <ProjectBadge status={displayedStatus(project, unsentChanges?.waiting ?? 0)} />
      )}
    </span>
  );
}
