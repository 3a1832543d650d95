import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ArrowLeft, FolderPlus, TriangleAlert } from 'lucide-react';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { useReview, useSaveToProject } from '#src/features/scan/exports.tsx';
import type { ChosenProject, ReviewedScan } from '#src/features/scan/queries.ts';
import { CodeText } from '#src/ui/breaking-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import {
  PICKER_PAGE,
  countProjects,
  newestProjects,
  projectsByAddress,
  unsentByProject,
  usePreloadProjectSearch,
} from '../queries.ts';
import { pickerView, SEARCH_DEBOUNCE_MS } from './project-list.tsx';
import { ProjectRow } from './project-row.tsx';

/** `/projects/select`: assigns the scanned products to an open project. One tap saves them. */
export function SelectProjectScreen() {
  const { t } = useLingui();
  const search = useSearch({ from: '/signed-in/projects/select' });
  const review = useReview(search.project);
  const saveRequest = useSaveToProject(review);
  const errorMessage = useErrorMessage();
  const go = useGo();
  const { reviewedScans, chosenProject } = review;
  usePageTitle(t({ context: 'title', message: 'Choose a project' }));
  const backTo = paths.scanReview({ project: search.project });

  const pick = (project: ProjectDocument) => {
    if (reviewedScans?.length === 0) return go(paths.scan({ project: project.uuid }));
    if (reviewedScans) void saveRequest.save(project);
  };
  return (
    <Page
      title={t({ context: 'title', message: 'Choose a project' })}
      subtitle={reviewedScans && <TapHint reviewedScans={reviewedScans} />}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        saveRequest.failure !== null && (
          <ErrorBlock messages={[errorMessage(saveRequest.failure)]} />
        )
      }
    >
      {reviewedScans ? (
        <div className="space-y-4">
          <ScannedCard reviewedScans={reviewedScans} />
          <Picker
            suggestedProject={chosenProject?.by === 'only' ? null : chosenProject}
            onPick={pick}
          />
        </div>
      ) : (
        <SkeletonList label={t`Loading projects`} />
      )}
    </Page>
  );
}

function TapHint({ reviewedScans }: { reviewedScans: readonly ReviewedScan[] }) {
  const ready = reviewedScans.filter(({ requirements }) => requirements.length === 0).length;
  if (reviewedScans.length === 0) {
    return <Trans>Nothing scanned yet. Choose a project first.</Trans>;
  }
  if (ready === 0) return <Trans>Complete or remove the marked products first.</Trans>;
  return (
    <Plural
      value={ready}
      one="Tap a project to save # product."
      other="Tap a project to save # products."
    />
  );
}

interface PickerProps {
  /** Listed first while the search is empty. */
  suggestedProject: ChosenProject | null;
  onPick: (project: ProjectDocument) => void;
}

/** Open projects: the newest first, 20 at a time (spec 1 §9), or those whose address matches the search. */
function Picker({ suggestedProject, onPick }: PickerProps) {
  const { t } = useLingui();
  const { view, change, text, search } = useListSearch('/projects/select', pickerView);
  const limit = view.page * PICKER_PAGE;
  const searchText = useDebouncedValue(normaliseLine(text), SEARCH_DEBOUNCE_MS);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []);
  const latestProjects = useLiveQuery(
    (account) =>
      searchText ? projectsByAddress(account, searchText) : newestProjects(account, 'open', limit),
    [searchText, limit],
  );
  usePreloadProjectSearch(normaliseLine(text) !== '');
  const openProjects = useLastDefined(latestProjects)?.filter((project) =>
    isProjectOpen(project.status.id),
  );
  const projects = openProjects?.slice(0, limit);
  const hiddenCount =
    (searchText ? (openProjects?.length ?? 0) : (count ?? 0)) - (projects?.length ?? 0);

  return (
    <>
      <SearchField
        label={t`Search by address`}
        placeholder={t`Street, postal code or city`}
        value={text}
        onValueChange={(text) => search(text, { page: 1 })}
        clearLabel={t`Clear search`}
      />
      <Choices
        projects={projects}
        suggestedProject={searchText ? null : suggestedProject}
        onPick={onPick}
        searchText={searchText}
      />
      {projects && hiddenCount > 0 && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          <Trans>Show more projects</Trans>
        </Button>
      )}
    </>
  );
}

interface ChoicesProps extends PickerProps {
  projects: readonly ProjectDocument[] | undefined;
  searchText: string;
}

function Choices({ projects, suggestedProject, onPick, searchText }: ChoicesProps) {
  const { t } = useLingui();
  const changesByProject = useLiveQuery(unsentByProject, []);
  const isLoading = useCollectionState('projects') === 'loading';
  if (!projects || (projects.length === 0 && !searchText && isLoading)) {
    return <SkeletonList label={t`Loading projects`} />;
  }
  const firstProject =
    suggestedProject && isProjectOpen(suggestedProject.project.status.id)
      ? suggestedProject.project
      : null;
  const otherProjects = projects.filter(({ uuid }) => uuid !== firstProject?.uuid);
  return (
    <>
      <List label={t`Open projects`}>
        <ListRow
          icon={<FolderPlus />}
          title={<Trans>New project</Trans>}
          {...linkTo(paths.projectAdd({ scan: '1' }))}
        />
        {[...(firstProject ? [firstProject] : []), ...otherProjects].map((project) => (
          <ProjectRow
            key={project.uuid}
            project={project}
            unsentChanges={changesByProject?.get(project.uuid)}
            suggestedBy={project === firstProject ? suggestedProject?.by : undefined}
            onPick={() => onPick(project)}
          />
        ))}
      </List>
      {projects.length === 0 && searchText !== '' && (
        <EmptyState drawing="search-none" title={t`Nothing found`}>
          <Trans>No open projects on this device match “{searchText}”.</Trans>
        </EmptyState>
      )}
      {projects.length === 0 && searchText === '' && <NoOpenProjects />}
    </>
  );
}

function NoOpenProjects() {
  return (
    <EmptyList
      collection="projects"
      skeleton={null}
      offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-projects" title={<Trans>No open projects</Trans>}>
        <Trans>
          Add the address where you’re installing. Your products stay saved in the meantime.
        </Trans>
      </EmptyState>
    </EmptyList>
  );
}

/** Maximum number of products listed by name; the others are only counted. */
const MAX_LISTED_PRODUCTS = 4;

/** The products about to be added, marking any that the project already has. */
function ScannedCard({ reviewedScans }: { reviewedScans: readonly ReviewedScan[] }) {
  const { t } = useLingui();
  const duplicatesFirst = reviewedScans.toSorted(
    (a, b) => Number(b.isDuplicate) - Number(a.isDuplicate),
  );
  const notListed = reviewedScans.length - MAX_LISTED_PRODUCTS;
  if (reviewedScans.length === 0) return null;
  return (
    <Card as="section" tone="sunken" aria-labelledby="scanned">
      <h2 id="scanned" className="font-semibold">
        <Plural value={reviewedScans.length} one="# scanned product" other="# scanned products" />
      </h2>
      <ul className="mt-2 space-y-1.5 text-small">
        {duplicatesFirst.slice(0, MAX_LISTED_PRODUCTS).map(({ scan, isDuplicate }) => (
          <li key={scan.uuid} className="break-long">
            <span className="font-medium">
              {scan.type} {scan.size} {scan.variant}
            </span>{' '}
            <span className="text-ink-soft">
              {scan.serial_number !== null && <CodeText>{scan.serial_number}</CodeText>}
            </span>
            {isDuplicate && (
              <span role="status" className="flex items-start gap-1.5 font-medium text-warn">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                {t`This product is already in this project.`}
              </span>
            )}
          </li>
        ))}
        {notListed > 0 && (
          <li className="text-ink-soft">
            <Trans>and {notListed} more</Trans>
          </li>
        )}
      </ul>
    </Card>
  );
}
