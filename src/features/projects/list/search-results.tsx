import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import { lastPageOf, pageOf } from '../project-pages.ts';
import { ProjectRows } from './project-rows.tsx';
import { projectsByAddress, projectsById } from '../queries.ts';
import { useProjectSearch, type ServerSearch } from './use-project-search.ts';

interface ProjectSearchResultsProps {
  /** The search text. */
  text: string;
  page: number;
  onPageChange: (page: number) => void;
  /** Loads the server's next page and appends it. */
  onMore: () => void;
  selectedId: string | undefined;
}

/** Projects by address: from the server if online, else from the device. */
export function ProjectSearchResults(props: ProjectSearchResultsProps) {
  const search = useProjectSearch(props.text, props.page);
  if (search) return <ServerResults {...props} search={search} />;
  return <DeviceResults {...props} />;
}

function ServerResults(props: ProjectSearchResultsProps & { search: ServerSearch }) {
  const { text, selectedId, search, onMore } = props;
  const { t } = useLingui();
  const { found } = search;
  const ids = found?.map(({ uuid }) => uuid) ?? [];
  const here = useLiveQuery((account) => projectsById(account, ids), [ids.join()]);
  const matching = useLiveQuery((account) => projectsByAddress(account, text), [text]);
  // The server can't find projects that it doesn't have.
  const unsent = matching?.filter(({ uuid, unbegun }) => unbegun && !ids.includes(uuid)) ?? [];
  const total = search.total + unsent.length;
  const open = useOpenFound();
  if (found?.length === 0 && unsent.length === 0) {
    return (
      <EmptyState drawing="search-none" title={t`Nothing found`}>
        <Trans>None of your projects has “{text}” in its address.</Trans>
      </EmptyState>
    );
  }
  const shown: readonly ProjectDocument[] | undefined = here &&
    found && [
      ...unsent,
      ...found.map((project) => here.get(project.uuid) ?? projectFromWire(project)),
    ];
  const foreign = new Map(found?.map((project) => [project.uuid, project]));
  return (
    <div className="space-y-3">
      <p role="status" className="text-small text-ink-soft">
        {shown && <Plural value={total} one="# project found" other="# projects found" />}
      </p>
      <ProjectRows
        projects={shown}
        selectedId={selectedId}
        onOpen={({ uuid }) => {
          const project = foreign.get(uuid);
          return here?.has(uuid) || !project ? undefined : () => void open(project);
        }}
      />
      {found && found.length < search.total && (
        <Button variant="secondary" fullWidth busy={search.busy} onClick={onMore}>
          <Trans>Show more projects</Trans>
        </Button>
      )}
    </div>
  );
}

function DeviceResults({ text, page, onPageChange, selectedId }: ProjectSearchResultsProps) {
  const { t } = useLingui();
  const found = useLiveQuery((account) => projectsByAddress(account, text), [text]);
  if (found?.length === 0) {
    return (
      <EmptyState drawing="search-none" title={t`Nothing found`}>
        <Trans>No project on this device has “{text}” in its address.</Trans>
      </EmptyState>
    );
  }
  const lastPage = lastPageOf(found?.length ?? 0);
  const shownPage = Math.min(page, lastPage);
  return (
    <div className="space-y-3">
      <p role="status" className="text-small text-ink-soft">
        {found && (
          <Plural
            value={found.length}
            one="# project found on this device"
            other="# projects found on this device"
          />
        )}
      </p>
      <ProjectRows projects={found && pageOf(found, shownPage)} selectedId={selectedId} />
      <ListPages page={shownPage} lastPage={lastPage} onPageChange={onPageChange} />
    </div>
  );
}

/** Opens a search result that hasn't been synced: stores it on the device first. */
function useOpenFound(): (project: Project) => Promise<void> {
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
