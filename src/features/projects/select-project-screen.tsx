import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ArrowLeft, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { type Emptiness, useEmptiness } from '#src/data/live/emptiness.ts';
import { useLast } from '#src/data/live/use-last.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/list.tsx';
import { Page } from '#src/ui/page.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { useBlockingReasonWords, useReview, useSaveToProject } from '#src/features/scan/actions.ts';
import { SEARCH_DEBOUNCE_MS } from './project-list.tsx';
import { PICKER_PAGE } from './project-pages.ts';
import { ProjectRow } from './project-row.tsx';
import {
  countProjects,
  newestProjects,
  projectsByAddress,
  unsentByProject,
  useReadySearch,
} from './queries.ts';
import { ScannedCard } from './scanned-card.tsx';
import { useDebounced } from '#src/data/time/use-debounced.ts';

/** `/projects/select`: which open project the scanned products belong to. */
export function SelectProjectScreen() {
  const { t } = useLingui();
  const search = useSearch({ strict: false });
  const [picked, setPicked] = useState<string | undefined>(search.project);
  const { reviewed, project, blockingReason } = useReview(picked);
  const saving = useSaveToProject();
  const blockingReasonWords = useBlockingReasonWords();
  const errorWords = useErrorWords();
  usePageTitle(t`Choose a project`);
  const count = reviewed?.length ?? 0;
  const ids = (reviewed ?? []).map((one) => one.scan.uuid);
  const backTo = paths.scanReview({ project: search.project });

  return (
    <Page
      title={t`Choose a project`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(backTo)} />}
      footer={
        <>
          {saving.failure !== null && <ErrorBlock messages={[errorWords(saving.failure)]} />}
          <Button
            size="large"
            fullWidth
            busy={saving.busy}
            disabledReason={blockingReason && blockingReasonWords(blockingReason)}
            onClick={() => project && void saving.save(ids, project.uuid)}
          >
            <Plural value={count} one="Add # product" other="Add # products" />
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {reviewed && <ScannedCard reviewed={reviewed} />}
        <LinkButton
          variant="secondary"
          fullWidth
          icon={<FolderPlus />}
          {...linkTo(paths.projectAdd({ scan: '1' }))}
        >
          <Trans>Add project</Trans>
        </LinkButton>
        <Picker picked={picked} onPick={setPicked} />
      </div>
    </Page>
  );
}

interface PickerProps {
  picked: string | undefined;
  onPick: (id: string) => void;
}

/** Open projects, newest first; 20 at first (spec 1 §9), more on demand, or by address. */
function Picker({ picked, onPick }: PickerProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PICKER_PAGE);
  const searched = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []);
  const latest = useLiveQuery(
    (account) =>
      searched ? projectsByAddress(account, searched) : newestProjects(account, 'open', limit),
    [searched, limit],
  );
  useReadySearch(text.trim() !== '');
  const open = useLast(latest)?.filter((project) => isOpen(project.status.id));
  const projects = open?.slice(0, limit);
  const more = (searched ? (open?.length ?? 0) : (count ?? 0)) - (projects?.length ?? 0);

  return (
    <>
      <SearchField
        label={t`Search by address`}
        placeholder={t`Street, postal code or city`}
        value={text}
        onValueChange={setText}
        clearLabel={t`Clear the search`}
      />
      <Choices projects={projects} picked={picked} onPick={onPick} searched={searched} />
      {projects && more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + PICKER_PAGE)}>
          <Trans>Show more projects</Trans>
        </Button>
      )}
    </>
  );
}

interface ChoicesProps extends PickerProps {
  projects: readonly ProjectDocument[] | undefined;
  searched: string;
}

function Choices({ projects, picked, onPick, searched }: ChoicesProps) {
  const { t } = useLingui();
  const unsent = useLiveQuery(unsentByProject, []);
  const emptiness = useEmptiness('projects');
  if (!projects || (projects.length === 0 && !searched && emptiness === 'loading')) {
    return (
      <Skeleton label={t`Loading projects`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (projects.length === 0 && searched) {
    return (
      <EmptyState drawing="search" title={t`Nothing found`}>
        <Trans>No open project on this device has “{searched}” in its address.</Trans>
      </EmptyState>
    );
  }
  if (projects.length === 0) return <NoOpenProjects emptiness={emptiness} />;
  return (
    <List label={t`Open projects`}>
      {projects.map((project) => (
        <ProjectRow
          key={project.uuid}
          project={project}
          unsent={unsent?.get(project.uuid)}
          selected={project.uuid === picked}
          onPick={() => onPick(project.uuid)}
        />
      ))}
    </List>
  );
}

function NoOpenProjects({ emptiness }: { emptiness: Emptiness }) {
  if (emptiness === 'not_loaded' || emptiness === 'unreadable') {
    return (
      <UnknownState why={emptiness}>
        <Trans>Your projects appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="projects" title={<Trans>No open projects</Trans>}>
      <Trans>Add the address where you are installing. Meanwhile your scans stay saved.</Trans>
    </EmptyState>
  );
}
