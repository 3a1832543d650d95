import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Audience } from '#schemas/operator/audience.ts';
import { operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { AudienceFields } from '#console/parts/audience-fields.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { Survey } from './survey-texts.ts';

/** Calls whose results change when people are invited. */
const refetches = [
  'countSurveyAudience',
  'getSurvey',
  'listSurveys',
  'listSurveyTimeline',
  'listSurveyInvitations',
  'listAudit',
];

/** Lets the operator choose an audience, shows its size, and invites it. */
export function InvitePart({ survey: { id, region, title } }: { survey: Survey }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [audience, setAudience] = useState<Audience>({});
  const count = useOperatorQuery(
    operatorSurveyCalls.countSurveyAudience,
    { params: { id }, query: audience },
    { fresh: 'queue' },
  );
  const action = useOperatorAction(operatorSurveyCalls.inviteSurveyAudience, { refetches });
  const people = count.data?.new_people ?? 0;
  const invite = async () => {
    const why = await askWhy({
      title: t`Invite ${plural(people, { one: '# person', other: '# people' })} to “${title}”?`,
      consequence: t`They see the survey in the app. People who were invited before aren’t invited again.`,
      confirmLabel: t`Invite`,
    });
    if (why === null) return;
    try {
      const body = { audience, new_people: people, why };
      const { invited: invitedCount } = await action.mutateAsync({ params: { id }, body });
      showToast({
        subject: 'surveys',
        tone: 'good',
        message: t`Invited: ${i18n.number(invitedCount)}`,
      });
    } catch (failure) {
      // The call may have failed because the audience has changed, so count it again.
      void count.refetch();
      throw failure;
    }
  };
  return (
    <div className="max-w-narrow rounded-card bg-surface-raised p-4 card-rise">
      <ActionForm
        isGuarded={false}
        label={t`Invite people`}
        error={action.error}
        isBusy={action.isPending}
        submitLabel={
          people === 0 ? (
            <Trans>Invite</Trans>
          ) : (
            <Plural value={people} one="Invite # person" other="Invite # people" />
          )
        }
        disabledReason={people === 0 ? t`There is no one to invite.` : undefined}
        onSubmit={invite}
      >
        <AudienceFields region={region} audience={audience} onChange={setAudience} />
        <ErrorBlock messages={count.error ? [errorText(count.error)] : []} />
        <p role="status" className="text-small">
          {count.data && !count.isFetching ? (
            <>
              <Plural value={people} one="# person to invite" other="# people to invite" />
              {count.data.invited_before > 0 && (
                <>
                  {' · '}
                  <Plural
                    value={count.data.invited_before}
                    one="# was invited before"
                    other="# were invited before"
                  />
                </>
              )}
            </>
          ) : (
            <Trans>Counting…</Trans>
          )}
        </p>
      </ActionForm>
    </div>
  );
}
