import { Trans, useLingui } from '@lingui/react/macro';
import { type FailedMessages, systemCalls } from '#schemas/operator/system-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { channelTexts, messageStates, subjectText } from '#console/parts/message-texts.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Failed messages, grouped by reason. */
export function FailedMessagesScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    systemCalls.listFailedMessages,
    { query: { region: useCountry() } },
    { fresh: 'queue' },
  );
  return (
    <ScreenPage
      title={<Trans>Failed messages</Trans>}
      description={
        <Trans>
          From the last 7 days. The server has deleted their texts and recipients, so they can’t be
          sent again.
        </Trans>
      }
    >
      <div className="p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <RecordQuery label={t`Loading the list`} query={query}>
          {({ data, failed, pending }) =>
            data.length === 0 ? (
              <EmptyState drawing="all-sent" title={<Trans>No failed messages</Trans>}>
                <Trans>Every message from the last 7 days was sent.</Trans>
              </EmptyState>
            ) : (
              <MessagesTable groups={data} sum={failed + pending} />
            )
          }
        </RecordQuery>
      </div>
    </ScreenPage>
  );
}

interface MessagesTableProps {
  readonly groups: readonly FailedMessages[];
  readonly sum: number;
}

function MessagesTable({ groups, sum }: MessagesTableProps) {
  const { t, i18n } = useLingui();
  return (
    <RowsTable<FailedMessages>
      isCentred
      label={t`Failed messages`}
      rows={groups}
      rowId={({ region, channel, about, state, failure }) =>
        [region, channel, about, state, failure].join(' ')
      }
      columns={[
        {
          id: 'state',
          header: t`Status`,
          cell: ({ state }) => (
            <Badge tone={messageStates[state].tone}>{i18n._(messageStates[state].text)}</Badge>
          ),
        },
        { id: 'about', header: t`Subject`, cell: ({ about }) => subjectText(i18n, about) },
        { id: 'channel', header: t`Channel`, cell: ({ channel }) => i18n._(channelTexts[channel]) },
        { id: 'region', header: t`Country`, cell: ({ region }) => countryText(i18n, region) },
        { id: 'failure', header: t`Code`, cell: ({ failure }) => failure ?? '–' },
        { id: 'first', header: t`First failure`, cell: ({ first_at: at }) => timeText(i18n, at) },
        { id: 'last', header: t`Last failure`, cell: ({ last_at: at }) => timeText(i18n, at) },
        {
          id: 'count',
          header: t`Messages`,
          isNumber: true,
          cell: ({ count }) => i18n.number(count),
        },
      ]}
      footer={[t`Total`, null, null, null, null, null, null, i18n.number(sum)]}
    />
  );
}
