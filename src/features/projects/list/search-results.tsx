import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectDocument } from '#schemas/project.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { lastPageOf, pageOf, projectsByAddress, projectsById } from '../queries.ts';
import { ProjectRows } from './project-rows.tsx';

interface ProjectSearchResultsProps {
  /** The search text. */
  text: string;
  page: number;
  onPageChange: (page: number) => void;
  /** Loads the server's next page and appends it. */
  onShowMore: () => void;
  selectedId: string | undefined;
}

/** Projects by address: from the server if online, otherwise from the device. */
export function ProjectSearchResults(props: ProjectSearchResultsProps) {
  const search = useProjectSearch(props.text, props.page);
  if (search) return <ServerResults {...props} search={search} />;
  return <DeviceResults {...props} />;
}

function ServerResults(props: ProjectSearchResultsProps & { search: ServerSearch }) {
  const { text, selectedId, search, onShowMore } = props;
  const { t } = useLingui();
  const { projects: foundProjects } = search;
  const ids = foundProjects?.map(({ uuid }) => uuid) ?? [];
  const localProjects = useLiveQuery((account) => projectsById(account, ids), [ids.join()]);
  const matchingProjects = useLiveQuery((account) => projectsByAddress(account, text), [text]);
  // The server can't find projects that haven't been sent to it.
  const unsentProjects =
    matchingProjects?.filter(({ uuid, unbegun }) => unbegun && !ids.includes(uuid)) ?? [];
  const total = search.total + unsentProjects.length;
  const openResult = useOpenResult();
  if (foundProjects?.length === 0 && unsentProjects.length === 0) {
    return (
      <EmptyState drawing="search-none" title={t`Nothing found`}>
        <Trans>No projects match “{text}”.</Trans>
      </EmptyState>
    );
  }
  const visibleProjects: readonly ProjectDocument[] | undefined = localProjects &&
    foundProjects && [
      ...unsentProjects,
      ...foundProjects.map(
        (project) => localProjects.get(project.uuid) ?? projectFromWire(project),
      ),
    ];
  const serverProjects = new Map(foundProjects?.map((project) => [project.uuid, project]));
  return (
    <div className="space-y-3">
      <p role="status" className="text-small text-ink-soft">
        {visibleProjects && <Plural value={total} one="# project found" other="# projects found" />}
      </p>
      <ProjectRows
        projects={visibleProjects}
        selectedId={selectedId}
        onOpen={({ uuid }) => {
          const project = serverProjects.get(uuid);
          return localProjects?.has(uuid) || !project ? undefined : () => void openResult(project);
        }}
      />
      {foundProjects && foundProjects.length < search.total && (
        <Button variant="secondary" fullWidth busy={search.busy} onClick={onShowMore}>
          <Trans>Show more projects</Trans>
        </Button>
      )}
    </div>
  );
}

function DeviceResults({ text, page, onPageChange, selectedId }: ProjectSearchResultsProps) {
  const { t } = useLingui();
  const foundProjects = useLiveQuery((account) => projectsByAddress(account, text), [text]);
  if (foundProjects?.length === 0) {
    return (
      <EmptyState drawing="search-none" title={t`Nothing found`}>
        <Trans>No projects on this device match “{text}”.</Trans>
      </EmptyState>
    );
  }
  const lastPage = lastPageOf(foundProjects?.length ?? 0);
  const currentPage = Math.min(page, lastPage);
  return (
    <div className="space-y-3">
      <p role="status" className="text-small text-ink-soft">
        {foundProjects && (
          <Plural
            value={foundProjects.length}
            one="# project found on this device"
            other="# projects found on this device"
          />
        )}
      </p>
      <ProjectRows
        projects={foundProjects && pageOf(foundProjects, currentPage)}
        selectedId={selectedId}
      />
      <ListPages page={currentPage} lastPage={lastPage} onPageChange={onPageChange} />
    </div>
  );
}

/** Returns a function that opens a search result that isn't on the device yet, after storing it there. */
function useOpenResult(): (project: Project) => Promise<void> {
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  return async (project) => {
    try {
      await account.projectCommands.storeProject(project);
      go(paths.project(project.uuid));
    } catch (error) {
      showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) });
    }
  };
}

/** Results per page of the search (spec 1 §9). */
const SEARCH_LIMIT = 3;

/** Results of the server's search. */
interface ServerSearch {
  /** Undefined until the first response. */
  readonly projects: readonly Project[] | undefined;
  readonly total: number;
  readonly busy: boolean;
}

interface SearchState {
  readonly text: string;
  readonly projects: readonly Project[];
  readonly total: number;
  /** Number of pages loaded. */
  readonly pageCount: number;
  readonly hasFailed: boolean;
}
const NO_RESULTS: SearchState = {
  text: '',
  projects: [],
  total: 0,
  pageCount: 0,
  hasFailed: false,
};

/**
 * Searches for projects by address on the server, in pages of three.
 * @param text the search text, debounced
 * @param pageCount number of pages to load, one after another
 * @returns null while offline or if a request failed; the device's own search is then used instead
 */
function useProjectSearch(text: string, pageCount: number): ServerSearch | null {
  const call = useCall();
  const { identity } = useAccount();
  const online = useConnection() === 'online';
  const [results, setResults] = useState(NO_RESULTS);
  // Search again after reconnecting.
  if (!online && results !== NO_RESULTS) setResults(NO_RESULTS);
  const isCurrent = results.text === text;
  const loadedPages = isCurrent ? results.pageCount : 0;
  const hasAllPages = loadedPages > 0 && loadedPages * SEARCH_LIMIT >= results.total;
  const hasFailed = isCurrent && results.hasFailed;
  const nextPage = hasFailed || hasAllPages || loadedPages >= pageCount ? null : loadedPages + 1;

  useEffect(() => {
    if (!online || nextPage === null) return undefined;
    const controller = new AbortController();
    const query = { page: nextPage, limit: SEARCH_LIMIT, address: text };
    call(
      projectCalls.searchProjects,
      { query },
      { signal: controller.signal, userId: identity.user_id },
    ).then(
      ({ data, meta }) =>
        setResults((previous) => withPage(previous, text, nextPage, data, meta.total)),
      () => {
        if (!controller.signal.aborted) setResults({ ...NO_RESULTS, text, hasFailed: true });
      },
    );
    return () => controller.abort();
  }, [call, identity, online, text, nextPage]);

  if (!online || hasFailed) return null;
  return {
    projects: isCurrent ? results.projects : undefined,
    total: isCurrent ? results.total : 0,
    busy: nextPage !== null,
  };
}

/**
 * Appends a page without duplicates. After the previous page was loaded, one of its projects may have moved to this
 * page.
 */
function withPage(
  previous: SearchState,
  text: string,
  pageCount: number,
  data: readonly Project[],
  total: number,
): SearchState {
  const previousProjects = previous.text === text && !previous.hasFailed ? previous.projects : [];
  const uniqueProjects = new Map(
    [...previousProjects, ...data].map((project) => [project.uuid, project]),
  );
  return { text, projects: [...uniqueProjects.values()], total, pageCount, hasFailed: false };
}
