import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import { projectFilter, type ProjectFilter } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import {
  type ViewOf,
  oneOf,
  pageNumber,
  sortingBy,
} from '#src/features/_shared/listing/list-search.ts';
import type { ListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import {
  lastPageOf,
  LIST_PAGE,
  pageOf,
  countByFilter,
  newestProjects,
  openProjects,
  usePreloadProjectSearch,
  unsentByProject,
} from '../queries.ts';
import { useEarnedPoints } from '../use-earned-points.ts';
import { OpenRows } from './open-rows.tsx';
import { byDaysLeft, useProjectColumns, ProjectTable } from './project-table.tsx';
import { ProjectRows } from './project-rows.tsx';
import { ProjectSearchResults } from './search-results.tsx';

/** Debounce of the project search (spec 1 §9). */
export const SEARCH_DEBOUNCE_MS = 500;

interface ProjectListProps extends ListSearch<ViewOf<typeof projectsView>> {
  selectedId: string | undefined;
}

/** Lists projects by status, in pages, or searches them by address (spec 1 §2 "Projects"). */
export function ProjectList({ view, change, text, search, selectedId }: ProjectListProps) {
  const { t } = useLingui();
  const searchText = useDebouncedValue(normaliseLine(text), SEARCH_DEBOUNCE_MS);
  const isSearching = normaliseLine(text) !== '' && searchText !== '';
  usePreloadProjectSearch(normaliseLine(text) !== '');
  const counts = useLiveQuery(countByFilter, []);
  const isWide = useIsWide();
  const pageProps = {
    page: view.page,
    onPageChange: (page: number) => change({ page }, { scrollToTop: true }),
    selectedId,
    sorting: view.sort,
    onSortingChange: (sort: Sorting) => change({ page: 1, sort }),
  };
  const filterLabels: Record<ProjectFilter, string> = {
    open: t({ context: 'projects', message: 'Open' }),
    in_review: t({ context: 'projects', message: 'In review' }),
    closed: t({ context: 'projects', message: 'Closed' }),
    lost: t({ context: 'projects', message: 'Lost' }),
  };

  return (
    <div className="space-y-4">
      <div className="wide:max-w-(--table)">
        <SearchField
          label={t`Search by address`}
          placeholder={t`Street, postal code or city`}
          value={text}
          onValueChange={(text) => search(text, { page: 1 })}
          clearLabel={t`Clear search`}
        />
      </div>
      {!isSearching && (
        <FilterChips
          label={t`Status`}
          name="status"
          wrap={isWide}
          value={view.status}
          onValueChange={(value) => change({ status: value as ProjectFilter, page: 1, sort: null })}
          options={projectFilter.options.map((filter) => ({
            value: filter,
            label: filterLabels[filter],
            count: counts?.[filter],
          }))}
        />
      )}

      {isSearching ? (
        <ProjectSearchResults
          key={searchText}
          text={searchText}
          onShowMore={() => change({ page: view.page + 1 }, { replace: true })}
          {...pageProps}
        />
      ) : (
        <FilteredProjects
          key={view.status}
          filter={view.status}
          count={counts?.[view.status]}
          {...pageProps}
        />
      )}
    </div>
  );
}

interface FilteredProjectsProps {
  filter: ProjectFilter;
  /** Total number of projects matching the filter; undefined until they are counted. */
  count: number | undefined;
  page: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Open projects are grouped in sections; all others are listed newest first. */
function FilteredProjects(props: FilteredProjectsProps) {
  return props.filter === 'open' ? <OpenProjects {...props} /> : <EndedProjects {...props} />;
}

function OpenProjects(props: FilteredProjectsProps) {
  const { page, onPageChange, selectedId } = props;
  const isWide = useIsWide();
  const projects = useLiveQuery(openProjects, []);
  if (projects?.length === 0) return <NoProjects filter="open" />;
  if (isWide && projects) return <OpenTable {...props} projects={projects} />;
  const lastPage = lastPageOf(projects?.length ?? 0);
  const currentPage = Math.min(page, lastPage);
  return (
    <>
      <OpenRows projects={projects} page={currentPage} selectedId={selectedId} />
      <ListPages page={currentPage} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

function EndedProjects(props: FilteredProjectsProps) {
  const { filter, count, page, onPageChange, selectedId, sorting } = props;
  const isWide = useIsWide();
  const currentPage = Math.min(page, lastPageOf(count ?? Infinity));
  // Sorting by a column needs all projects, but the default order needs only the newest ones.
  const limit = isWide && sorting ? undefined : currentPage * LIST_PAGE;
  const latestProjects = useLiveQuery(
    (account) => newestProjects(account, filter, limit),
    [filter, limit],
  );
  // Keep showing the current page while another one loads.
  const projects = useLastDefined(latestProjects);
  if (projects?.length === 0) return <NoProjects filter={filter} />;
  if (isWide && projects) return <EndedTable {...props} projects={projects} page={currentPage} />;
  return (
    <>
      <ProjectRows
        projects={projects && pageOf(projects, Math.min(currentPage, lastPageOf(projects.length)))}
        selectedId={selectedId}
      />
      <ListPages page={currentPage} lastPage={lastPageOf(count ?? 0)} onPageChange={onPageChange} />
    </>
  );
}

function NoProjects({ filter }: { filter: ProjectFilter }) {
  const { t } = useLingui();
  const titles: Record<ProjectFilter, string> = {
    open: t`No open projects`,
    in_review: t`Nothing in review`,
    closed: t`No closed projects yet`,
    lost: t`No lost projects`,
  };
  const texts: Record<ProjectFilter, string> = {
    open: t`A project is one address where you install products. Add one to collect points.`,
    in_review: t`Projects in review appear here.`,
    closed: t`Projects you’ve closed appear here, with the points you earned.`,
    lost: t`Projects that weren’t closed in time appear here.`,
  };
  return (
    <EmptyList
      collection="projects"
      skeleton={<ProjectRows projects={undefined} selectedId={undefined} />}
      offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-projects" title={titles[filter]}>
        {texts[filter]}
      </EmptyState>
    </EmptyList>
  );
}

/** Search parameters of `/projects`; `sort` is used by the table. */
export const projectsView = v.object({
  status: oneOf(projectFilter.options, 'open'),
  page: pageNumber,
  sort: sortingBy(['address', 'left', 'status', 'name', 'closed', 'products', 'points']),
});

/** Search parameters of the picker; `page` is the number of batches shown. */
export const pickerView = v.object({ page: pageNumber });

type TableProps = Omit<FilteredProjectsProps, 'filter'> & { projects: readonly ProjectDocument[] };

/**
 * A page of open projects as a table.
 * @param props.projects all of them, newest first
 */
function OpenTable({ projects, page, onPageChange, selectedId, ...sortProps }: TableProps) {
  const changesByProject = useLiveQuery(unsentByProject, []);
  const columns = useProjectColumns(changesByProject, { clock: useRegionalClock() });
  const sorting = sortProps.sorting ?? byDaysLeft;
  const sortedProjects = useSortedRows(projects, columns, sorting) ?? projects;
  const lastPage = lastPageOf(projects.length);
  const currentPage = Math.min(page, lastPage);
  return (
    <>
      <ProjectTable
        projects={pageOf(sortedProjects, currentPage)}
        columns={columns}
        selectedId={selectedId}
        sorting={sorting}
        onSortingChange={sortProps.onSortingChange}
      />
      <ListPages page={currentPage} lastPage={lastPage} onPageChange={onPageChange} />
    </>
  );
}

/**
 * A page of ended projects as a table.
 * @param props.projects all of them if sorted by a column, otherwise the newest up to this page
 */
function EndedTable({ projects, count, page, onPageChange, selectedId, ...sortProps }: TableProps) {
  const changesByProject = useLiveQuery(unsentByProject, []);
  const columns = useProjectColumns(changesByProject, { earnedPoints: useEarnedPoints(projects) });
  const sortedProjects = useSortedRows(projects, columns, sortProps.sorting) ?? projects;
  return (
    <>
      <ProjectTable
        projects={pageOf(sortedProjects, Math.min(page, lastPageOf(sortedProjects.length)))}
        columns={columns}
        selectedId={selectedId}
        {...sortProps}
      />
      <ListPages page={page} lastPage={lastPageOf(count ?? 0)} onPageChange={onPageChange} />
    </>
  );
}
