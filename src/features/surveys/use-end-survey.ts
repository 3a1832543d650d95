import { useLingui } from '@lingui/react/macro';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';

/** Time to undo, in ms. */
const UNDO_MS = 10_000;

/** Ends a survey for good, with an undo. Throws SyncError if the device can't save it. */
export function useEndSurvey(): (
  survey: SurveyInvitationDocument,
  step: 'complete' | 'never',
  title: string,
) => Promise<void> {
  const { t } = useLingui();
  const { surveyCommands } = useAccount();
  const errorMessage = useErrorMessage();
  return async (survey, step, title) => {
    const { uuid } = survey;
    const takesFocus = document.activeElement?.matches(':focus-visible') ?? false;
    await surveyCommands.applySurveyStep(uuid, step);
    const undo = () =>
      surveyCommands
        .undoSurveyStep(uuid, survey)
        .catch((error: unknown) =>
          showToast({ tone: 'bad', subject: uuid, message: errorMessage(error) }),
        );
    showToast({
      message:
        step === 'never'
          ? t`We won't ask you about “${title}” again.`
          : t`“${title}” is marked as finished.`,
      subject: uuid,
      timeoutMs: UNDO_MS,
      action: { label: t`Undo`, onPress: () => void undo() },
      takesFocus,
    });
  };
}
