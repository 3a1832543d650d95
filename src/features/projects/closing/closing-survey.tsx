import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { useSurveyProgress } from '#src/features/_shared/survey/use-survey-progress.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import type { ProjectPoints } from '../project-points.ts';

interface ClosingSurveyProps {
  project: ProjectDocument;
  points: ProjectPoints;
  gain: ProjectEarnings;
  /** Called when the survey is left or finished. */
  onDone: () => void;
}

/**
 * The survey that closes a project, full screen (spec 1 §2, "Projects"). Saves the answers if it is
 * left.
 */
export function ClosingSurvey({ project, points, gain, onDone }: ClosingSurveyProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const progress = useSurveyProgress(project.uuid);
  const format = useFormat();
  const worth = useSingleton('configuration')?.survey_points ?? 0;

  const finish = async (response: SurveyResponse) => {
    setBusy(true);
    setFailure(null);
    try {
      await account.projectCommands.closeProject(project.uuid, response);
      progress.clear();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <SurveyForm
      questions={project.survey}
      kept={progress.kept}
      onChange={progress.keep}
      onFinish={(response) => void finish(response)}
      busy={busy}
      failure={failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
      layout={(question, buttons) => (
        <Page
          isFullScreen
          title={t`Close project`}
          subtitle={project.street_name}
          actions={<IconButton label={t`Leave survey`} icon={<X />} onClick={onDone} />}
          footer={buttons}
        >
          <div className="mb-6 space-y-1">
            {worth > 0 && (
              <p className="font-semibold">
                <Trans>
                  Your answers earn {format.points(worth)} more if at least one product counts.
                </Trans>
              </p>
            )}
            <p className="text-ink-soft">
              <ClosingText points={points} gain={gain} />
            </p>
            <p className="text-ink-soft">
              <Trans>Your answers are kept on this phone until you finish.</Trans>
            </p>
          </div>
          {question}
        </Page>
      )}
    />
  );
}

interface ClosingTextProps {
  points: ProjectPoints;
  gain: ProjectEarnings;
}

/** Explains, before closing, how many points a project will bring. */
export function ClosingText({ points: { waitingCount, waitsForReview }, gain }: ClosingTextProps) {
  return (
    <>
      <EarningsText gain={gain} isWaiting={waitingCount > 0} waitsForReview={waitsForReview} />{' '}
      <Trans>You can’t add products after that.</Trans>
    </>
  );
}

interface EarningsTextProps {
  gain: ProjectEarnings;
  isWaiting: boolean;
  waitsForReview: boolean;
}

function EarningsText({ gain, isWaiting, waitsForReview }: EarningsTextProps) {
  const format = useFormat();
  const points = format.points(gain.points);
  if (gain.isAtMost && gain.points > 0 && !isWaiting)
    return <Trans>{points} at most, once its products in review are checked.</Trans>;
  if (gain.isAtMost || waitsForReview)
    return <Trans>No points are added until its products in review are checked.</Trans>;
  if (isWaiting) return <Trans>Points will be added once all its products are sent.</Trans>;
  if (gain.points === 0) return <Trans>None of its products count, so it earns no points.</Trans>;
  return <Trans>It earns {points}.</Trans>;
}
