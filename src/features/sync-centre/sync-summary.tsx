import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, Wifi, Wrench } from 'lucide-react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useSyncRecords } from '#src/data/sync/use-sync-records.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import type { SyncStatus } from '#sync/status/status.ts';
import { useAgo } from './use-try-words.ts';

/** How much there is, what of it needs the person, and how the sending goes. */
export function SyncSummary({ total, needsPerson }: { total: number; needsPerson: number }) {
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
            <Plural value={total} one="item is not sent yet" other="items are not sent yet" />
          </span>
        </p>
        <ConnectionBadge connection={status.connection} />
      </div>
      {needsPerson > 0 && (
        <p className="mt-2 font-semibold text-warn">
          <Plural value={needsPerson} one="# needs you" other="# need you" />
        </p>
      )}
      <div role="status" className="mt-3">
        <Going status={status} />
      </div>
      <p className="mt-3 border-t border-line pt-3 text-small text-ink-soft">
        <LastSync />
      </p>
    </Card>
  );
}

/** Whether the server can be reached, in a word. */
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

/** How the sending goes, or why it does not. */
function Going({ status }: { status: SyncStatus }) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
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
  if (connection !== 'online') {
    return (
      <p>
        <Trans>It is saved on this phone and goes out by itself when you are online.</Trans>
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
  // Never nothing: what comes here late would push what is below.
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
        {errorWords({ code: lastError })} <Trans>It will be tried again automatically.</Trans>
      </p>
    </>
  );
}

/** When the server last answered well: how long ago, and the time itself. */
export function LastSync() {
  const format = useFormat();
  const ago = useAgo();
  const { lastSuccessAt } = useSyncRecords();
  if (lastSuccessAt === null) return <Trans>Not synced on this phone yet</Trans>;
  const when = ago(lastSuccessAt);
  const exact = format.dateTime(lastSuccessAt);
  return (
    <>
      <span className="block">
        <Trans>Last synced {when}</Trans>
      </span>
      <span className="block tnum">{exact}</span>
    </>
  );
}
