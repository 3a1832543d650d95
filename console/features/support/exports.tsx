import { Trans } from '@lingui/react/macro';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf } from '#console/parts/number-card.tsx';
import { isOverdue, QueueCard } from '#console/parts/queue-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of unanswered chats, for the Today screen. */
export function UnansweredChatsCard() {
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    chatCalls.listChats,
    { query: { view: 'unanswered', limit: 1, region } },
    { fresh: 'queue' },
  );
  const oldestDate = data?.data[0]?.waiting_since;
  const overdueQuery = useOperatorQuery(
    chatCalls.listChats,
    { query: { view: 'overdue', limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('chats', oldestDate) },
  );
  return (
    <QueueCard
      title={<Trans>Unanswered chats</Trans>}
      queue="chats"
      count={countOf(data)}
      error={error}
      href="/support"
      oldest={oldestDate}
      overdueCount={countOf(overdueQuery.data)}
      overdueHref="/support?view=overdue"
    >
      <Trans>None pending</Trans>
    </QueueCard>
  );
}
