import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Keyboard, MapPin, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { addressOf, type ProjectDocument } from '#src/features/projects/queries.ts';
import { BackButton } from '../back-button.tsx';
import { ReviewRow } from './review-row.tsx';
import type { ReviewedScan, BlockingReason } from './review.ts';
import { useBlockingReasonWords } from './use-blocking-reason-words.ts';
import { useRemoveScan } from './use-remove-scan.ts';
import { useReview } from './use-review.ts';
import { useSaveToProject } from './use-save-to-project.ts';

/** Rows drawn at first, and more with each press. */
const ROWS = 50;

/** `/scan/review`: what was captured, what is missing, and the project it goes to. */
export function ReviewScreen() {
  const { t } = useLingui();
  const { project: projectId } = useSearch({ strict: false });
  const { reviewed, project, questions, blockingReason } = useReview(projectId);
  const [shown, setShown] = useState(ROWS);
  const remove = useRemoveScan();
  const errorWords = useErrorWords();
  const saving = useSaveToProject();
  usePageTitle(t`Review`);
  const back = <BackButton to={paths.scan({ project: projectId })} />;

  if (!reviewed) {
    return (
      <Page title={t`Review`} back={back}>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={2} />
          <SkeletonCard lines={2} />
        </Skeleton>
      </Page>
    );
  }
  if (reviewed.length === 0) {
    return (
      <Page title={t`Review`} back={back}>
        <NothingCaptured project={projectId} />
      </Page>
    );
  }
  const ids = reviewed.map((one) => one.scan.uuid);
  const more = reviewed.length - shown;
  return (
    <Page
      title={t`Review`}
      subtitle={<Plural value={reviewed.length} one="# product" other="# products" />}
      back={back}
      footer={
        <>
          {saving.failure !== null && <ErrorBlock messages={[errorWords(saving.failure)]} />}
          <SaveActions
            reviewed={reviewed}
            project={project}
            blockingReason={blockingReason}
            busy={saving.busy}
            onSave={() => project && void saving.save(ids, project.uuid)}
          />
        </>
      }
    >
      <div className="space-y-7">
        <ul className="space-y-3" aria-label={t`Scanned products`}>
          {reviewed.slice(0, shown).map((one) => (
            <ReviewRow
              key={one.scan.uuid}
              reviewed={one}
              questions={questions}
              project={projectId}
              onRemove={() => void remove(one.scan)}
            />
          ))}
        </ul>
        {more > 0 && (
          <Button variant="secondary" fullWidth onClick={() => setShown(shown + ROWS)}>
            <Trans>Show {more} more</Trans>
          </Button>
        )}
        <AddMore project={projectId} />
        {project && (
          <List label={t`Project`}>
            <ListRow
              icon={<MapPin />}
              title={addressOf(project)}
              meta={<Trans>Change the project</Trans>}
              {...linkTo(paths.scanProject({ project: project.uuid }))}
            />
          </List>
        )}
      </div>
    </Page>
  );
}

interface SaveActionsProps {
  reviewed: readonly ReviewedScan[];
  project: ProjectDocument | null;
  blockingReason: BlockingReason | null;
  busy: boolean;
  onSave: () => void;
}

function SaveActions({ reviewed, project, blockingReason, busy, onSave }: SaveActionsProps) {
  const words = useBlockingReasonWords();
  const count = reviewed.length;
  if (!project && blockingReason === 'no_project') {
    return (
      <LinkButton size="large" fullWidth icon={<MapPin />} {...linkTo(paths.scanProject())}>
        <Trans>Choose a project</Trans>
      </LinkButton>
    );
  }
  return (
    <Button
      size="large"
      fullWidth
      busy={busy}
      disabledReason={blockingReason && words(blockingReason)}
      onClick={onSave}
    >
      {project ? (
        <Plural value={count} one="Save # product" other="Save # products" />
      ) : (
        <Trans>Choose a project</Trans>
      )}
    </Button>
  );
}

function AddMore({ project }: { project: string | undefined }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton variant="secondary" icon={<ScanLine />} {...linkTo(paths.scan({ project }))}>
        <Trans>Scan more</Trans>
      </LinkButton>
      <LinkButton
        variant="secondary"
        icon={<Keyboard />}
        {...linkTo(paths.scanManual({ project }))}
      >
        <Trans>Enter by hand</Trans>
      </LinkButton>
    </div>
  );
}

function NothingCaptured({ project }: { project: string | undefined }) {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="scans"
      title={t`Nothing to review`}
      action={
        <>
          <LinkButton icon={<ScanLine />} {...linkTo(paths.scan({ project }))}>
            <Trans>Scan a label</Trans>
          </LinkButton>
          <LinkButton
            variant="secondary"
            icon={<Keyboard />}
            {...linkTo(paths.scanManual({ project }))}
          >
            <Trans>Enter by hand</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Products you scan wait here until you save them to a project.</Trans>
    </EmptyState>
  );
}
