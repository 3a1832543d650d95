import { useState } from 'react';
import * as v from 'valibot';
import { surveyResponse, type SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import type { SurveyDraft } from '../../_shared/survey/survey-steps.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ProjectDocument } from '#schemas/project.ts';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import type { ProjectPoints } from '../project-points.ts';

/**
 * Saves the user's progress in a survey on this device, until `clear` is called.
 * @param subject the survey's subject, such as a project id
 * @returns the store, with `savedDraft`: the draft that was stored when the survey was opened
 */
function useSurveyProgress(
  subject: string,
): SurveyProgress & { readonly savedDraft: SurveyDraft | undefined } {
  const { identity } = useAccount();
  const [progress] = useState(() => {
    const store = surveyProgress(draftStorage, identity.user_id, subject);
    return { ...store, savedDraft: store.read() };
  });
  return progress;
}

// Progress of a survey, saved on the device until it is finished.

interface SurveyProgress {
  /** The saved progress; undefined if none or invalid. */
  readonly read: () => SurveyDraft | undefined;
  readonly save: (draft: SurveyDraft) => void;
  readonly clear: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draftSchema = v.object({ response: surveyResponse, at: v.nullable(v.number()) });

/**
 * @param userId owner of the answers: other users of the phone can't see them, and sign-out deletes
 *   them
 * @param subject the survey's subject, such as a project id
 */
export function surveyProgress(store: Store, userId: string, subject: string): SurveyProgress {
  const key = `draft:${userId}:survey:${subject}`;
  return {
    read: () => parse(store.getItem(key)),
    save: (draft) => {
      try {
        store.setItem(key, JSON.stringify({ response: draft.response, at: draft.at }));
      } catch {
        // Storage is full, but the answers are still on the screen.
      }
    },
    clear: () => store.removeItem(key),
  };
}

function parse(text: string | null): SurveyDraft | undefined {
  if (text === null) return undefined;
  try {
    const parsedDraft = v.safeParse(draftSchema, JSON.parse(text));
    return parsedDraft.success ? parsedDraft.output : undefined;
  } catch {
    return undefined;
  }
}

interface ClosingSurveyProps {
  project: ProjectDocument;
  points: ProjectPoints;
  earnings: ProjectEarnings;
  /** Called when the survey is left or finished. */
  onDone: () => void;
}

/**
 * Full-screen survey that closes a project (spec 1 §2, "Projects"). Answers are saved on the device, so the user can
 * leave and continue later.
 */
export function ClosingSurvey({ project, points, earnings, onDone }: ClosingSurveyProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const progress = useSurveyProgress(project.uuid);
  const format = useFormat();
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;

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
      savedDraft={progress.savedDraft}
      onChange={progress.save}
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
            {surveyPoints > 0 && (
              <p className="font-semibold">
                <Trans>
                  Your answers earn {format.points(surveyPoints)} more if at least one product
                  counts.
                </Trans>
              </p>
            )}
            <p className="text-ink-soft">
              <ClosingText points={points} earnings={earnings} />
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
  earnings: ProjectEarnings;
}

/** Explains, before closing, how many points a project will earn. */
export function ClosingText({
  points: { unsentCount, waitsForReview },
  earnings,
}: ClosingTextProps) {
  return (
    <>
      <EarningsText
        earnings={earnings}
        hasUnsent={unsentCount > 0}
        waitsForReview={waitsForReview}
      />{' '}
      <Trans>You can’t add products after that.</Trans>
    </>
  );
}

interface EarningsTextProps {
  earnings: ProjectEarnings;
  hasUnsent: boolean;
  waitsForReview: boolean;
}

function EarningsText({ earnings, hasUnsent, waitsForReview }: EarningsTextProps) {
  const format = useFormat();
  const points = format.points(earnings.points);
  if (earnings.isMaximum && earnings.points > 0 && !hasUnsent)
    return <Trans>Up to {points}, once its products in review are checked.</Trans>;
  if (earnings.isMaximum || waitsForReview)
    return <Trans>No points are added until its products in review are checked.</Trans>;
  if (hasUnsent) return <Trans>Points will be added once all its products are sent.</Trans>;
  if (earnings.points === 0)
    return <Trans>None of its products count, so it earns no points.</Trans>;
  return <Trans>It earns {points}.</Trans>;
}
