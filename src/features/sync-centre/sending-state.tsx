import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import type { SyncStatus } from '#sync/status/status.ts';

/** Share of the unsent work that needs the user's attention. */
type Attention = 'none' | 'some' | 'all';

/** Determines that share from the counts of unsent items. */
export function attentionNeeded(needsPerson: number, total: number): Attention {
  if (needsPerson === 0) return 'none';
  return needsPerson < total ? 'some' : 'all';
}

interface SendingStateProps {
  status: Pick<SyncStatus, 'progress' | 'connection' | 'phase' | 'lastError' | 'leaderSilent'>;
  needed: Attention;
}

/** Progress of sending, or why it stopped. Never promises to send items that need the user's attention. */
export function SendingState({ status, needed }: SendingStateProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { progress, connection, phase, lastError, leaderSilent } = status;
  if (leaderSilent) {
    return (
      <p>
        <Trans>
          Another tab of the app is sending, but it doesn’t respond. This tab takes over in a few
          seconds.
        </Trans>
      </p>
    );
  }
  if (progress) {
    const { done, total } = progress;
    return (
      <ProgressBar
        label={t`Sending`}
        value={done}
        max={total}
        countText={t`${done} of ${total} sent`}
      />
    );
  }
  if (needed === 'all') {
    return (
      <p>
        <Trans>Everything is saved on this phone and waits for you.</Trans>
      </p>
    );
  }
  if (connection !== 'online') {
    return (
      <p>
        {needed === 'some' ? (
          <Trans>
            Everything is saved on this phone. What needs nothing from you goes out by itself when
            you are online.
          </Trans>
        ) : (
          <Trans>It is saved on this phone and goes out by itself when you are online.</Trans>
        )}
      </p>
    );
  }
  if (phase === 'blocked') {
    return (
      <p>
        <Trans>Sign in again to send it. It stays saved on this phone.</Trans>
      </p>
    );
  }
  // Always renders a line, to avoid layout shift.
  if (lastError === null || phase !== 'waiting') {
    return (
      <p>
        <Trans>What needs nothing from you goes out by itself, one after the other.</Trans>
      </p>
    );
  }
  return (
    <>
      <p className="font-semibold">
        <Trans>The last attempt did not get through</Trans>
      </p>
      <p>
        {errorMessage({ code: lastError })} <Trans>It will be tried again automatically.</Trans>
      </p>
    </>
  );
}
