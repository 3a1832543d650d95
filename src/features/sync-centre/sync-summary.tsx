import { Plural, Trans } from '@lingui/react/macro';
import { CloudOff, Wifi, Wrench } from 'lucide-react';
import { useFormat } from '#src/data/text/format.ts';
import { useRetryHistory } from '#src/data/sync/use-sync-records.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import type { SyncStatus } from '#sync/status/status.ts';
import { attentionNeeded, SendingState } from './sending-state.tsx';
import { useTimeAgo } from './use-attempt-text.ts';

/** Number of unsent items, how many need the person, and the progress of sending. */
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
        <SendingState status={status} needed={attentionNeeded(needsPerson, total)} />
      </div>
      <p className="mt-3 border-t border-line pt-3 text-small text-ink-soft">
        <LastSync />
      </p>
    </Card>
  );
}

/** Connection state. */
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
  const ago = useTimeAgo();
  const { lastSuccessAt } = useRetryHistory();
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
