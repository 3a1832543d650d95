import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { type Announcement, announcementQueries } from './announcement-texts.ts';

interface SendingNoticeProps {
  readonly announcement: Announcement;
  readonly canEdit: boolean;
}

/** Countdown and progress of sending. Sending can be undone during the hold, and stopped afterwards. */
export function SendingNotice({ announcement, canEdit }: SendingNoticeProps) {
  const { t, i18n } = useLingui();
  const { id, rev, state, people, notified, skipped, seconds_left: seconds } = announcement;
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(announcementCalls.stopAnnouncement, {
    refetches: announcementQueries,
  });
  const stop = async (why: string) => {
    // The error is shown below the progress.
    const stopResult = await action
      .mutateAsync({ params: { id }, body: { rev, why } })
      .catch(() => null);
    if (stopResult === null) return;
    showToast({
      subject: 'announcements',
      tone: 'good',
      message:
        stopResult.state === 'draft'
          ? t`Undone. It’s a draft again, and no one got it.`
          : t`Stopped. The other people don’t get it.`,
    });
  };
  const askAndStop = async () => {
    const why = await askWhy({
      title: t`Stop sending?`,
      consequence: t`People who got it keep it. The others don’t get it.`,
      confirmLabel: t({ message: 'Stop', context: 'announcement' }),
      tone: 'danger',
    });
    if (why !== null) await stop(why);
  };
  if (state === 'draft' || state === 'sent')
    return action.error && <ErrorBlock messages={[errorText(action.error)]} />;
  const done = notified + skipped;
  return (
    <section
      aria-label={t`Sending`}
      className="flex max-w-narrow flex-col gap-3 rounded-card bg-surface-raised p-4 card-rise"
    >
      {state === 'held' && (
        <p className="font-semibold tnum">
          <Plural
            value={seconds ?? 0}
            one="It will be sent in # second."
            other="It will be sent in # seconds."
          />{' '}
          <Plural value={people} one="# person gets it." other="# people get it." />
        </p>
      )}
      {state === 'sending' && (
        <ProgressBar
          label={<Trans>Being sent</Trans>}
          value={done}
          max={people}
          countText={t`${{ doneText: i18n.number(done) }} of ${{ totalText: i18n.number(people) }}`}
        />
      )}
      {state === 'stopped' && (
        <Banner tone="warn">
          <Trans>
            It was stopped. {i18n.number(notified)} of {i18n.number(people)} people got it.
          </Trans>
        </Banner>
      )}
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      {canEdit && state !== 'stopped' && (
        <div>
          <ActionButton
            variant="secondary"
            busy={action.isPending}
            onClick={() => void (state === 'held' ? stop('undo') : askAndStop())}
          >
            {state === 'held' ? (
              <Trans context="announcement">Undo</Trans>
            ) : (
              <Trans context="announcement">Stop</Trans>
            )}
          </ActionButton>
        </div>
      )}
    </section>
  );
}
