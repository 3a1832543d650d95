import { Trans, useLingui } from '@lingui/react/macro';
import type { ProjectDocument, ProjectFilter } from '#schemas/project.ts';
import { useLast } from '#src/data/use-last.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FilterChips } from '#src/ui/filter-chips.tsx';
import { List } from '#src/ui/list.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { ProjectRow } from './project-row.tsx';
import { lastPageOf, LIST_PAGE, pageOf } from './project-pages.ts';
import { countProjects, newestProjects, projectsByAddress, unsentByProject } from './queries.ts';
import { useDebounced } from './use-debounced.ts';

/** Project search waits this long for the next letter (spec 1 §9). */
const SEARCH_DEBOUNCE_MS = 500;

/** What the list shows; kept by whoever shows it, so that coming back from a project finds it again. */
export interface ListView {
  readonly text: string;
  readonly filter: ProjectFilter;
  readonly page: number;
}

interface ProjectListProps {
  view: ListView;
  onViewChange: (view: ListView) => void;
  selectedId: string | undefined;
}

/** Projects by status in pages, or by address (spec 1 §2 "Projects"). */
export function ProjectList({ view, onViewChange, selectedId }: ProjectListProps) {
  const { t } = useLingui();
  const searched = useDebounced(view.text.trim(), SEARCH_DEBOUNCE_MS);
  const searching = view.text.trim() !== '' && searched !== '';
  const paging = {
    page: view.page,
    onPageChange: (page: number) => onViewChange({ ...view, page }),
    selectedId,
  };

  return (
    <div className="space-y-4">
      <SearchField
        label={t`Search by address`}
        placeholder={t`Street, postal code or city`}
        value={view.text}
        onValueChange={(text) => onViewChange({ ...view, text, page: 1 })}
        clearLabel={t`Clear the search`}
      />
      {searching ? (
        <FoundProjects key={searched} text={searched} {...paging} />
      ) : (
        <>
          <FilterChips
            label={t`Status`}
            name="status"
            value={view.filter}
            onValueChange={(value) =>
              onViewChange({ ...view, filter: value as ProjectFilter, page: 1 })
            }
            options={[
              { value: 'open', label: t`Open` },
              { value: 'in_review', label: t`In review` },
              { value: 'closed', label: t`Closed` },
              { value: 'lost', label: t`Lost` },
            ]}
          />
          <FilteredProjects key={view.filter} filter={view.filter} {...paging} />
        </>
      )}
    </div>
  );
}

interface Paging {
  page: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
}

function FilteredProjects({ filter, page, ...paging }: Paging & { filter: ProjectFilter }) {
  const count = useLiveQuery((account) => countProjects(account, filter), [filter]);
  const shownPage = Math.min(page, lastPageOf(count ?? Infinity));
  const limit = shownPage * LIST_PAGE;
  const latest = useLiveQuery((account) => newestProjects(account, filter, limit), [filter, limit]);
  // While another page is read, the one that was shown stays.
  const projects = useLast(latest);
  if (projects?.length === 0) return <NoProjects filter={filter} />;
  return (
    <Rows
      projects={projects && pageOf(projects, Math.min(shownPage, lastPageOf(projects.length)))}
      page={shownPage}
      lastPage={lastPageOf(count ?? 0)}
      {...paging}
    />
  );
}

function FoundProjects({ text, page, ...paging }: Paging & { text: string }) {
  const { t } = useLingui();
  const found = useLiveQuery((account) => projectsByAddress(account, text), [text]);
  if (found?.length === 0) {
    return (
      <EmptyState drawing="search" title={t`Nothing found`}>
        <Trans>No project on this device has “{text}” in its address.</Trans>
      </EmptyState>
    );
  }
  const lastPage = lastPageOf(found?.length ?? 0);
  return (
    <Rows
      projects={found && pageOf(found, Math.min(page, lastPage))}
      page={Math.min(page, lastPage)}
      lastPage={lastPage}
      {...paging}
    />
  );
}

interface RowsProps extends Paging {
  projects: readonly ProjectDocument[] | undefined;
  lastPage: number;
}

function Rows({ projects, page, lastPage, onPageChange, selectedId }: RowsProps) {
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
    <>
      <List label={t`Projects`}>
        {projects.map((project) => (
          <ProjectRow
            key={project.uuid}
            project={project}
            unsent={unsent?.get(project.uuid)}
            selected={project.uuid === selectedId}
          />
        ))}
      </List>
      <Pagination
        page={page}
        lastPage={lastPage}
        onPageChange={onPageChange}
        label={t`Pages`}
        previousLabel={t`Previous page`}
        nextLabel={t`Next page`}
        pageLabel={(number) => t`Page ${number}`}
      />
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
    in_review: t`Projects that are being checked stand here.`,
    closed: t`Projects you have closed, with the points they brought, stand here.`,
    lost: t`Projects that were not closed in time stand here.`,
  };
  return (
    <EmptyState drawing="projects" title={titles[filter]}>
      {texts[filter]}
    </EmptyState>
  );
}
