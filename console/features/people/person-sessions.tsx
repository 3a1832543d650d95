import { Trans, useLingui } from '@lingui/react/macro';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { personQueries } from './person-actions.tsx';
import { deviceText, type PersonFile } from './person-texts.ts';

interface PersonSessionsProps {
  readonly person: PersonFile;
  readonly canEdit: boolean;
}

/** The devices on which a person is signed in, each with a button that ends its session. */
export function PersonSessions({ person, canEdit }: PersonSessionsProps) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(personCalls.endPersonSession, { refetches: personQueries });
  const time = (moment: string) => timeText(i18n, moment);
  const end = async ({ id, ...device }: PersonFile['sessions'][number]) => {
    const why = await askWhy({
      title: t`Sign ${person.name} out of ${deviceText(i18n, device)}?`,
      confirmLabel: t`End session`,
    });
    if (why === null) return;
    await action.mutateAsync({ params: { id: person.id }, body: { session: id, why } });
    showToast({ subject: 'person', tone: 'good', message: t`The session was ended.` });
  };
  const endLabel = (session: PersonFile['sessions'][number]) => {
    const device = deviceText(i18n, session);
    return t`End session: ${device}`;
  };
  if (person.sessions.length === 0)
    return <EmptyPart>{t`The person isn’t signed in anywhere.`}</EmptyPart>;
  return (
    <div className="flex max-w-[48rem] flex-col gap-3">
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      <ul aria-label={t`Sessions`} className="rounded-card bg-surface-raised px-4 card-rise">
        {person.sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold">
                {deviceText(i18n, session)}
                {session.is_read_only && (
                  <>
                    {' '}
                    <Trans>(an operator’s view)</Trans>
                  </>
                )}
              </p>
              <p className="text-small text-ink-soft">
                <Trans>
                  Last used {time(session.last_used_at)}. Since {time(session.created_at)}, until{' '}
                  {time(session.expires_at)} at the latest.
                </Trans>
              </p>
            </div>
            {canEdit && (
              <ActionButton
                variant="secondary"
                aria-label={endLabel(session)}
                busy={action.isPending && action.variables.body.session === session.id}
                onClick={() => {
                  // The error is shown above the list.
                  end(session).catch(() => undefined);
                }}
              >
                <Trans>End session</Trans>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
