import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { byDaysLeft, useProjectColumns } from './project-columns.tsx';
import type { FilteredProjectsProps } from './project-list.tsx';
import { lastPageOf, pageOf } from '../project-pages.ts';
import { ProjectTable } from './project-table.tsx';
import { unsentByProject } from '../queries.ts';
import { useBookedPoints } from '../use-booked-points.ts';

type TableProps = Omit<FilteredProjectsProps, 'filter'> & { projects: readonly ProjectDocument[] };

/**
 * A page of open projects as a table.
 * @param props.projects all of them, newest first
 */
export function OpenTable({ projects, page, onPageChange, selectedId, ...sorted }: TableProps) {
  const unsent = useLiveQuery(unsentByProject, []);
  const columns = useProjectColumns(unsent, { clock: useRegionalClock() });
  const sorting = sorted.sorting ?? byDaysLeft;
  const ordered = useSortedRows(projects, columns, sorting) ?? projects;
  const lastPage = lastPageOf(projects.length);
  const shownPage = Math.min(page, lastPage);
  return (
    <>
      <ProjectTable
        projects={pageOf(ordered, shownPage)}
        columns={columns}
        selectedId={selectedId}
        sorting={sorting}
        onSortingChange={sorted.onSortingChange}
      />
      <ListPages page={shownPage} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

/**
 * A page of ended projects as a table.
 * @param props.projects all of them if sorted by a column, else the newest up to this page
 */
export function EndedTable({
  projects,
  count,
  page,
  onPageChange,
  selectedId,
  ...sorted
}: TableProps) {
  const unsent = useLiveQuery(unsentByProject, []);
  const columns = useProjectColumns(unsent, { booked: useBookedPoints(projects) });
  const ordered = useSortedRows(projects, columns, sorted.sorting) ?? projects;
  return (
    <>
      <ProjectTable
        projects={pageOf(ordered, Math.min(page, lastPageOf(ordered.length)))}
        columns={columns}
        selectedId={selectedId}
        {...sorted}
      />
      <ListPages page={page} lastPage={lastPageOf(count ?? 0)} onPageChange={onPageChange} />
    </>
  );
}
