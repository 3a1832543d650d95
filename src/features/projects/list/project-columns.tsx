import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { useFormat } from '#src/data/text/format.ts';
import type { Column } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { ProjectBadge } from '../project-badge.tsx';
import { GainNumber } from '#src/features/home/actions.ts';
import { countProducts } from '../product-count.ts';
import { displayedStatus } from '../project-points.ts';
import { DaysLeft, RowMark } from './project-row.tsx';
import type { UnsentProducts } from '../queries.ts';
import { useProjectEarnings } from '../use-project-earnings.ts';

/** The next deadline first. */
export const byDaysLeft: Sorting = { column: 'left', direction: 'ascending' };

/**
 * Columns of the project table.
 * @param options `clock` shows the time left instead of the status; `booked`: booked points of
 *   closed projects by id
 */
export function useProjectColumns(
  unsent: ReadonlyMap<string, UnsentProducts> | undefined,
  {
    clock,
    booked,
  }: {
    readonly clock?: RegionalClock;
    readonly booked?: ReadonlyMap<string, number> | undefined;
  },
): readonly Column<ProjectDocument>[] {
  const { t } = useLingui();
  const format = useFormat();
  const countOf = (project: ProjectDocument) => countProducts(project, unsent?.get(project.uuid));
  const gainOf = useProjectEarnings();
  const pointsOf = (project: ProjectDocument) =>
    booked?.get(project.uuid) ?? gainOf(project).points;
  const left: Column<ProjectDocument> = {
    id: 'left',
    title: t({ context: 'column', message: 'Left' }),
    share: 0.22,
    sortValue: ({ expires_at }) => expires_at && Date.parse(expires_at),
    cell: (project) => (
      <StatusCell project={project} unsent={unsent?.get(project.uuid)} clock={clock} />
    ),
  };
  const status: Column<ProjectDocument> = {
    id: 'standing',
    share: 0.22,
    title: t({ context: 'column', message: 'Status' }),
    cell: (project) => <StatusCell project={project} unsent={unsent?.get(project.uuid)} />,
  };
  const name: Column<ProjectDocument> = {
    id: 'name',
    title: t({ context: 'column', message: 'Name' }),
    sortValue: (project) => project.name || null,
    cell: (project) => project.name,
  };
  const closed: Column<ProjectDocument> = {
    id: 'closed',
    title: t({ context: 'column', message: 'Ended' }),
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
        <GainNumber points={pointsOf(project)} isAtMost={gainOf(project).isAtMost} />
      ),
    },
    ...(clock ? [left, name] : [status, name, closed]),
  ];
}

interface StatusCellProps {
  project: ProjectDocument;
  unsent: UnsentProducts | undefined;
  clock?: RegionalClock | undefined;
}

/** Unsent changes, and the time left or the status. */
function StatusCell({ project, unsent, clock }: StatusCellProps) {
  return (
    <span className="flex flex-col items-start gap-1" data-row-end="">
      <RowMark project={project} unsent={unsent} />
      {clock && project.expires_at !== null ? (
        <DaysLeft project={project} clock={clock} />
      ) : (
        <ProjectBadge status={displayedStatus(project, unsent?.waiting ?? 0)} />
      )}
    </span>
  );
}
