import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion, SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/edit-page.tsx';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { BackButton } from '../back-button.tsx';
import { unmetRequirements, surveyAnswers } from '../capture/product-rules.ts';
import { ProductTitle } from './product-title.tsx';
import { scanById, scansInState } from '../queries.ts';
import { MAX_REVIEW_SCANS } from './use-review.ts';

/** `/scan/survey`: the product question of one scan (spec 1 §2, §6). */
export function SurveyScreen() {
  const { t } = useLingui();
  const { scan: scanId, project: projectId } = useSearch({ from: '/signed-in/scan/survey' });
  const scan = useLiveQuery((account) => scanById(account, scanId ?? ''), [scanId]);
  const configuration = useSingleton('configuration');
  const title = t`About this product`;
  usePageTitle(title);
  const back = <BackButton to={paths.scanReview({ project: projectId })} />;

  if (scan === null || configuration?.product_survey.length === 0) {
    return (
      <Page title={title} back={back}>
        <EmptyState
          drawing="search-none"
          title={t`No questions about this product`}
          action={
            <LinkButton {...linkTo(paths.scanReview({ project: projectId }))}>
              <Trans>Go to Review</Trans>
            </LinkButton>
          }
        >
          <Trans>
            The product may have been removed, or the question answered on another device.
          </Trans>
        </EmptyState>
      </Page>
    );
  }
  if (!scan || !configuration) {
    return (
      <Page title={title} back={back}>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={4} />
        </Skeleton>
      </Page>
    );
  }
  return (
    <ProductSurvey
      key={scan.uuid}
      scan={scan}
      projectId={projectId}
      title={title}
      back={back}
      configuration={configuration}
    />
  );
}

interface ProductSurveyProps {
  scan: ScanDocument;
  projectId: string | undefined;
  title: string;
  back: React.ReactNode;
  configuration: NonNullable<ReturnType<typeof useSingleton<'configuration'>>>;
}

function ProductSurvey({ scan, projectId, title, back, configuration }: ProductSurveyProps) {
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const questions = configuration.product_survey;
  const { type } = scan;
  const otherIds = useUnansweredOfSameType(scan, questions);
  const [appliesToAll, setAppliesToAll] = useState(true);
  const [savedAnswers] = useState(() => surveyAnswers(scan));
  const [isEdited, setIsEdited] = useState(false);

  const finish = async (response: SurveyResponse) => {
    setBusy(true);
    setFailure(null);
    try {
      const survey = JSON.stringify(response);
      await account.scanCommands.editScan(scan.uuid, { survey });
      for (const uuid of appliesToAll ? otherIds : [])
        await account.scanCommands.editScan(uuid, { survey });
      const isCaptured = scan.state === 'captured';
      const target = isCaptured ? paths.scanReview({ project: projectId }) : paths.scanOffline();
      go(target, { replace: true, done: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <SurveyForm
      questions={questions}
      savedDraft={{ response: savedAnswers, at: null }}
      onChange={({ response }) =>
        setIsEdited(JSON.stringify(response) !== JSON.stringify(savedAnswers))
      }
      busy={busy}
      onFinish={(response) => void finish(response)}
      failure={failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
      layout={(question, buttons) => (
        <Page title={title} back={back} footer={buttons}>
          <div className="space-y-6">
            <Card tone="sunken">
              <ProductTitle scan={scan} />
            </Card>
            {question}
            {otherIds.length > 0 && (
              <CheckboxField
                checked={appliesToAll}
                onChange={(event) => setAppliesToAll(event.target.checked)}
                label={
                  <Plural
                    value={otherIds.length}
                    one={`The same answer for # other ${type}`}
                    other={`The same answer for all # other ${type}`}
                  />
                }
              />
            )}
          </div>
          <UnsavedChangesPrompt isEdited={isEdited} />
        </Page>
      )}
    />
  );
}

/** Returns the ids of the other captured products of the same type without an answer. */
function useUnansweredOfSameType(
  scan: ScanDocument,
  questions: readonly SurveyQuestion[],
): readonly string[] {
  const capturedScans = useLiveQuery(
    (account) => scansInState(account, 'captured', MAX_REVIEW_SCANS),
    [],
  );
  return (capturedScans ?? [])
    .filter((other) => other.type === scan.type && other.uuid !== scan.uuid)
    .filter((other) => unmetRequirements(other, questions).includes('survey'))
    .map((other) => other.uuid);
}
