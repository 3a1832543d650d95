import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, Wifi, Wrench } from 'lucide-react';
import { MINUTE_MS } from '#schemas/durations.ts';
import { useRetryHistory } from '#src/data/sync/use-retry-history.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import type { SyncStatus } from '#sync/status/status.ts';
import { useNow, useTimeAgo } from './use-item-states.tsx';

/** Number of unsent items, how many need the user's attention, and the progress of sending. */
export function SyncSummary({ total, attentionCount }: { total: number; attentionCount: number }) {
  const status = useSyncStatus();
  const format = useFormat();
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p>
          <span className="block text-hero leading-none font-semibold tnum">
            {format.number(total)}
          </span>
          <span className="mt-1 block text-ink-soft">
            <Plural value={total} one="item not sent yet" other="items not sent yet" />
          </span>
        </p>
        <ConnectionBadge connection={status.connection} />
      </div>
      {attentionCount > 0 && (
        <p className="mt-2 font-semibold text-warn">
          <Plural
            value={attentionCount}
            one="# needs your attention"
            other="# need your attention"
          />
        </p>
      )}
      <div role="status" className="mt-3">
        <SendingState status={status} attention={attentionShare(attentionCount, total)} />
      </div>
      <p className="mt-3 border-t border-line pt-3 text-small text-ink-soft">
        <LastSync />
      </p>
    </Card>
  );
}

function ConnectionBadge({ connection }: Pick<SyncStatus, 'connection'>) {
  if (connection === 'offline') {
    return (
      <Badge icon={<CloudOff />}>
        <Trans>Offline</Trans>
      </Badge>
    );
  }
  if (connection === 'maintenance') {
    return (
      <Badge tone="warn" icon={<Wrench />}>
        <Trans>Maintenance</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<Wifi />}>
      <Trans>Online</Trans>
    </Badge>
  );
}

/** Time of the last successful response, relative and absolute. */
export function LastSync() {
  const format = useFormat();
  const timeAgo = useTimeAgo();
  const now = useNow();
  const { lastSuccessAt } = useRetryHistory();
  if (lastSuccessAt === null) return <Trans>Not synced on this phone yet</Trans>;
  const lastSuccess = timeAgo(lastSuccessAt);
  const exactTime = format.dateTime(lastSuccessAt);
  return (
    <>
      <span className="block">
        {now - lastSuccessAt < MINUTE_MS ? (
          <Trans>Synced just now</Trans>
        ) : (
          <Trans>Synced {lastSuccess}</Trans>
        )}
      </span>
      <span className="block tnum">{exactTime}</span>
    </>
  );
}

/** Share of the unsent work that needs the user's attention. */
type AttentionShare = 'none' | 'some' | 'all';

/** Returns whether none, some or all of the unsent items need the user's attention. */
export function attentionShare(attentionCount: number, total: number): AttentionShare {
  if (attentionCount === 0) return 'none';
  return attentionCount < total ? 'some' : 'all';
}

interface SendingStateProps {
  status: Pick<SyncStatus, 'progress' | 'connection' | 'phase' | 'lastError' | 'isLeaderSilent'>;
  attention: AttentionShare;
}

/** Shows the progress of sending, or why nothing is sent. Items that need the user's attention aren't mentioned. */
export function SendingState({ status, attention }: SendingStateProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { progress, connection, phase, lastError, isLeaderSilent } = status;
  if (isLeaderSilent) {
    return (
      <p>
        <Trans>
          Another tab of the app is sending but isn’t responding. This tab will take over in a few
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
  if (attention === 'all') {
    return (
      <p>
        <Trans>Everything is saved on this phone.</Trans>
      </p>
    );
  }
  if (connection !== 'online') {
    return (
      <p>
        {attention === 'some' ? (
          <Trans>
            Everything is saved on this phone. The rest will be sent automatically when you’re
            online.
          </Trans>
        ) : (
          <Trans>It’s saved on this phone and will be sent automatically when you’re online.</Trans>
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
        <Trans>Everything else is sent automatically.</Trans>
      </p>
    );
  }
  return (
    <>
      <p className="font-semibold">
        <Trans>The last attempt failed</Trans>
      </p>
      <p>
        {errorMessage({ code: lastError })} <Trans>We’ll try again automatically.</Trans>
      </p>
    </>
  );
}
