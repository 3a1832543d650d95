import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { usePointRules, saveLastProject, readLastProject } from '#src/features/projects/actions.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import type { ChosenProject } from './choose-project.ts';
import {
  expectedPoints,
  splitBatch,
  type BlockingReason,
  type ReviewedScan,
  reviewScans,
} from './review.ts';
import type { Review } from './use-review.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { playHaptic } from '#src/data/device/haptics-and-sounds.ts';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import type { ProjectDocument } from '#src/features/projects/queries.ts';
import { readScansOfProject } from '../queries.ts';
import { lastSavedBatch, type SavedBatch, useSavedToast, useUndoSave } from './saved-batch.ts';

interface SaveFooterProps {
  review: Review;
  saveRequest: SaveState;
  /** Id of the project from which the user started. */
  requestedId: string | undefined;
}

/** Shows the expected points, and the main button: to save the complete products, or to choose a project. */
export function SaveFooter({ review, saveRequest, requestedId }: SaveFooterProps) {
  const errorMessage = useErrorMessage();
  const { chosenProject, blockingReason } = review;
  const isChoosing = blockingReason === 'no_project' || blockingReason === 'project_not_open';
  return (
    <div data-floating className="flex flex-col gap-3">
      {saveRequest.failure !== null && (
        <ErrorBlock messages={[errorMessage(saveRequest.failure)]} />
      )}
      {chosenProject && blockingReason === null && (
        <PointsPreview chosenProject={chosenProject} review={review} />
      )}
      {chosenProject && !isChoosing ? (
        <SaveButton chosenProject={chosenProject} review={review} saveRequest={saveRequest} />
      ) : (
        <ChooseProject review={review} requestedId={requestedId} />
      )}
    </div>
  );
}

interface PointsPreviewProps {
  chosenProject: ChosenProject;
  review: Review;
}

/** Expected points and their conditions. */
function PointsPreview({
  chosenProject: { project },
  review: { reviewedScans = [] },
}: PointsPreviewProps) {
  const { t } = useLingui();
  const format = useFormat();
  const expected = expectedPoints(
    splitBatch(reviewedScans).readyScans.map(({ scan }) => scan),
    usePointRules(),
    project,
  );
  const { points, isMaximum, isUnchecked } = expected;
  if (points === 0) return null;
  return (
    <div className="flex items-center gap-3.5">
      <PointsNumber
        size="heading"
        value={points}
        format={format.signedPoints}
        label={format.points(points)}
      />
      <p className="min-w-0 flex-1 text-small text-ink-soft break-long">
        {isMaximum ? t`maximum, after closing and review` : t`when you close the project`}
        {isUnchecked && <>. {t`We haven’t checked the serial numbers yet.`}</>}
      </p>
    </div>
  );
}

function SaveButton({
  chosenProject,
  review,
  saveRequest,
}: PointsPreviewProps & { saveRequest: SaveState }) {
  const reasonText = useBlockingReasonText();
  const { reviewedScans = [], blockingReason } = review;
  const { project } = chosenProject;
  const { readyScans, remainingScans } = splitBatch(reviewedScans);
  return (
    <Button
      size="large"
      fullWidth
      busy={saveRequest.busy}
      disabledReason={blockingReason && reasonText(blockingReason)}
      onClick={() => void saveRequest.save(project)}
    >
      <SaveLabel
        readyCount={readyScans.length}
        remainingCount={remainingScans.length}
        street={project.street_name}
      />
    </Button>
  );
}

interface SaveLabelProps {
  readyCount: number;
  remainingCount: number;
  street: string;
}

function SaveLabel({
  readyCount: ready,
  remainingCount: remaining,
  street,
}: SaveLabelProps): ReactNode {
  if (ready === 0 || remaining === 0) return <Trans>Save to {street}</Trans>;
  return (
    <Trans>
      Save {ready} to {street}, keep {remaining} here
    </Trans>
  );
}

/** Shown while there is no project to save to. */
function ChooseProject({
  review,
  requestedId,
}: {
  review: Review;
  requestedId: string | undefined;
}) {
  const { blockingReason } = review;
  const reasonText = useBlockingReasonText();
  if (blockingReason === 'requirements') {
    return (
      <Button size="large" fullWidth disabledReason={reasonText(blockingReason)}>
        <Trans context="command">Choose a project</Trans>
      </Button>
    );
  }
  return (
    <>
      {blockingReason === 'project_not_open' && (
        <p className="text-small text-ink-soft break-long">{reasonText(blockingReason)}</p>
      )}
      <LinkButton
        size="large"
        fullWidth
        icon={<MapPin />}
        {...linkTo(paths.scanProject({ project: requestedId }))}
      >
        <Trans context="command">Choose a project</Trans>
      </LinkButton>
    </>
  );
}

/** Returns a function that explains why nothing can be saved. */
function useBlockingReasonText(): (blockingReason: BlockingReason) => string {
  const { t } = useLingui();
  return (blockingReason) => {
    switch (blockingReason) {
      case 'nothing':
        return t`Scan a product first.`;
      case 'requirements':
        return t`Complete or remove the marked products first.`;
      case 'duplicates':
        return t`Remove products already in this project, or choose another project.`;
      case 'no_project':
        return t`Choose a project first.`;
      case 'project_not_open':
        return t`This project is no longer open. Choose another one.`;
    }
  };
}

interface Batch {
  readonly reviewedScans: readonly ReviewedScan[] | undefined;
  readonly questions: readonly SurveyQuestion[];
}

/** State of a save. */
interface SaveState {
  readonly save: (project: ProjectDocument) => Promise<void>;
  readonly busy: boolean;
  readonly failure: unknown;
}

/**
 * Saves the ready products. Then goes to the project, or stays in the review if some products remain. Reports success
 * only after the commit, and offers an undo.
 */
export function useSaveToProject({ reviewedScans = [], questions }: Batch): SaveState {
  const account = useAccount();
  const go = useGo();
  const pointRules = usePointRules();
  const undoSave = useUndoSave();
  const showSavedToast = useSavedToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const saveReady = async (project: ProjectDocument) => {
    const { uuid: projectId } = project;
    // Check for duplicates in the tapped project, not the suggested one.
    const products = await readScansOfProject(account, projectId);
    const scans = reviewedScans.map(({ scan }) => scan);
    const { readyScans, remainingScans } = splitBatch(reviewScans(scans, products, questions));
    if (readyScans.length === 0)
      return go(paths.scanReview({ project: projectId }), { replace: true });

    const scansBefore = readyScans.map(({ scan }) => scan);
    const ids = scansBefore.map(({ uuid }) => uuid);
    await account.scanCommands.saveScanToProject(ids, projectId);
    playHaptic('saved');
    const { user_id: userId } = account.identity;
    const previousProjectId = readLastProject(draftStorage, userId);
    saveLastProject(draftStorage, userId, projectId);
    const savedBatch: SavedBatch = {
      project,
      count: readyScans.length,
      expected: expectedPoints(scansBefore, pointRules, project),
      remainingIds: new Set(remainingScans.map(({ scan }) => scan.uuid)),
      undo: () => void undoSave({ scansBefore, projectId, previousProjectId }),
    };
    lastSavedBatch.set(savedBatch);
    const isEverythingSaved = remainingScans.length === 0;
    // If some products remain, the review itself reports the saved ones and offers the undo.
    if (isEverythingSaved) showSavedToast(savedBatch, ids);
    go(isEverythingSaved ? paths.project(projectId) : paths.scanReview({ project: projectId }), {
      replace: true,
    });
  };
  const save = async (project: ProjectDocument) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    await saveReady(project).catch(setFailure);
    setBusy(false);
  };
  return { save, busy, failure };
}
