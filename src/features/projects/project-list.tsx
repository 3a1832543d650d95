import { Trans, useLingui } from '@lingui/react/macro';
import { projectFilter, type ProjectFilter } from '#schemas/project-status.ts';
import { useDebounced } from '#src/data/time/use-debounced.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useLast } from '#src/data/live/use-last.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FilterChips } from '#src/ui/filter-chips.tsx';
import { ListPages } from '#src/ui/list-pages.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { FoundProjects } from './found-projects.tsx';
import { lastPageOf, LIST_PAGE, pageOf } from './project-pages.ts';
import { ProjectRows } from './project-rows.tsx';
import { countByFilter, newestProjects, useReadySearch } from './queries.ts';

/** Project search waits this long for the next letter (spec 1 §9). */
export const SEARCH_DEBOUNCE_MS = 500;

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
  useReadySearch(view.text.trim() !== '');
  const counts = useLiveQuery(countByFilter, []);
  const paging = {
    page: view.page,
    onPageChange: (page: number) => onViewChange({ ...view, page }),
    selectedId,
  };
  const words: Record<ProjectFilter, string> = {
    open: t({ context: 'projects', message: 'Open' }),
    in_review: t({ context: 'projects', message: 'In review' }),
    closed: t({ context: 'projects', message: 'Closed' }),
    lost: t({ context: 'projects', message: 'Lost' }),
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
            options={projectFilter.options.map((filter) => ({
              value: filter,
              label: words[filter],
              count: counts?.[filter],
            }))}
          />
          <FilteredProjects
            key={view.filter}
            filter={view.filter}
            count={counts?.[view.filter]}
            {...paging}
          />
        </>
      )}
    </div>
  );
}

interface FilteredProjectsProps {
  filter: ProjectFilter;
  /** How many there are; undefined until they are counted. */
  count: number | undefined;
  page: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
}

function FilteredProjects(props: FilteredProjectsProps) {
  const { filter, count, page, onPageChange, selectedId } = props;
  const shownPage = Math.min(page, lastPageOf(count ?? Infinity));
  const limit = shownPage * LIST_PAGE;
  const latest = useLiveQuery((account) => newestProjects(account, filter, limit), [filter, limit]);
  // While another page is read, the one that was shown stays.
  const projects = useLast(latest);
  if (projects?.length === 0) return <NoProjects filter={filter} />;
  return (
    <>
      <ProjectRows
        projects={projects && pageOf(projects, Math.min(shownPage, lastPageOf(projects.length)))}
        selectedId={selectedId}
      />
      <ListPages page={shownPage} lastPage={lastPageOf(count ?? 0)} onPageChange={onPageChange} />
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
    in_review: t`Projects that are being checked are shown here.`,
    closed: t`Projects you have closed are shown here, with the points they brought.`,
    lost: t`Projects that were not closed in time are shown here.`,
  };
  const emptiness = useEmptiness('projects');
  if (emptiness === 'loading') return <ProjectRows projects={undefined} selectedId={undefined} />;
  if (emptiness !== 'empty') {
    return (
      <UnknownState why={emptiness}>
        <Trans>Your projects appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="projects" title={titles[filter]}>
      {texts[filter]}
    </EmptyState>
  );
}
