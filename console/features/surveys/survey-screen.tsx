import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { operatorSurveyCalls, type SurveyOutcome } from '#schemas/operator/survey-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ActionForm } from '#console/parts/action-form.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { InvitePart } from './invite-part.tsx';
import { InvitationsLink, ResultsPart } from './results-part.tsx';
import { SurveyFields, SurveyTextList } from './survey-fields.tsx';
import {
  findIncompleteLanguage,
  toTextList,
  toSurveyTexts,
  type Survey,
  type SurveyTexts,
  typedSurveyTexts,
  surveyStateText,
} from './survey-texts.ts';
import { SurveyPreview } from './survey-preview.tsx';
import { surveySearch } from './surveys-search.ts';

const refetches = [
  'getSurvey',
  'listSurveys',
  'listSurveyTimeline',
  'listSurveyInvitations',
  'listAudit',
  'listBulkJobs',
];

/** A survey: figures, texts and invitations. */
export function SurveyScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(operatorSurveyCalls.getSurvey, { params: { id } });
  return (
    <RecordQuery isScreen label={t`Loading the survey`} query={query}>
      {(survey) => <SurveyPage key={survey.id} survey={survey} />}
    </RecordQuery>
  );
}

function SurveyPage({ survey }: { survey: Survey }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(surveySearch);
  const errorText = useErrorText();
  const { id, ended_at: endedAt } = survey;
  const isOpen = endedAt === null;
  const canEdit = regionsWithRight(useSession(), 'content.edit').includes(survey.region) && isOpen;
  const { end, action } = useEndSurvey(survey);
  return (
    <RecordPage
      list={{ href: '/surveys', title: t`Surveys` }}
      title={survey.title}
      presence={{ kind: 'survey', id: survey.id }}
      badges={<Badge tone={isOpen ? 'good' : 'neutral'}>{surveyStateText(i18n, survey)}</Badge>}
      notice={<ErrorBlock messages={action.error ? [errorText(action.error)] : []} />}
      actions={
        canEdit && (
          <ActionButton variant="secondary" busy={action.isPending} onClick={() => void end()}>
            <Trans>End the survey</Trans>
          </ActionButton>
        )
      }
      facts={surveyFacts(i18n, survey)}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next, outcome: undefined })}
      tabs={[
        {
          id: 'texts',
          title: t`Texts`,
          content: canEdit ? (
            <TextsPart survey={survey} />
          ) : (
            <SurveyTextList texts={toSurveyTexts(survey)} />
          ),
        },
        { id: 'preview', title: t`Preview`, content: <SurveyPreview survey={survey} /> },
        ...(canEdit
          ? [{ id: 'invite', title: t`Invite`, content: <InvitePart survey={survey} /> }]
          : []),
        { id: 'results', title: t`Results`, content: <ResultsPart survey={survey} /> },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={operatorSurveyCalls.listSurveyTimeline}
              id={id}
              comments={{ kind: 'survey', region: survey.region }}
            />
          ),
        },
      ]}
    />
  );
}

function useEndSurvey({ id, rev, title }: Survey) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(operatorSurveyCalls.endSurvey, { refetches });
  const end = async () => {
    const why = await askWhy({
      title: t`End “${title}” for good?`,
      consequence: t`It disappears from the app, even for people who have started it. The numbers stay. It can’t be opened again. You can undo this for 10 seconds.`,
      confirmLabel: t`End the survey`,
      tone: 'danger',
    });
    if (why === null) return;
    // The error is shown above the tabs.
    const endResult = await action
      .mutateAsync({ params: { id }, body: { rev, holds: true, why } })
      .catch(() => null);
    if (endResult === null) return;
    showToast({ subject: 'surveys', tone: 'good', message: t`The survey will end in 10 seconds.` });
  };
  return { end, action };
}

function surveyFacts(i18n: ReturnType<typeof useLingui>['i18n'], survey: Survey) {
  const { invited, completed, opened, declined } = survey;
  const unopened = invited - completed - opened - declined;
  const { last_opened_at: lastOpenedAt, ended_at: endedAt } = survey;
  const link = (count: number, outcome?: SurveyOutcome) => (
    <InvitationsLink survey={survey} {...(outcome && { outcome })}>
      {i18n.number(count)}
    </InvitationsLink>
  );
  return [
    { term: <Trans context="survey">Invited</Trans>, detail: link(invited) },
    { term: <Trans context="survey">Completed</Trans>, detail: link(completed, 'completed') },
    { term: <Trans>Opened, not completed</Trans>, detail: link(opened, 'opened') },
    { term: <Trans context="survey">Declined</Trans>, detail: link(declined, 'declined') },
    { term: <Trans>Not opened</Trans>, detail: link(unopened, 'not_opened') },
    {
      term: <Trans>Last opened</Trans>,
      detail: lastOpenedAt === null ? '–' : timeText(i18n, lastOpenedAt),
    },
    { term: <Trans>Country</Trans>, detail: countryText(i18n, survey.region) },
    { term: <Trans>Key</Trans>, detail: survey.key },
    { term: <Trans>Created</Trans>, detail: timeText(i18n, survey.created_at) },
    ...(endedAt === null
      ? []
      : [{ term: <Trans context="survey">Ended</Trans>, detail: timeText(i18n, endedAt) }]),
  ];
}

/** Edited texts, and the version they are based on. */
interface EditedTexts {
  readonly texts: SurveyTexts;
  readonly rev: number;
}
const typedEdit = v.nullable(v.object({ texts: typedSurveyTexts, rev: v.number() }));

function TextsPart({ survey }: { survey: Survey }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  // Another operator's version must not replace typed text. After a conflict, that version appears once the typed text
  // is discarded.
  const [editedTexts, setEditedTexts] = useState<EditedTexts | null>(null);
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'survey', record: survey.id, schema: typedEdit },
    read: () => editedTexts,
    restore: setEditedTexts,
  });
  const action = useOperatorAction(operatorSurveyCalls.editSurvey, { refetches, draft });
  const { texts, rev } = editedTexts ?? { texts: toSurveyTexts(survey), rev: survey.rev };
  const incompleteLanguage = findIncompleteLanguage(texts);
  const discard = () => {
    action.reset();
    draft.discard();
    setShowErrors(false);
  };
  const save = async () => {
    setShowErrors(true);
    if (incompleteLanguage !== null) return;
    const why = await askWhy({
      title: t`Change the texts?`,
      consequence: t`Open invitations in the app also change.`,
      confirmLabel: t`Save`,
    });
    if (why === null) return;
    const body = { texts: toTextList(texts), rev, why };
    await action.mutateAsync({ params: { id: survey.id }, body });
    discard();
    showToast({ subject: 'surveys', tone: 'good', message: t`The texts were changed.` });
  };
  return (
    <div className="max-w-narrow rounded-card bg-surface-raised p-4 card-rise">
      <ActionForm
        label={t`Texts`}
        draft={draft}
        error={action.error}
        isBusy={action.isPending}
        submitLabel={<Trans>Save</Trans>}
        otherButtons={
          editedTexts && (
            <Button variant="secondary" onClick={discard}>
              <Trans>Discard changes</Trans>
            </Button>
          )
        }
        onSubmit={save}
      >
        <SurveyFields
          texts={texts}
          onChange={(newTexts) => setEditedTexts({ texts: newTexts, rev })}
          incompleteLanguage={showErrors ? incompleteLanguage : null}
        />
      </ActionForm>
    </div>
  );
}
