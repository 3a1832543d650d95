import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { usePointRules } from '#src/features/projects/actions.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import type { ChosenProject } from './choose-project.ts';
import { expectedPoints, splitBatch, type BlockingReason } from './review.ts';
import type { Review } from './use-review.ts';
import type { SavingToProject } from './use-save-to-project.ts';

interface SaveFooterProps {
  review: Review;
  saving: SavingToProject;
  /** The project that the user started from. */
  requestedId: string | undefined;
}

/** Expected points, and the primary action: save what is ready, or choose a project. */
export function SaveFooter({ review, saving, requestedId }: SaveFooterProps) {
  const errorMessage = useErrorMessage();
  const { chosen, blockingReason } = review;
  const isChoosing = blockingReason === 'no_project' || blockingReason === 'project_not_open';
  return (
    <div data-floating className="flex flex-col gap-3">
      {saving.failure !== null && <ErrorBlock messages={[errorMessage(saving.failure)]} />}
      {chosen && blockingReason === null && <PointsPreview chosen={chosen} review={review} />}
      {chosen && !isChoosing ? (
        <SaveButton chosen={chosen} review={review} saving={saving} />
      ) : (
        <ChooseProject review={review} requestedId={requestedId} />
      )}
    </div>
  );
}

interface PointsPreviewProps {
  chosen: ChosenProject;
  review: Review;
}

/** Expected points and their conditions. */
function PointsPreview({ chosen: { project }, review: { reviewed = [] } }: PointsPreviewProps) {
  const { t } = useLingui();
  const format = useFormat();
  const expected = expectedPoints(
    splitBatch(reviewed).ready.map(({ scan }) => scan),
    usePointRules(),
    project,
  );
  const { points, isAtMost, isUnchecked } = expected;
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
        {isAtMost ? t`maximum, after closing and review` : t`when you close the project`}
        {isUnchecked && <>. {t`We haven’t checked the serial numbers yet.`}</>}
      </p>
    </div>
  );
}

function SaveButton({ chosen, review, saving }: PointsPreviewProps & { saving: SavingToProject }) {
  const reasonText = useBlockingReasonText();
  const { reviewed = [], blockingReason } = review;
  const { project } = chosen;
  const { ready, remaining } = splitBatch(reviewed);
  return (
    <Button
      size="large"
      fullWidth
      busy={saving.busy}
      disabledReason={blockingReason && reasonText(blockingReason)}
      onClick={() => void saving.save(project)}
    >
      <SaveLabel ready={ready.length} remaining={remaining.length} street={project.street_name} />
    </Button>
  );
}

interface SaveLabelProps {
  ready: number;
  remaining: number;
  street: string;
}

function SaveLabel({ ready, remaining, street }: SaveLabelProps): ReactNode {
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

/** Explains why nothing can be saved. */
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
