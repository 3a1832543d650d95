import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { isSurveyDue, type SurveyAction } from '#schemas/survey-status.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { SurveyCard } from '#src/parts/survey-card.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useSurveyStep, useSurveyText } from './actions.ts';
import { openSurveys } from './queries.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { externalLink } from '../../ui/links.tsx';

/** `/surveys`: the manufacturer's surveys, to answer now, later or never (spec 2 §2). */
export function SurveysScreen() {
  const { t } = useLingui();
  usePageTitle(t`Surveys`);
  return (
    <Page title={<Trans>Surveys</Trans>}>
      <Surveys />
    </Page>
  );
}

function Surveys() {
  const { t } = useLingui();
  const surveys = useLiveQuery(openSurveys, []);
  if (!surveys || surveys.length === 0) {
    return (
      <EmptyList
        collection="surveys"
        isReading={!surveys}
        skeleton={
          <Skeleton label={t`Loading your surveys`}>
            <SkeletonCard lines={3} />
          </Skeleton>
        }
        offlineText={<Trans>Your surveys appear here once you’re online.</Trans>}
      >
        <EmptyState drawing="search-none" title={<Trans>No surveys</Trans>}>
          <Trans>Surveys appear here when we’d like your opinion.</Trans>
        </EmptyState>
      </EmptyList>
    );
  }
  return (
    <ul className="space-y-3">
      {surveys.map((survey, index) => (
        <SurveyRow key={survey.uuid} survey={survey} isFirst={index === 0} />
      ))}
    </ul>
  );
}

interface SurveyRowProps {
  survey: SurveyInvitationDocument;
  /** True for the first survey; opening it is the screen's main action. */
  isFirst: boolean;
}

function SurveyRow({ survey, isFirst }: SurveyRowProps) {
  const { uuid, interacted_at: openedAt, delayed_to: delayedTo } = survey;
  const text = useSurveyText(survey);
  const format = useFormat();
  const isOffline = useConnection() !== 'online';
  const saveStep = useSurveyStep();
  const errorMessage = useErrorMessage();
  const endSurvey = useEndSurvey();
  const applyStep = (step: SurveyAction) => {
    const title = text?.title ?? '';
    const isFinalAnswer = step === 'never' || step === 'complete';
    const savePromise = isFinalAnswer ? endSurvey(survey, step, title) : saveStep(uuid, step);
    savePromise.catch((error: unknown) => {
      showToast({ tone: 'bad', subject: uuid, message: errorMessage(error) });
    });
  };
  const { now } = useRegionalClock();
  if (!text) return null;
  const isPostponed = delayedTo !== null && !isSurveyDue(survey, now);
  return (
    <SurveyCard
      title={text.title}
      tagline={text.tagline}
      note={isPostponed && <Trans>We’ll ask again on {format.date(delayedTo)}.</Trans>}
    >
      <div data-main-action={isFirst && !isPostponed ? '' : undefined}>
        <SurveyButtons
          href={text.href}
          isOffline={isOffline}
          isOpened={openedAt !== null}
          isPostponed={isPostponed}
          isMain={isFirst && !isPostponed}
          onStep={applyStep}
        />
      </div>
    </SurveyCard>
  );
}

/** Time in which ending a survey can be undone, in ms. */
const UNDO_MS = 10_000;

/** Returns a function that ends a survey permanently, with an undo. It throws SyncError if saving fails. */
function useEndSurvey(): (
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
          ? t`We won’t ask you about “${title}” again.`
          : t`“${title}” marked as finished.`,
      subject: uuid,
      timeoutMs: UNDO_MS,
      action: { label: t`Undo`, onPress: () => void undo() },
      takesFocus,
    });
  };
}

interface SurveyButtonsProps {
  /** URL of the survey. */
  href: string;
  isOffline: boolean;
  /** True if the survey was opened before. The user can then say that they've finished it. */
  isOpened: boolean;
  /** True if the survey is currently postponed. */
  isPostponed?: boolean;
  /** True if the survey is the screen's main action. */
  isMain?: boolean;
  onStep: (step: 'open' | 'complete' | 'later' | 'never') => void;
}

/** Actions for a survey: open, complete, postpone, decline. */
function SurveyButtons(props: SurveyButtonsProps) {
  const { href, isOffline, isOpened, isPostponed = false, isMain = false, onStep } = props;
  const openVariant = isMain ? 'primary' : 'secondary';
  const postponeVariant = isMain ? 'secondary' : 'quiet';
  return (
    // Wrapped buttons fill their row.
    <div className="mt-4 flex flex-wrap gap-2 [&>*]:grow desk:[&>*]:grow-0">
      {isOffline ? (
        <Button
          variant={openVariant}
          disabledReason={<Trans>Opens in your browser. You need to be online.</Trans>}
        >
          <Trans>Open survey</Trans>
        </Button>
      ) : (
        <LinkButton
          variant={openVariant}
          icon={<ExternalLink />}
          {...externalLink(href, () => onStep('open'))}
        >
          <Trans>Open survey</Trans>
        </LinkButton>
      )}
      {isOpened && (
        <Button variant={postponeVariant} onClick={() => onStep('complete')}>
          <Trans>I’ve finished it</Trans>
        </Button>
      )}
      {!isPostponed && (
        <Button variant={postponeVariant} onClick={() => onStep('later')}>
          <Trans>Later</Trans>
        </Button>
      )}
      <Button variant="quiet" onClick={() => onStep('never')}>
        <Trans>Don’t ask again</Trans>
      </Button>
    </div>
  );
}
