import { Trans } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import { useFormat } from '#src/data/text/format.ts';
import { useRetryHistory } from '#src/data/sync/use-sync-records.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Connection, last successful sync and unsent work. */
export function SyncSection() {
  const format = useFormat();
  const { unsent } = useSyncStatus();
  const { lastSuccessAt } = useRetryHistory();
  return (
    <Section title={<Trans>Sending</Trans>}>
      <Card>
        <DetailList
          items={[
            { term: <Trans>Connection</Trans>, detail: <ConnectionBadge /> },
            {
              term: <Trans>Last exchange with the server</Trans>,
              detail:
                lastSuccessAt === null ? (
                  <Trans>Not yet on this phone</Trans>
                ) : (
                  format.dateTime(lastSuccessAt)
                ),
            },
          ]}
        />
      </Card>
      <List>
        <ListRow
          icon={<CloudUpload />}
          title={<Trans>Unsent work</Trans>}
          trailing={unsent && <span className="tnum">{format.number(unsent.total)}</span>}
          {...linkTo(paths.scanOffline())}
        />
      </List>
    </Section>
  );
}

function ConnectionBadge() {
  const { connection, phase } = useSyncStatus();
  if (connection !== 'online') {
    return (
      <Badge tone="neutral">
        <Trans>Offline</Trans>
      </Badge>
    );
  }
  if (phase === 'syncing') {
    return (
      <Badge tone="info">
        <Trans>Exchanging data</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="good">
      <Trans>Online</Trans>
    </Badge>
  );
}
