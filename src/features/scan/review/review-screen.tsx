import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Keyboard, MapPin, ScanLine, Pencil, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { usePointRules } from '#src/features/projects/actions.ts';
import { CodeText } from '#src/ui/breaking-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { BackButton } from '../back-button.tsx';
import { CopiesField } from './copies-field.tsx';
import { pointsByScan, type ReviewedScan } from './review.ts';
import { lastSavedBatch, useExpectedPointsText } from './saved-batch.ts';
import { ProjectChoice } from './project-choice.tsx';
import { ReviewRow } from './review-row.tsx';
import './review.css';
import { SaveFooter, useSaveToProject } from './save-footer.tsx';
import { useRemoveScan } from './use-remove-scan.ts';
import { useReview } from './use-review.ts';

/** Number of rows shown at first and added by each press of "Show more". */
const ROWS_PER_PAGE = 50;

/** `/scan/review`: the captured products, their missing data, and the project to save them to. */
export function ReviewScreen() {
  const { t } = useLingui();
  const { project: projectId } = useSearch({ from: '/signed-in/scan/review' });
  const review = useReview(projectId);
  const { reviewedScans, questions } = review;
  const saveRequest = useSaveToProject(review);
  usePageTitle(t({ context: 'title', message: 'Review' }));
  const back = <BackButton to={paths.scan({ project: projectId })} />;

  if (!reviewedScans) {
    return (
      <Page title={t({ context: 'title', message: 'Review' })} back={back}>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={2} />
          <SkeletonCard lines={2} />
        </Skeleton>
      </Page>
    );
  }
  if (reviewedScans.length === 0) {
    return (
      <Page title={t({ context: 'title', message: 'Review' })} back={back}>
        <NothingCaptured projectId={projectId} />
      </Page>
    );
  }
  return (
    <Page
      title={t({ context: 'title', message: 'Review' })}
      subtitle={<Plural value={reviewedScans.length} one="# product" other="# products" />}
      back={back}
      footer={<SaveFooter review={review} saveRequest={saveRequest} requestedId={projectId} />}
    >
      <div className="space-y-7">
        <SavedNotice reviewedScans={reviewedScans} />
        <div className="space-y-3">
          <Rows reviewedScans={reviewedScans} questions={questions} projectId={projectId} />
          <AddMore projectId={projectId} />
        </div>
        <ProjectChoice chosenProject={review.chosenProject} requestedId={projectId} />
      </div>
    </Page>
  );
}

interface RowsProps {
  reviewedScans: readonly ReviewedScan[];
  questions: readonly SurveyQuestion[];
  projectId: string | undefined;
}

/** The products, and the sheet with actions for one of them. */
function Rows({ reviewedScans, questions, projectId }: RowsProps) {
  const { t } = useLingui();
  const [visibleCount, setVisibleCount] = useState(ROWS_PER_PAGE);
  const [openedScan, setOpenedScan] = useState<ScanDocument | null>(null);
  const pointRules = usePointRules();
  const points = pointsByScan(reviewedScans, pointRules);
  const more = reviewedScans.length - visibleCount;
  return (
    <>
      <List label={t`Scanned products`}>
        {reviewedScans.slice(0, visibleCount).map((item) => (
          <ReviewRow
            key={item.scan.uuid}
            reviewedScan={item}
            questions={questions}
            projectId={projectId}
            points={points.get(item.scan.uuid) ?? null}
            isOnlyProduct={points.size === 1}
            onOpenActions={() => setOpenedScan(item.scan)}
          />
        ))}
      </List>
      {more > 0 && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => setVisibleCount(visibleCount + ROWS_PER_PAGE)}
        >
          <Trans>Show {more} more</Trans>
        </Button>
      )}
      <ProductSheet scan={openedScan} projectId={projectId} onClose={() => setOpenedScan(null)} />
    </>
  );
}

/** Shows how many products were just saved, until a new product joins the remaining ones. */
function SavedNotice({ reviewedScans }: { reviewedScans: readonly ReviewedScan[] }) {
  const savedBatch = useSyncExternalStore(lastSavedBatch.subscribe, lastSavedBatch.current);
  const pointsText = useExpectedPointsText();
  if (!savedBatch || !reviewedScans.every(({ scan }) => savedBatch.remainingIds.has(scan.uuid)))
    return null;
  const { count, project } = savedBatch;
  const street = project.street_name;
  return (
    <Banner
      tone="good"
      live="polite"
      title={
        <Plural
          value={count}
          one={`# product was saved to ${street}`}
          other={`# products were saved to ${street}`}
        />
      }
      action={
        <>
          <LinkButton
            variant="secondary"
            icon={<MapPin />}
            {...linkTo(paths.project(project.uuid))}
          >
            <Trans>Open project</Trans>
          </LinkButton>
          <Button variant="quiet" onClick={savedBatch.undo}>
            <Trans>Undo</Trans>
          </Button>
        </>
      }
    >
      {pointsText(savedBatch.expected)}
    </Banner>
  );
}

function AddMore({ projectId }: { projectId: string | undefined }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton
        variant="secondary"
        icon={<ScanLine />}
        {...linkTo(paths.scan({ project: projectId }))}
      >
        <Trans>Scan more</Trans>
      </LinkButton>
      <LinkButton
        variant="secondary"
        icon={<Keyboard />}
        {...linkTo(paths.scanManual({ project: projectId }))}
      >
        <Trans>Enter manually</Trans>
      </LinkButton>
    </div>
  );
}

function NothingCaptured({ projectId }: { projectId: string | undefined }) {
  const { t } = useLingui();
  return (
    <EmptyState
      drawing="welcome-scan"
      title={t`Nothing to review`}
      action={
        <>
          <LinkButton icon={<ScanLine />} {...linkTo(paths.scan({ project: projectId }))}>
            <Trans>Scan a label</Trans>
          </LinkButton>
          <LinkButton
            variant="secondary"
            icon={<Keyboard />}
            {...linkTo(paths.scanManual({ project: projectId }))}
          >
            <Trans>Enter manually</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Products you scan stay here until you save them to a project.</Trans>
    </EmptyState>
  );
}

interface ProductSheetProps {
  /** Null closes the sheet. */
  scan: ScanDocument | null;
  projectId: string | undefined;
  onClose: () => void;
}

/** Actions for one product of the batch. */
function ProductSheet({ scan, projectId, onClose }: ProductSheetProps) {
  const { t } = useLingui();
  const productNames = useProductNames();
  const remove = useRemoveScan();
  const label = scan ? `${scan.type} ${scan.size} ${scan.variant}` : '';
  return (
    <Sheet
      isOpen={scan !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={scan ? productNames.name(scan.type) : ''}
      description={
        scan && (
          <>
            {label}
            {scan.serial_number !== null && (
              <>
                {' · '}
                <CodeText>{scan.serial_number}</CodeText>
              </>
            )}
          </>
        )
      }
      closeLabel={t`Close`}
    >
      {scan && (
        <div className="flex flex-col gap-2">
          <CopiesField scan={scan} />
          <LinkButton
            variant="secondary"
            fullWidth
            icon={<Pencil />}
            {...linkTo(paths.scanManual({ scan: scan.uuid, project: projectId }))}
          >
            <Trans>Edit</Trans>
          </LinkButton>
          <Button
            variant="secondary"
            fullWidth
            icon={<Trash2 />}
            onClick={() => {
              onClose();
              void remove(scan);
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </Sheet>
  );
}
